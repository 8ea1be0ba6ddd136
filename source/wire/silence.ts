import type {Clock} from '../platform/clock.ts';
import {createListeners} from './listeners.ts';

/** The latest moment at which silence is told, looks included. */
const silentMs = 3000;
const listenMs = 500;

/**
 * The engine says something each second. A process that was stopped itself reads what came
 * meanwhile before it judges: two looks in a row have to find silence.
 */
export function watchSilence(clock: Clock) {
	const listeners = createListeners<boolean>();
	let heardAt = clock.elapsed();
	let isSilent = false;
	let looks = 0;
	const tell = (now: boolean) => {
		if (now !== isSilent) {
			isSilent = now;
			listeners.tell(now);
		}
	};
	const timer = clock.every(listenMs, () => {
		looks = clock.elapsed() - heardAt >= silentMs - 2 * listenMs ? looks + 1 : 0;
		tell(looks >= 2);
	});
	return {
		hear() {
			heardAt = clock.elapsed();
			looks = 0;
			tell(false);
		},
		subscribe: listeners.subscribe,
		stop: timer.cancel,
	};
}
