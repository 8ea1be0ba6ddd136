import type {RiskyPart} from '../events/authorization.ts';
import {revealInRow} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';

const namedMax = 2;
const columnsMax = 40;

/**
 * Adds to a warning or reason the part of the command that causes it, e.g. `it deletes (rm -r
 * build)`, unless the words contain that part already or it is the whole command.
 */
export function withParts(
	why: string,
	{summary, parts = []}: {readonly summary: string; readonly parts?: readonly RiskyPart[]},
): string {
	const texts = [...new Set(parts.filter(part => part.why === why).map(({text}) => text))];
	const whole = summary.trim();
	if (texts.length === 0 || texts.some(text => why.includes(text) || text === whole)) {
		return why;
	}
	const named = texts
		.slice(0, namedMax)
		.map(text => shorten(revealInRow(text), columnsMax, '…'))
		.join(', ');
	const others = texts.length - namedMax;
	return `${why} (${named}${others > 0 ? ` and ${others} more` : ''})`;
}
