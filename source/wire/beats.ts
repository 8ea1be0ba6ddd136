import type {Clock, Timer} from '../platform/clock.ts';
import type {ScreenLink} from './screen-link.ts';

const beatMs = 1000;

/** Tells the screens each second that the engine lives. Without screens, no timer runs. */
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
