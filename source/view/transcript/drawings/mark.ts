import type {Mark} from '../../../state/items/mark-kind.ts';
import {fitTo, shorten, textWidth} from '../../../text/width.ts';
import {drawn} from '../../drawn.ts';
import {foldRows, indented, textRows} from '../text-rows.ts';
import type {BlockOptions, Drawing} from './drawing.ts';

/** How many rows of a mark's text are shown while it is folded. */
const markTextRows = 4;

/**
 * Draws marks of every kind alike: a line across the transcript with words in it, and a text below.
 */
export const markDrawing: Drawing<Mark> = {
	rows(mark, options) {
		const {text} = mark;
		return [ruleRow(mark, options), ...(text === undefined ? [] : underRows(text, options))];
	},
	estimate: ({text}) => 1 + (text === undefined ? 0 : markTextRows),
};

/** Draws the line with its words. */
function ruleRow(mark: Mark, {paint, width}: BlockOptions): string {
	const words = fitTo(` ${wordsOf(mark, paint)} `, width);
	const left = Math.max(0, Math.floor((width - textWidth(words)) / 2));
	const line = paint.glyphs.horizontal;
	const right = Math.max(0, width - left - textWidth(words));
	return paint.style('text.dim', line.repeat(left) + words + line.repeat(right));
}

function wordsOf({words, subject, subjectColumnsMax}: Mark, paint: BlockOptions['paint']): string {
	if (subject === undefined) {
		return words;
	}
	const shown = drawn(subject, paint);
	return `${words}: ${subjectColumnsMax === undefined ? shown : shorten(shown, subjectColumnsMax)}`;
}

function underRows(text: string, options: BlockOptions): readonly string[] {
	const width = options.width - 2;
	const rows = textRows(text, {width, open: options.paint.open('text.dim')});
	return indented(foldRows(rows, {...options, width, rowsMax: markTextRows}), '  ');
}
