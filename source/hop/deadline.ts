import type {Clock, Timer} from '../platform/clock.ts';

/** A deadline that is paused while the user answers a question. */
export type Deadline = {
	readonly signal: AbortSignal;
	/** Returns true if time ran out, false if the caller cancelled or time is left. */
	readonly isOver: () => boolean;
	readonly whilePaused: <Value>(action: () => Promise<Value>) => Promise<Value>;
	/**
	 * Leaves at least this much time from now on, for a host that itself waits, as for a tap on a
	 * phone.
	 */
	readonly extendTo: (timeoutMs: number) => void;
	readonly cancel: () => void;
};

export function startDeadline(
	timeoutMs: number,
	{clock, signal}: {clock: Clock; signal: AbortSignal},
): Deadline {
	const controller = new AbortController();
	const onAbort = () => controller.abort();
	let isOver = false;
	let pauses = 0;
	let isCancelled = false;
	const countdown = createCountdown(timeoutMs, {
		clock,
		onOver() {
			isOver = true;
			controller.abort();
		},
	});
	signal.addEventListener('abort', onAbort, {once: true});
	if (signal.aborted) {
		onAbort();
	} else {
		countdown.start();
	}
	return {
		signal: controller.signal,
		isOver: () => isOver,
		async whilePaused(action) {
			if (pauses++ === 0) {
				countdown.stop();
			}
			try {
				return await action();
			} finally {
				if (--pauses === 0 && !isCancelled && !controller.signal.aborted) {
					countdown.start();
				}
			}
		},
		extendTo: countdown.extendTo,
		cancel() {
			isCancelled = true;
			countdown.stop();
			signal.removeEventListener('abort', onAbort);
		},
	};
}

/**
 * A timer that can be stopped. When it is started again, it continues with the time that was left.
 */
function createCountdown(timeoutMs: number, {clock, onOver}: {clock: Clock; onOver: () => void}) {
	let leftMs = timeoutMs;
	let startedMs = 0;
	let timer: Timer | null = null;
	const start = () => {
		startedMs = clock.elapsed();
		timer = clock.after(leftMs, () => {
			timer = null;
			onOver();
		});
	};
	const stop = () => {
		if (timer) {
			leftMs = Math.max(0, leftMs - (clock.elapsed() - startedMs));
			timer.cancel();
			timer = null;
		}
	};
	return {
		start,
		stop,
		extendTo(extendedMs: number) {
			const isRunning = timer !== null;
			stop();
			leftMs = Math.max(leftMs, extendedMs);
			if (isRunning) {
				start();
			}
		},
	};
}
