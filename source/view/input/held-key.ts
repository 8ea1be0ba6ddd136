import {chordOf, type KeyPress} from '../../keys/key.ts';
import type {Clock} from '../../platform/clock.ts';

/**
 * The key that answered a card, for as long as it may still be held down: keyboards wait up to a
 * second before they repeat a key, longer than a new card takes no key.
 */
export type HeldKey = {
	readonly pressed: (key: KeyPress | null) => void;
	/** The same key again, so soon that nobody can have let it go and read another card. */
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
