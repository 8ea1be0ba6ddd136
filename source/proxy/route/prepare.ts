import type {JsonObject} from '../../events/json.ts';
import type {ReadingState} from '../../events/reading.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Checked} from '../failure.ts';
import type {NeutralItem, NeutralRequest} from '../neutral.ts';
import {practiceSource} from '../practice/source.ts';
import type {KeptOpeners} from '../repair/reader-openers.ts';
import type {ClientResponse, OnFinish} from '../translate/client-response.ts';
import {echoesIn} from '../translate/echoes.ts';
import {refusedFile} from '../translate/file-parts.ts';
import {createPipe, type Pipe, type PipeOptions} from '../translate/pipe.ts';
import type {Inbound} from '../translate/protocol.ts';
import {outbounds} from '../translate/protocol-table.ts';
import {createRelayPipe} from '../translate/relay/pipe.ts';
import type {RepairPlan} from '../translate/repair-stage.ts';
import {createRequestReading} from '../translate/request-reading.ts';
import {withTextTools} from '../translate/text-tools.ts';
import {createNames, type ToolNames} from '../translate/tool-names.ts';
import {type ModelCatalogue, modelOf} from './catalogue.ts';
import type {Client} from './client.ts';
import type {Keys} from './keys.ts';
import type {LearnedShapes} from './learned-shapes.ts';
import type {Lessons} from './lessons.ts';
import type {LocalServers} from './local-servers.ts';
import type {RouteTarget} from './resolve.ts';
import type {TimeLimits} from './route-health.ts';
import type {Source} from './source.ts';
import type {Trace} from './trace.ts';
import {sourceOf, type TryContext, withProgress} from './try-source.ts';
import {guessOf} from './usage-guess.ts';

/** A call as a client made it. */
export type ClientCall = {
	readonly id: string;
	readonly inbound: Inbound;
	/**
	 * The body to be answered. If the client continues a stored response, the earlier turns come
	 * first.
	 */
	readonly body: JsonObject;
	/** The body as the client sent it. */
	readonly asked: JsonObject;
	readonly stream: boolean;
	/** What a provider of the client's own protocol gets besides the body. */
	readonly passed: Passed;
	/** Whether the client is our own engine, which shows repairs and tells the model itself. */
	readonly isEngine?: boolean | undefined;
	/** Records what is sent and received for this call, if the client has asked for it. */
	readonly trace?: Trace | undefined;
	/** Returns the request in the neutral form. It is translated at most once, and only if needed. */
	readonly request: () => Checked<NeutralRequest>;
};

export type Passed = {
	/**
	 * The path of another endpoint of the same protocol, such as `/messages/count_tokens`. Absent if
	 * the client wants an answer.
	 */
	readonly path?: ((model: string) => string) | undefined;
	/** The query of the client's address, including the question mark. */
	readonly query: string;
	readonly headers: Readonly<Record<string, string>>;
};

export type Tools = {
	readonly client: Client;
	readonly clock: Clock;
	readonly keys: Keys;
	readonly catalogue: ModelCatalogue;
	readonly lessons: Lessons;
	readonly openers: KeptOpeners;
	readonly localServers: LocalServers;
	readonly shapes: LearnedShapes;
	readonly bytesMax: number;
};

/** What differs between the attempts of one call. */
export type TryLeg = {
	/** The answer that this attempt continues; null for a new answer. */
	readonly clientResponse: ClientResponse | null;
	/** Items that are appended to those of the client's request. */
	readonly items: readonly NeutralItem[];
	readonly onFinish?: OnFinish | undefined;
	readonly repair: Repairing;
	readonly limits: TimeLimits;
	/** Called with what the provider does before its answer begins, if it can be asked. */
	readonly onReading: (state: ReadingState) => void;
};

export type Repairing = Pick<RepairPlan, 'timesMax' | 'tell'> & {
	/** Whether to search for calls in text even if this provider is not known to write any. */
	readonly attempts: boolean;
};

export type Prepared = {
	readonly source: Source;
	readonly pipe: Pipe;
	readonly model: string;
	readonly notices: readonly string[];
	/**
	 * Whether the answer was read into the neutral form, so that the proxy knows what the model said.
	 */
	readonly translated: boolean;
	/** The body as it was sent to the provider. */
	readonly body: JsonObject;
	/** The key that was sent. It is kept only to remove it from the provider's messages. */
	readonly key: string | null;
};

/** Prepares one attempt: the request to send, and the pipe that reads the answer. */
export async function prepare(
	call: ClientCall,
	target: RouteTarget,
	{leg, tools}: {readonly leg: TryLeg; readonly tools: Tools},
): Promise<Checked<Prepared>> {
	const {provider} = target;
	const outbound = outbounds[provider.kind];
	const key = await tools.keys.find(provider);
	if (!key.ok) {
		return key;
	}
	const model = await modelOf(target, outbound.headers(key.value), tools.catalogue);
	if (!model.ok) {
		return model;
	}
	const place: TryContext = {
		call,
		target,
		provider,
		outbound,
		model: model.value,
		key: key.value,
		leg,
		tools,
	};
	return isHandedOn(place) ? prepareRelay(place) : prepareOwn(place);
}

