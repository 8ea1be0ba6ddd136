import type {Live} from '../../events/live.ts';
import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Delays changes for React until a frame has been drawn that a key or the end of an answer
 * requested, so that painted panes needn't wait for Ink's picture. Changes that wait together are
 * passed on together.
 */
export type Afterwards = {
	/** Returns a source with the same value, whose listeners are called later. */
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
