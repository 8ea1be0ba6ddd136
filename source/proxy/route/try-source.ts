import type {JsonObject} from '../../events/json.ts';
import type {Outbound} from '../translate/protocol.ts';
import type {ClientCall, Passed, Tools, TryLeg} from './prepare.ts';
import type {Provider} from './provider.ts';
import type {RouteTarget} from './resolve.ts';
import type {Source} from './source.ts';
import {upstreamSource} from './upstream.ts';
import {watchedSource} from './watched-source.ts';

/** Everything that one attempt consists of. */
export type TryContext = {
	readonly call: ClientCall;
	readonly provider: Provider;
	readonly outbound: Outbound;
	readonly model: string;
	readonly key: string | null;
	readonly leg: TryLeg;
	readonly target: RouteTarget;
	readonly tools: Tools;
};

/**
 * Returns the source of an attempt: it sends the request, and reports what the provider does until
 * the answer begins.
 */
export function sourceOf(
	place: TryContext,
	body: JsonObject,
	passed: Passed = nothingPassed,
): Source {
	const {call, provider, outbound, model, key, leg, tools} = place;
	const {stream} = call;
	const path = passed.path?.(model) ?? outbound.path({model, stream});
	const headers = {...outbound.headers(key), ...passed.headers};
	const source = upstreamSource({
		client: tools.client,
		clock: tools.clock,
		provider,
		url: `${provider.baseUrl}${path}${passed.query}`,
		headers,
		body: JSON.stringify(body),
		stream,
		connectMs: leg.limits.connectMs,
	});
	const {firstByteMs, wholeMs} = leg.limits;
	return watchedSource(source, {
		servers: tools.localServers,
		asked: {
			provider,
			model,
			headers: outbound.headers(key),
			limitMs: stream ? firstByteMs : wholeMs,
		},
		isToldInStream: addsProgress(place),
		onState: leg.onReading,
	});
}

/** Asks a server that can do so to say in the stream how much of the prompt it has read. */
export function withProgress(place: TryContext, body: JsonObject): JsonObject {
	return addsProgress(place) ? {...body, return_progress: true} : body;
}

/** Whether to ask for progress. If the client has asked for it, the client gets those events. */
function addsProgress({call, provider, tools}: TryContext): boolean {
	return (
		call.stream &&
		call.passed.path === undefined &&
		call.body['return_progress'] === undefined &&
		tools.localServers.tellsInStream(provider)
	);
}

const nothingPassed: Passed = {query: '', headers: {}};
