import {chordOf, type KeyPress} from '../../keys/key.ts';
import type {Clock} from '../../platform/clock.ts';

/**
 * The key that answered the last card and may still be held down. A keyboard may wait up to a
 * second before it repeats a key, and a new card ignores keys for a shorter time than that.
 */
export type HeldKey = {
	readonly pressed: (key: KeyPress | null) => void;
	/** Whether the same key comes again so soon that the person can't have read the next card. */
	readonly goesOn: (key: KeyPress | null) => boolean;
};

export const heldKeyMs = 1000;

export function createHeldKey(clock: Pick<Clock, 'elapsed'>): HeldKey {
	let chord = '';
	let at = 0;
	return {
		pressed(key) {
			chord = key === null ? '' : chordOf(key);
			at = clock.elapsed();
		},
		goesOn(key) {
			const isSame = key !== null && chordOf(key) === chord && clock.elapsed() - at < heldKeyMs;
			at = isSame ? clock.elapsed() : at;
			return isSame;
		},
	};
}
