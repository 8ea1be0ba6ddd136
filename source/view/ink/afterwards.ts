import type {Live} from '../../events/live.ts';
import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Delays changes for React until the frame that a key or the end of an answer has requested is
 * drawn, so that painted panes need not wait until Ink has made its picture. Changes of one moment
 * are told together.
 */
export type Afterwards = {
	/** Returns the same source, whose listeners are called later. */
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
