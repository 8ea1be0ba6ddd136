import type {Clock} from '../platform/clock.ts';
import type {Link} from './link.ts';

/** Aborts when the host has been silent for some time. Each sign of life starts the time anew. */
export type SilenceWatch = {
	readonly signal: AbortSignal;
	/** Call this when data has arrived from the host. */
	readonly heard: () => void;
	readonly close: () => void;
};

export function watchSilence(
	link: Link,
	{clock, silenceMsMax}: {clock: Clock; silenceMsMax: number},
): SilenceWatch {
	const controller = new AbortController();
	let heardMs = clock.elapsed();
	const timer = clock.every(lookMs, () => {
		const nowMs = clock.elapsed();
		heardMs = Math.max(heardMs, nowMs - (link.silenceMs() ?? nowMs));
		if (nowMs - heardMs >= silenceMsMax) {
			controller.abort();
		}
	});
	return {
		signal: controller.signal,
		heard() {
			heardMs = clock.elapsed();
		},
		close: () => timer.cancel(),
	};
}

const lookMs = 100;
