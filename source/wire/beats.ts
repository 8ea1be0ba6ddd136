import type {Clock, Timer} from '../platform/clock.ts';
import type {ScreenLink} from './screen-link.ts';

const beatMs = 1000;

/**
 * Sends every screen a message each second, so that it notices if the engine stops. `look` starts
 * or stops the timer: none runs without screens.
 */
export function createBeats(clock: Clock, links: ReadonlySet<Pick<ScreenLink, 'beat'>>) {
	let timer: Timer | null = null;
	const stop = () => {
		timer?.cancel();
		timer = null;
	};
	return {
		stop,
		look() {
			if (links.size === 0) {
				stop();
				return;
			}
			timer ??= clock.every(beatMs, () => {
				for (const link of links) {
					link.beat();
				}
			});
		},
	};
}
