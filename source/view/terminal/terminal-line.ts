import type {State} from '../../state/state.ts';
import {padStyled, styledWidth} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import type {Paint} from '../theme.ts';
import {nameOf} from './tab-names.ts';
import {endOf} from './title.ts';

/**
 * The line of the folded terminals: how the newest one ended, how many others there are, and the
 * key that opens them.
 */
export function terminalLine(
	{terminals}: State,
	{width, opens, paint}: {width: number; opens: string; paint: Paint},
): string {
	const newest = terminals.at(-1);
	if (!newest) {
		return ' '.repeat(width);
	}
	const others = terminals.length === 1 ? '' : `, and ${terminals.length - 1} more`;
	const start = ` ${paint.style('title', 'terminal')} ${endOf(newest, paint)} `;
	const rest = `${others}  ${opens} opens`;
	const room = Math.max(3, width - styledWidth(start) - rest.length - 1);
	const name = shorten(nameOf(newest), room);
	return padStyled(`${start}${name}${paint.style('text.dim', rest)}`, width);
}
