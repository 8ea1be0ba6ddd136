import type {Live} from '../../events/live.ts';
import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Lets React hear of changes after the frame that a key or the end of an answer has asked for: what
 * is painted must not wait until Ink has made its picture. Changes of one moment come together.
 */
export type Afterwards = {
	/** The same source; its listeners are called later. */
	readonly of: <Source extends Pick<Live<unknown>, 'subscribe'>>(source: Source) => Source;
	readonly close: () => void;
};

export function createAfterwards(clock: Clock): Afterwards {
	const waiting = new Set<() => void>();
	let timer: Timer | null = null;
	const flush = () => {
		timer = null;
		const listeners = [...waiting];
		waiting.clear();
		for (const listener of listeners) {
			listener();
		}
	};
	return {
		of: source => ({
			...source,
			subscribe(listener: () => void) {
				const stop = source.subscribe(() => {
					waiting.add(listener);
					timer ??= clock.after(0, flush);
				});
				return () => {
					stop();
					waiting.delete(listener);
				};
			},
		}),
		close: () => timer?.cancel(),
	};
}
