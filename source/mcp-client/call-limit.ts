import type {Clock, Timer} from '../platform/clock.ts';

/**
 * The time limits of a call: one for the time without a sign of life, and one for the whole call.
 * Progress restarts the first. While a person answers a question of the server, neither ends the
 * call.
 */
export type CallLimit = {
	/** Aborts when a limit is reached, or when the person cancels. */
	readonly signal: AbortSignal;
	readonly heard: () => void;
	/** Returns null if no limit was reached. */
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

/** If a limit is reached while a question is open, it is checked again after this time. */
const pausedLookMs = 5000;
