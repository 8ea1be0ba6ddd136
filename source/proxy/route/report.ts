import type {Usage} from '../../events/part.ts';
import type {ReadingState} from '../../events/reading.ts';
import type {Signal, SignalKind} from '../../events/signal.ts';
import type {Clock} from '../../platform/clock.ts';
import type {CallFailure} from '../failure.ts';
import type {Again} from '../translate/client-response.ts';
import type {AttemptEnd} from './attempt-end.ts';
import type {TryEnd} from './breaker.ts';
import type {CallEnd} from './call.ts';
import {causeOf, layerOf} from './cause.ts';
import type {ClientCall, Prepared} from './prepare.ts';
import type {ResolvedRoute, RouteTarget} from './resolve.ts';
import {placeOf, type TryResult} from './route-health.ts';
import type {Tell} from './tell.ts';

/**
 * Reports what happens to one call as signals. They contain no text of a model or of a provider.
 */
export type Report = ReturnType<typeof createReport>;

type Facts = Parameters<Tell['now']>[1];

type ReportPorts = {
	readonly call: ClientCall;
	readonly route: ResolvedRoute;
	readonly tell: Tell;
	readonly clock: Clock;
};

export function createReport({call, route, tell, clock}: ReportPorts) {
	const startedAt = clock.elapsed();
	const sinceStart = () => Math.round(clock.elapsed() - startedAt);
	const say = createSaying({call, route, tell});
	let gapMs = 0;
	return {
		started: (target: RouteTarget) => say('request.started', target),
		cooling(target: RouteTarget, retryAfterMs: number) {
			say('routes.cooling', target, {retryAfterMs: Math.round(retryAfterMs)});
		},
		trying(target: RouteTarget, notices: readonly string[]) {
			for (const note of notices) {
				tell.once('tool.dropped', {provider: target.provider.name, note});
			}
			return createTryReport(clock, {
				onFirstByte: durationMs => say('request.first-byte', target, {durationMs}),
				onGap(ms) {
					gapMs = Math.max(gapMs, ms);
				},
			});
		},
		/** Reports a failed attempt. Null if an exception happened outside of any attempt. */
		failedTry(
			target: RouteTarget | null,
			{failure, spoke}: {failure: CallFailure; spoke: boolean},
		) {
			const cause = causeOf(failure, spoke ? 'after' : 'before');
			if (cause) {
				const {retryAfterMs} = failure;
				say(cause.kind, target, {code: cause.code, retryAfterMs});
			}
		},
		/** Reports what happened to one tool call that the model wrote. */
		called: (target: RouteTarget, {kind, code}: {kind: SignalKind; code: string | undefined}) =>
			say(kind, target, {code}),
		reading(target: RouteTarget, {what, percent}: ReadingState) {
			say('request.reading', target, {code: what, percent, isOwn: call.isEngine || undefined});
		},
		retried(target: RouteTarget, failure: CallFailure, durationMs?: number) {
			say('request.retried', target, {...wordsOf(failure), durationMs});
		},
		/**
		 * Reports that every attempt has failed and no target is left. Failures that every provider
		 * would share, such as a bad request, are not reported.
		 */
		givenUp(target: RouteTarget, failure: CallFailure) {
			if (failure.retry !== 'never') {
				say('upstream.unavailable', target, {code: codeOf(failure)});
			}
		},
		rerouted: (target: RouteTarget, failure: CallFailure) =>
			say('request.rerouted', target, wordsOf(failure)),
		resumed: (target: RouteTarget, prepared: Prepared | null) =>
			say('stream.resumed', target, usageOf(prepared)),
		again(target: RouteTarget, {again, prepared}: {again: Again; prepared: Prepared | null}) {
			const kind = again.why === 'continued' ? 'stream.continued' : 'call.asked-back';
			say(kind, target, {code: again.code, ...usageOf(prepared)});
		},
		ended(end: CallEnd) {
			// Our own engine then shortens the conversation by itself; other clients' users have to be
			// told.
			if (end.status === 'failed' && end.failure.code === tooLongCode && !call.isEngine) {
				say('guest.context-exceeded', null);
			}
			say(...signalOf(end, {durationMs: sinceStart(), gapMs}));
		},
	};
}

const tooLongCode = 'context_length_exceeded';

/**
 * Returns a function that adds to each signal which call it is about, and which provider and model.
 */
function createSaying({call, route, tell}: Omit<ReportPorts, 'clock'>) {
	let last: RouteTarget | null = null;
	let place: Facts = {};
	return (kind: SignalKind, target: RouteTarget | null, facts: Facts = {}) => {
		if (target && target !== last) {
			last = target;
			place = {...placeOf(target), host: hostOf(target)};
		}
		tell.now(kind, {request: call.id, route: route.model, ...place, ...facts});
	};
}

function createTryReport(
	clock: Clock,
	{onFirstByte, onGap}: {onFirstByte: (durationMs: number) => void; onGap: (ms: number) => void},
) {
	const triedAt = clock.elapsed();
	let firstByteMs: number | undefined;
	return {
		firstByte() {
			firstByteMs = Math.round(clock.elapsed() - triedAt);
			onFirstByte(firstByteMs);
		},
		gap: onGap,
		/** Further attempts of the same request say nothing more about the route's health. */
		result: (end: AttemptEnd, isFurther: boolean): TryResult => ({
			how: isFurther && end.status === 'failed' ? 'neither' : howOf(end),
			failure: end.status === 'failed' ? end.failure : undefined,
			firstByteMs,
		}),
	};
}

function signalOf(
	end: CallEnd,
	{durationMs, gapMs}: {readonly durationMs: number; readonly gapMs: number},
): readonly [SignalKind, RouteTarget | null, Facts] {
	switch (end.status) {
		case 'answered':
			return ['request.ended', end.target, {durationMs, gapMs, ...usageOf(end.prepared)}];
		case 'failed':
			return [
				'request.failed',
				null,
				{...wordsOf(end.failure), layer: layerOf(end.failure), durationMs},
			];
		case 'left':
			return ['client.left', null, {durationMs}];
	}
}

/** Whether the end of an attempt counts for or against its route. */
function howOf(end: AttemptEnd): TryEnd {
	if (end.status === 'answered' || end.status === 'again') {
		return 'well';
	}
	return end.status === 'failed' && badKinds.has(end.failure.kind) ? 'failed' : 'neither';
}

const badKinds: ReadonlySet<string> = new Set([
	'upstream',
	'timeout',
	'unreachable',
	'incomplete',
	'protocol',
]);

function codeOf(failure: CallFailure): Signal['code'] {
	return causeOf(failure, 'before')?.code ?? failure.status;
}

function hostOf({provider}: RouteTarget): string | undefined {
	return URL.parse(provider.baseUrl)?.host || undefined;
}

function wordsOf({detail, status, message, said}: CallFailure): Pick<Signal, 'code' | 'note'> {
	const note = said && message.endsWith(said) ? message.slice(0, -said.length) : message;
	return {code: detail ?? status, note: note.replace(/:? *$/, '')};
}

function usageOf(prepared: Prepared | null): Partial<Usage> & Pick<Signal, 'isEstimated'> {
	const state = prepared?.pipe.state();
	const {inputTokens, outputTokens, cachedTokens} = state?.usage ?? state?.estimate ?? {};
	return {
		...(inputTokens === undefined ? {} : {inputTokens}),
		...(outputTokens === undefined ? {} : {outputTokens}),
		...(cachedTokens ? {cachedTokens} : {}),
		...(state?.usage === null && state.estimate ? {isEstimated: true} : {}),
	};
}
