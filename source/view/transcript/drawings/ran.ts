import {localHost} from '../../../events/ids.ts';
import type {RanItem} from '../../../state/items/ran.ts';
import {neutralise} from '../../../text/neutralise.ts';
import {styledWidth} from '../../../text/styled.ts';
import {shorten} from '../../../text/width.ts';
import {span} from '../../words.ts';
import type {BlockOptions, Drawing} from './drawing.ts';

/** Draws a command that the person ran, and how it ended. Its output is in the terminal pane. */
export const ranDrawing: Drawing<RanItem> = {
	rows(item, options) {
		const {paint, width} = options;
		const where = item.host === localHost ? '' : `${neutralise(item.host)}: `;
		const start = `${paint.style('user', paint.glyphs.prompt)} ${paint.style('text.dim', `!${where}`)}`;
		const end = `  ${endWords(item, options)}`;
		const [line = ''] = neutralise(item.command).split('\n');
		const room = Math.max(3, width - styledWidth(start) - styledWidth(end));
		return [`${start}${shorten(line, room, paint.glyphs.more)}${end}`];
	},
	estimate: () => 1,
};

function endWords({ended}: RanItem, {paint}: BlockOptions): string {
	const {running, ok, failed} = paint.glyphs;
	if (!ended) {
		return paint.style('status.busy', running);
	}
	const isUnknown = ended.exitCode === null && ended.signal === null;
	const sign = isUnknown
		? paint.style('text.dim', 'ended, exit code not known')
		: ended.exitCode === 0
			? paint.style('status.ok', `${ok} 0`)
			: paint.style('status.error', `${failed} ${ended.signal ?? ended.exitCode ?? '?'}`);
	return `${sign}${paint.style('text.dim', ` ${span(ended.durationMs)}`)}`;
}
