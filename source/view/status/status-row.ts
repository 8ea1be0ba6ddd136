import {neutralise} from '../../text/neutralise.ts';
import {padStyled, styledWidth} from '../../text/styled.ts';
import {textWidth} from '../../text/width.ts';
import type {Keymap} from '../actions/keymap.ts';
import type {Paint} from '../theme.ts';
import {leastWords, leftSide} from './left-side.ts';
import type {Status} from './status.ts';
import {rightEnds} from './status-items.ts';

const leftColumnsMin = 20;

/**
 * The status line: current activity and host on the left; model, context, cost and health on the right.
 */
export function statusRow(status: Status, {paint, keymap}: {paint: Paint; keymap: Keymap}): string {
	const {columns} = status;
	const ends = rightEnds(status, paint);
	// The current activity must be readable, if necessary instead of the facts on the right.
	const least = Math.max(leftColumnsMin, textWidth(neutralise(leastWords(status, keymap))));
	const fits = (end: string) => columns - styledWidth(end) - 1 >= least;
	const end = ends.find(fits) ?? ends.at(-1)!;
	const room = columns - styledWidth(end) - 1;
	return ` ${padStyled(leftSide(status, {paint, keymap, room}), room)}${end}`;
}
