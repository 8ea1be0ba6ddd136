import type {Failure} from '../events/failure.ts';
import type {TurnId} from '../events/ids.ts';
import {hasRetriedAlready, isTooLong, isTransient} from '../model/failure.ts';
import {isNearlyFull} from '../state/compaction.ts';
import {type CompactionWish, compact} from './compact.ts';
import type {TurnPorts} from './ports.ts';
import {hearReply, type ReplyResult} from './reply.ts';

/**
 * Asks the model until it answers or a retry can't help. Compacts the context first if the next
 * request would hardly fit, and once more if the provider says that it was too long. Nothing of a
 * broken reply was run, so asking again is safe.
 */
export async function requestWithRetry(
	ports: TurnPorts,
	turn: TurnId,
	signal: AbortSignal,
): Promise<ReplyResult> {
	if (isNearlyFull(ports.store.state(), ports.budget.windowTokens())) {
		await compactIfNeeded(ports, {why: 'window'}, signal);
	}
	const reply = await hearWithRetries(ports, turn, signal);
	if (reply.type !== 'failed' || !isTooLong(reply.failure)) {
		return reply;
	}
	return (await compactIfNeeded(ports, {why: 'overflow'}, signal))
		? hearWithRetries(ports, turn, signal)
		: reply;
}

/** Compacts the context, and shows a notice about it or about its failure. */
export async function compactIfNeeded(
	ports: TurnPorts,
	wish: CompactionWish,
	signal: AbortSignal,
): Promise<boolean> {
	const say = (level: 'info' | 'warn', text: string) =>
		ports.store.append({type: 'notice.shown', level, text});
	say('info', `${reasons[wish.why]}What was said earlier is put into a summary. Esc stops it.`);
	const failure = await compact(ports, wish, signal);
	if (failure) {
		say('warn', `The context stays as it is: ${failure.message}`);
	}
	return failure === null;
}

const reasons = {
	asked: '',
	window: 'The context is nearly full. ',
	overflow: 'The context is too long for this model. ',
} as const;

/** Asks the model, and retries after 1, 2, 4 and 8 s. */
async function hearWithRetries(
	ports: TurnPorts,
	turn: TurnId,
	signal: AbortSignal,
): Promise<ReplyResult> {
	for (let attempt = 1; ; attempt += 1) {
		const reply = await hearReply(ports, turn, signal);
		if (
			reply.type !== 'failed' ||
			attempt > retriesMax[ports.patience] ||
			!isWorthWaiting(reply.failure, ports.patience)
		) {
			return reply;
		}
		const {failure} = reply;
		const delayMs = Math.max(failure.retryAfterMs ?? 0, firstRetryDelayMs * 2 ** (attempt - 1));
		ports.store.append({type: 'turn.retried', turn, attempt, delayMs, failure});
		await ports.clock.sleep(delayMs, signal);
		if (signal.aborted) {
			return {type: 'interrupted'};
		}
	}
}

/**
 * The most retries. The proxy itself retries each of them several times, so that even a script
 * waits for some seconds in all.
 */
const retriesMax = {person: 4, script: 2} as const;
const firstRetryDelayMs = 1000;
const retryDelayMsMax = {person: 60_000, script: 5000} as const;

/**
 * Whether waiting for a retry makes sense. A person can search for the cause meanwhile; for a
 * script, it only delays the error.
 */
function isWorthWaiting(failure: Failure, patience: TurnPorts['patience']): boolean {
	const {kind, retryAfterMs = 0} = failure;
	// A rate limit ends when the provider says so; for other outages, nothing says when they end.
	const delayMsMax = retryDelayMsMax[kind === 'rate-limited' ? 'person' : patience];
	return (
		isTransient(failure) &&
		retryAfterMs <= delayMsMax &&
		(patience === 'person' || !hasRetriedAlready(failure))
	);
}
