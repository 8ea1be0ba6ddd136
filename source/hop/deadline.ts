import type {Clock, Timer} from '../platform/clock.ts';

/** A deadline that stands still while a person is being asked. */
export type Deadline = {
	readonly signal: AbortSignal;
	/** Whether it was time that ran out, and not somebody who called it off. */
	readonly isOver: () => boolean;
	readonly whilePaused: <Value>(action: () => Promise<Value>) => Promise<Value>;
	/** For a host that waits for something itself, such as a tap on a phone. */
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
