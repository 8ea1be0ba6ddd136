import type {Clock, Timer} from '../platform/clock.ts';

/**
 * The time limit of a call: a silence that is too long, or too long in all. Progress begins the
 * silence anew; while a person answers a question of the server, none of it counts.
 */
export type CallLimit = {
	/** Aborts at the limit, or when the person cancels. */
	readonly signal: AbortSignal;
	readonly heard: () => void;
	/** Null if no limit was reached. */
	readonly reached: () => 'silent' | 'total' | null;
	readonly stop: () => void;
};

export function startCallLimit({
	clock,
	silentMs,
	totalMs,
	isPaused,
	cancel,
}: {
	clock: Clock;
	silentMs: number;
	totalMs: number;
	isPaused: () => boolean;
	cancel: AbortSignal;
}): CallLimit {
	const limit = new AbortController();
	let reached: 'silent' | 'total' | null = null;
	const end = (which: 'silent' | 'total') => () => {
		if (isPaused()) {
			arm(which, pausedLookMs);
			return;
		}
		reached = which;
		limit.abort(new Error(`no answer within the time limit`));
	};
	const timers: Record<'silent' | 'total', Timer | null> = {silent: null, total: null};
	const arm = (which: 'silent' | 'total', delayMs: number) => {
		timers[which]?.cancel();
		timers[which] = clock.after(delayMs, end(which));
	};
	arm('silent', silentMs);
	arm('total', totalMs);
	return {
		signal: AbortSignal.any([limit.signal, cancel]),
		heard: () => arm('silent', silentMs),
		reached: () => reached,
		stop() {
			timers.silent?.cancel();
			timers.total?.cancel();
		},
	};
}

/** How long is waited after the limit, as long as a question is open, before it is looked at again. */
const pausedLookMs = 5000;
