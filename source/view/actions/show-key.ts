import {showChord} from '../../keys/show-chord.ts';
import type {Paint} from '../theme.ts';

/**
 * The chord as people write it. The names of arrow keys are words if the screen's font has no
 * arrows.
 */
export function showKey(chord: string, {theme}: Paint): string {
	return theme.ascii && /^(?:up|down|left|right)$/.test(chord)
		? `${chord.charAt(0).toUpperCase()}${chord.slice(1)}`
		: showChord(chord);
}
