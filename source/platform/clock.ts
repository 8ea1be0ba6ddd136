/**
 * The only source of timers and of the time, so that tests can control them. If its signal aborts,
 * a `sleep` ends early and leaves no timer behind.
 */
export type Clock = {
	/** Milliseconds since the epoch, for records. */
	readonly now: () => number;
	/** Milliseconds of a clock that never runs backwards, for durations. */
	readonly elapsed: () => number;
	readonly after: (delayMs: number, action: () => void) => Timer;
	readonly every: (periodMs: number, action: () => void) => Timer;
	readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
};

export type Timer = {readonly cancel: () => void};

export function systemClock(): Clock {
	return {
		now: () => Date.now(),
		elapsed: () => performance.now(),
		after(delayMs, action) {
			const timer = setTimeout(action, delayMs);
			return {cancel: () => clearTimeout(timer)};
		},
		every(periodMs, action) {
			const timer = setInterval(action, periodMs);
			timer.unref();
			return {cancel: () => clearInterval(timer)};
		},
		sleep: (delayMs, signal) => sleep(delayMs, signal),
	};
}

function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal?.aborted) {
			resolve();
			return;
		}
		const finish = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', finish);
			resolve();
		};
		const timer = setTimeout(finish, delayMs);
		signal?.addEventListener('abort', finish, {once: true});
	});
}
