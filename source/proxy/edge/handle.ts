import {createHmac} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {JsonObject} from '../../events/json.ts';
import {type CallFailure, notFound} from '../failure.ts';
import {chooseDefault} from '../route/detect.ts';
import {knownModels, resolveRoute} from '../route/resolve.ts';
import type {Inbound} from '../translate/protocol.ts';
import {inbounds} from '../translate/table.ts';
import {version} from '../version.ts';
import {answerCall} from './answer-call.ts';
import {unauthorized} from './guard.ts';
import type {House} from './house.ts';
import {sendFailure, sendJson} from './reply.ts';

/** Every request of every client: who may ask, and who answers. */
export async function handle(
	house: House,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const refusal = house.guard.refuse(request);
	if (refusal) {
		sendFailure(response, refusal);
		return;
	}
	const [path = '', query = ''] = (request.url ?? '').split('?', 2);
	if (path === '/health' && request.method === 'GET') {
		sendJson(response, {body: health({house, request, query})});
	} else if (!house.guard.knowsToken(request)) {
		sendFailure(response, unauthorized());
	} else {
		await answerKnown({house, request, response, path});
	}
}

type Exchange = {
	readonly house: House;
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
};

async function answerKnown({path, ...exchange}: Exchange & {path: string}): Promise<void> {
	const {request, response, house} = exchange;
	const place = places[path.replace(/^\/v1(?=\/)/, '')];
	if (!place) {
		sendFailure(response, notFound(`There is nothing at ${path}.`, 'not_found'));
	} else if (request.method !== place.method) {
		response.setHeader('allow', place.method);
		sendFailure(response, wrongMethod(path, place.method));
	} else if (place.type === 'call') {
		await answerCall({...exchange, inbound: place.inbound});
	} else {
		sendJson(response, {body: place.report(house)});
	}
}

type Place =
	| {readonly type: 'call'; readonly method: 'POST'; readonly inbound: Inbound}
	| {
			readonly type: 'report';
			readonly method: 'GET';
			readonly report: (house: House) => JsonObject;
	  };

/** Clients are given the address with and without `/v1`; both work. */
const places: Readonly<Record<string, Place>> = {
	'/responses': {type: 'call', method: 'POST', inbound: inbounds.responses},
	'/chat/completions': {type: 'call', method: 'POST', inbound: inbounds.chat},
	'/models': {type: 'report', method: 'GET', report: models},
	'/monitoring': {type: 'report', method: 'GET', report: monitoring},
	// Asked for with GET it is answered before, to anyone.
	'/health': {type: 'report', method: 'GET', report: () => ({})},
};

function wrongMethod(path: string, method: string): CallFailure {
	return {
		kind: 'bad-input',
		message: `${path} is asked for with ${method}.`,
		status: 405,
		code: 'method_not_allowed',
		retry: 'never',
	};
}

const nonceLengthMax = 128;

/**
 * Without the token: that someone is here, and a proof that it is this proxy, which a supervisor
 * can check before it trusts the answer (or sends its token) to whoever holds the port.
 */
function health({
	house,
	request,
	query,
}: {
	house: House;
	request: IncomingMessage;
	query: string;
}): JsonObject {
	const nonce = new URLSearchParams(query).get('nonce')?.slice(0, nonceLengthMax) ?? null;
	const proof =
		nonce === null ? null : createHmac('sha256', house.token).update(nonce).digest('hex');
	const open = {status: house.closing ? 'closing' : 'ok', nonce, proof};
	if (!house.guard.knowsToken(request)) {
		return open;
	}
	return {
		...open,
		...defaultNames(house),
		version,
		pid: process.pid,
		uptime_s: Math.floor((house.clock.elapsed() - house.startedAt) / 1000),
		memory_mb: Math.round(process.memoryUsage.rss() / 1_048_576),
		requests_total: house.requestsTotal,
		streams_open: house.open.size,
		providers: house.providers.map(({name, kind}) => ({name, kind})),
		notes: house.notes,
	};
}

/** Who answers when nobody is asked for by name. */
export function defaultNames({settings, providers}: Pick<House, 'settings' | 'providers'>): {
	readonly provider: string;
	readonly model: string;
} {
	const route = resolveRoute('default', {settings, providers});
	const target = route.ok ? route.value[0] : undefined;
	const provider = target?.provider ?? chooseDefault(providers);
	return {provider: provider.name, model: target?.model ?? provider.defaultModel};
}

function models(house: House): JsonObject {
	const data = knownModels(house).map(({id, owner}) => ({
		id,
		object: 'model',
		created: 0,
		owned_by: owner,
	}));
	return {object: 'list', data};
}

function monitoring(house: House): JsonObject {
	return {
		uptime_s: Math.floor((house.clock.elapsed() - house.startedAt) / 1000),
		requests_total: house.requestsTotal,
		streams_open: house.open.size,
		routes: house.meter.report(),
	};
}