/**
 * Whether the provider's bytes are passed on unchanged. Both sides must speak the same protocol,
 * the text must not be able to hold calls, and the answer must neither continue another one nor be
 * continued.
 */
function isHandedOn(place: TryContext): boolean {
	const {call, provider, leg} = place;
	return (
		call.inbound.sameKind === provider.kind &&
		provider.toolCalls === 'native' &&
		leg.clientResponse === null &&
		leg.items.length === 0 &&
		leg.onFinish === undefined &&
		!mayHoldText(place)
	);
}

/** Whether the answer's text may hold calls, which the client would take for plain text. */
function mayHoldText({call, provider, leg}: TryContext): boolean {
	const {tools} = call.body;
	return (
		leg.repair.attempts &&
		!provider.isSure &&
		call.passed.path === undefined &&
		call.body['previous_response_id'] === undefined &&
		Array.isArray(tools) &&
		tools.length > 0
	);
}

function prepareRelay(place: TryContext): Checked<Prepared> {
	const {call, model, target, tools} = place;
	const reading = createRequestReading();
	call.inbound.checkUnread?.(call.body, reading);
	const failure = reading.failure();
	if (failure) {
		return {ok: false, failure};
	}
	const relayed = call.inbound.relayBody(call.body);
	const names = place.outbound.modelIsInPath ? {} : {model};
	const adjusted = tools.lessons.apply(target, {...relayed.body, ...names});
	const body = withProgress(place, adjusted);
	const pipe = createRelayPipe({
		...pipeOptions(place, createNames([])),
		form: call.stream ? 'stream' : 'whole',
	});
	const value = {
		source: sourceOf(place, body, call.passed),
		pipe,
		model,
		notices: relayed.notices,
		translated: false,
		body,
		key: place.key,
	};
	return {ok: true, value};
}

function prepareOwn(place: TryContext): Checked<Prepared> {
	const {call, provider, outbound, model, tools, leg, target} = place;
	const asked = call.request();
	if (!asked.ok) {
		return asked;
	}
	const refused = refusedFile(asked.value.items, provider);
	if (refused) {
		return {ok: false, failure: refused};
	}
	const request =
		leg.items.length === 0
			? asked.value
			: {...asked.value, items: [...asked.value.items, ...leg.items]};
	const isText = provider.toolCalls === 'text';
	const told = isText ? withTextTools(request, createNames(request.tools)) : request;
	const encoded = outbound.encode(told, {model, baseUrl: provider.baseUrl});
	const {body, notices} = encoded;
	const names = isText ? createNames(request.tools, request.items) : encoded.names;
	const adjusted = withProgress(place, tools.lessons.apply(target, body));
	const source =
		provider.kind === 'practice'
			? practiceSource({request, clock: tools.clock, id: call.id})
			: sourceOf(place, adjusted);
	return {
		ok: true,
		value: {
			source,
			pipe: createPipe({
				...pipeOptions(place, names),
				repair: planOf(place, {request, names}),
			}),
			model,
			notices: [...request.notices, ...notices],
			translated: true,
			body: adjusted,
			key: place.key,
		},
	};
}

/**
 * Decides how calls are repaired. If the tools are described to the model in words, its answers are
 * always searched for calls.
 */
function planOf(
	{call, provider, target, leg, tools: {openers, shapes}}: TryContext,
	{
		request,
		names,
	}: {
		readonly request: NeutralRequest;
		readonly names: ToolNames;
	},
): RepairPlan | undefined {
	const {repair} = leg;
	const isWanted = repair.attempts || provider.toolCalls === 'text';
	if (!isWanted || request.tools.length === 0 || request.toolChoice === 'none') {
		return undefined;
	}
	const tools = request.tools.map(tool => ({
		name: names.outward(tool),
		form: tool.form,
		parameters: tool.parameters,
	}));
	const kept = openers.of(tools);
	return {
		...repair,
		isEngine: call.isEngine === true,
		tools,
		openers: kept,
		readsText: provider.isNative !== true,
		shapes: shapes.of(target),
		echo: echoesIn(request.items, {tools, openers: kept}),
	};
}

function pipeOptions(
	{call, provider, outbound, model, leg, tools}: TryContext,
	names: ToolNames,
): PipeOptions {
	return {
		inbound: call.inbound,
		outbound,
		frame: {
			id: call.id,
			createdAtSeconds: Math.floor(tools.clock.now() / 1000),
			model,
			body: call.asked,
			guess: guessOf(call),
		},
		names,
		provider: provider.name,
		bytesMax: tools.bytesMax,
		clientResponse: leg.clientResponse ?? undefined,
		onFinish: leg.onFinish,
	};
}
