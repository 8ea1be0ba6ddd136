import type {JsonObject} from '../../events/json.ts';
import type {Clock} from '../../platform/clock.ts';
import {type Checked, unsupportedKind} from '../failure.ts';
import type {NeutralRequest} from '../neutral.ts';
import {practiceSource} from '../practice/source.ts';
import {createNames, type Names} from '../translate/names.ts';
import {createPipe, type Pipe, type PipeOptions} from '../translate/pipe.ts';
import type {Inbound, Outbound} from '../translate/protocol.ts';
import {createRelayPipe} from '../translate/relay-pipe.ts';
import {outbounds} from '../translate/table.ts';
import type {Catalogue} from './catalogue.ts';
import type {Client} from './client.ts';
import type {Keys} from './keys.ts';
import type {Provider} from './provider.ts';
import type {Target} from './resolve.ts';
import type {Source} from './source.ts';
import {upstreamSource} from './upstream.ts';

/** A call as a client made it. */
export type Call = {
	readonly id: string;
	readonly inbound: Inbound;
	/** What is to be answered: the client's request, with the turns before it where they were kept here. */
	readonly body: JsonObject;
	/** The request as the client wrote it. */
	readonly asked: JsonObject;
	readonly stream: boolean;
	/** Read only when it has to be translated, and then once. */
	readonly request: () => Checked<NeutralRequest>;
};

export type Tools = {
	readonly client: Client;
	readonly clock: Clock;
	readonly keys: Keys;
	readonly catalogue: Catalogue;
	readonly bytesMax: number;
};

export type Prepared = {
	readonly source: Source;
	readonly pipe: Pipe;
	readonly model: string;
	readonly notices: readonly string[];
	/** The answer went through the neutral form, so that this proxy knows what was said. */
	readonly translated: boolean;
};

/** All that one try needs: what is sent where, and how the answer is read. */
export async function prepare(
	call: Call,
	target: Target,
	tools: Tools,
): Promise<Checked<Prepared>> {
	const {provider} = target;
	const outbound = outbounds[provider.kind];
	if (!outbound) {
		return {ok: false, failure: unsupportedKind(provider.name, provider.kind)};
	}
	const key = await tools.keys.find(provider);
	if (!key.ok) {
		return key;
	}
	const model = await modelOf(target, outbound.headers(key.value), tools);
	if (!model.ok) {
		return model;
	}
	const place: Place = {call, provider, outbound, model: model.value, key: key.value, tools};
	return isSameKind(call, provider) ? {ok: true, value: prepareRelay(place)} : prepareOwn(place);
}

type Place = {
	readonly call: Call;
	readonly provider: Provider;
	readonly outbound: Outbound;
	readonly model: string;
	readonly key: string | null;
	readonly tools: Tools;
};

/** Calls that are written as text have to be read out of the answer, so it can't be handed on. */
function isSameKind({inbound}: Call, {kind, toolCalls}: Provider): boolean {
	return inbound.sameKind === kind && toolCalls === 'native';
}

async function modelOf(
	{provider, model}: Target,
	headers: Readonly<Record<string, string>>,
	{catalogue}: Tools,
): Promise<Checked<string>> {
	return model === '' ? await catalogue.firstModel(provider, headers) : {ok: true, value: model};
}

function prepareRelay(place: Place): Prepared {
	const {call, model} = place;
	const body = JSON.stringify({...call.body, model});
	const pipe = createRelayPipe({
		...pipeOptions(place, createNames([])),
		form: call.stream ? 'stream' : 'whole',
	});
	return {source: sourceOf(place, body), pipe, model, notices: [], translated: false};
}

function prepareOwn(place: Place): Checked<Prepared> {
	const {call, provider, outbound, model, tools} = place;
	const request = call.request();
	if (!request.ok) {
		return request;
	}
	const {body, names, notices} = outbound.encode(request.value, {
		model,
		baseUrl: provider.baseUrl,
	});
	const source =
		provider.kind === 'practice'
			? practiceSource({request: request.value, clock: tools.clock, id: call.id})
			: sourceOf(place, JSON.stringify(body));
	return {
		ok: true,
		value: {
			source,
			pipe: createPipe(pipeOptions(place, names)),
			model,
			notices: [...request.value.notices, ...notices],
			translated: true,
		},
	};
}

function sourceOf({call, provider, outbound, key, tools}: Place, body: string): Source {
	return upstreamSource({
		client: tools.client,
		clock: tools.clock,
		provider: provider.name,
		url: `${provider.baseUrl}${outbound.path}`,
		headers: outbound.headers(key),
		body,
		stream: call.stream,
	});
}

function pipeOptions({call, provider, outbound, model, tools}: Place, names: Names): PipeOptions {
	return {
		inbound: call.inbound,
		outbound,
		frame: {
			id: call.id,
			createdAtSeconds: Math.floor(tools.clock.now() / 1000),
			model,
			body: call.asked,
		},
		names,
		provider: provider.name,
		bytesMax: tools.bytesMax,
	};
}
