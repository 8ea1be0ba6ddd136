import type {IncomingMessage, ServerResponse} from 'node:http';
import type {JsonObject} from '../../events/json.ts';
import {type CallFailure, notFound} from '../failure.ts';
import type {Inbound} from '../translate/protocol.ts';
import {inbounds} from '../translate/protocol-table.ts';
import {entryOf} from '../translate/request-reading.ts';
import {answerCall} from './answer-call.ts';
import {readCommand} from './command-in.ts';
import {decoded, type GeminiAddress, isGooglePath, readGeminiAddress} from './gemini-address.ts';
import {unauthorized} from './guard.ts';
import {modelsFor, oneModel} from './models.ts';
import type {ProxyContext} from './proxy-context.ts';
import {sendFailure, sendJson} from './reply.ts';
import {health, monitoring} from './reports.ts';
import {readBody} from './request-body.ts';

/** Handles each request of each client: refuses it, or passes it to the code for its path. */
export async function handle(
	proxyContext: ProxyContext,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const refusal = proxyContext.guard.refuse(request);
	const [path = '', query = ''] = (request.url ?? '').split('?', 2);
	const dialect = dialectOf(request, path);
	const address = readGeminiAddress(path, query);
	if (refusal) {
		sendFailure(response, refusal, dialect);
		return;
	}
	if (plainPath(path) === '/health' && request.method === 'GET') {
		sendJson(response, {body: health({proxyContext, request, query})});
	} else if (!proxyContext.guard.knowsToken(request, isGooglePath(path) || address ? query : '')) {
		sendFailure(response, unauthorized(), dialect);
	} else {
		await answerKnown({proxyContext, request, response, path, dialect, address});
	}
}

type Exchange = {
	readonly proxyContext: ProxyContext;
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	/** The protocol in which failures are reported to this client. */
	readonly dialect: Inbound;
	readonly address: GeminiAddress | null;
};

async function answerKnown({path, ...exchange}: Exchange & {path: string}): Promise<void> {
	const {request, response, dialect, address} = exchange;
	const place = address ? geminiPlace(address) : entryOf(places, plainPath(path));
	const found = place ? null : findOne(exchange, plainPath(path));
	if (found) {
		sendJson(response, {body: found});
	} else if (!place) {
		sendFailure(response, notFound(`There is nothing at ${path}.`, 'not_found'), dialect);
	} else if (request.method !== place.method) {
		response.setHeader('allow', place.method);
		sendFailure(response, wrongMethod(path, place.method), dialect);
	} else if (place.type === 'call') {
		await answerCall({...exchange, inbound: place.inbound, wants: place.wants, address});
	} else if (place.type === 'control') {
		await obey(exchange);
	} else {
		sendJson(response, {body: place.report(exchange.proxyContext, dialect)});
	}
}

/** Answers a GET for one thing by its id: a trace, a model, or a stored answer. */
function findOne({proxyContext, request, dialect}: Exchange, path: string): JsonObject | null {
	const [, kind, written = ''] = /^\/(trace|models|responses)\/(.+)$/.exec(path) ?? [];
	if (kind === undefined || request.method !== 'GET') {
		return null;
	}
	const id = decoded(written);
	switch (kind) {
		case 'trace':
			return proxyContext.traces.find(id);
		case 'models':
			return oneModel(proxyContext, id, dialect);
		default:
			return proxyContext.store.response(id);
	}
}

/** Carries out a command of the watchdog or the user, and then answers. */
async function obey({proxyContext, request, response, dialect}: Exchange): Promise<void> {
	const body = await readBody(request);
	const command = body.ok ? readCommand(body.value) : body;
	if (command.ok) {
		const answer = proxyContext.control(command.value);
		sendJson(response, {status: answer.ok ? 200 : 409, body: answer});
	} else {
		sendFailure(response, command.failure, dialect);
	}
}

type Place =
	| {
			readonly type: 'call';
			readonly method: 'POST';
			readonly inbound: Inbound;
			readonly wants: 'answer' | 'count';
	  }
	| {
			readonly type: 'report';
			readonly method: 'GET';
			readonly report: (proxyContext: ProxyContext, dialect: Inbound) => JsonObject;
	  }
	| {readonly type: 'control'; readonly method: 'POST'};

/** Returns the path without `/v1`: clients use the address with and without it. */
function plainPath(path: string): string {
	return path.replace(/^\/v1(?:(?:alpha|beta)\d*(?=\/models))?(?=\/)/, '');
}

const places: Readonly<Record<string, Place>> = {
	'/responses': answers(inbounds.responses),
	'/chat/completions': answers(inbounds.chat),
	'/messages': answers(inbounds.anthropic),
	'/messages/count_tokens': {...answers(inbounds.anthropic), wants: 'count'},
	'/models': {
		type: 'report',
		method: 'GET',
		report: (proxyContext, dialect) => modelsFor(dialect, proxyContext),
	},
	'/control': {type: 'control', method: 'POST'},
	'/monitoring': {type: 'report', method: 'GET', report: monitoring},
	// A GET was answered earlier, without a token. This entry rejects all other methods.
	'/health': {type: 'report', method: 'GET', report: () => ({})},
};

function answers(inbound: Inbound): Place & {readonly type: 'call'} {
	return {type: 'call', method: 'POST', inbound, wants: 'answer'};
}

function geminiPlace({wants}: GeminiAddress): Place & {readonly type: 'call'} {
	return {...answers(inbounds.gemini), wants};
}

/**
 * Guesses the client's protocol. Anthropic's clients send a header with every request; Google's are
 * recognised by the header of their key or by the path.
 */
function dialectOf({headers}: IncomingMessage, path: string): Inbound {
	if (
		headers['x-goog-api-key'] !== undefined ||
		isGooglePath(path) ||
		readGeminiAddress(path, '')
	) {
		return inbounds.gemini;
	}
	return headers['anthropic-version'] !== undefined || path.includes('/messages')
		? inbounds.anthropic
		: inbounds.chat;
}

function wrongMethod(path: string, method: string): CallFailure {
	return {
		kind: 'bad-input',
		message: `${path} is asked for with ${method}.`,
		status: 405,
		code: 'method_not_allowed',
		retry: 'never',
	};
}
