import type {Clock, Timer} from '../platform/clock.ts';

/** A deadline that is paused while the user answers a question. */
export type Deadline = {
	readonly signal: AbortSignal;
	/** True if time ran out, false if the caller cancelled. */
	readonly isOver: () => boolean;
	readonly whilePaused: <Value>(action: () => Promise<Value>) => Promise<Value>;
	/** Moves the deadline for a host that is itself waiting, as for a tap on a phone. */
	readonly extendTo: (timeoutMs: number) => void;
	readonly cancel: () => void;
};

export function startDeadline(
	timeoutMs: number,
	{clock, signal}: {clock: Clock; signal: AbortSignal},
): Deadline {
	const controller = new AbortController();
	let leftMs = timeoutMs;
	let isOver = false;
	let pauses = 0;
	let isCancelled = false;
	let startedMs = 0;
	let timer: Timer | null = null;
	const start = () => {
		startedMs = clock.elapsed();
		timer = clock.after(leftMs, () => {
			isOver = true;
			controller.abort();
		});
	};
	const stop = () => {
		timer?.cancel();
		timer = null;
	};
	const onAbort = () => controller.abort();
	signal.addEventListener('abort', onAbort, {once: true});
	if (signal.aborted) {
		onAbort();
	} else {
		start();
	}
	return {
		signal: controller.signal,
		isOver: () => isOver,
		async whilePaused(action) {
			if (pauses++ === 0 && timer) {
				leftMs = Math.max(0, leftMs - (clock.elapsed() - startedMs));
				stop();
			}
			try {
				return await action();
			} finally {
				if (--pauses === 0 && !isCancelled && !controller.signal.aborted) {
					start();
				}
			}
		},
		extendTo(extendedMs) {
			const isRunning = timer !== null;
			if (isRunning) {
				leftMs -= clock.elapsed() - startedMs;
				stop();
			}
			leftMs = Math.max(leftMs, extendedMs);
			if (isRunning) {
				start();
			}
		},
		cancel() {
			isCancelled = true;
			stop();
			signal.removeEventListener('abort', onAbort);
		},
	};
}
