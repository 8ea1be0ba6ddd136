import {hardWrap} from '../../text/hard-wrap.ts';
import {drawn, goesOn} from '../drawn.ts';
import {createHighlighter, type HighlightedText} from '../markdown/highlight.ts';
import type {Paint} from '../theme.ts';

type Room = {readonly width: number; readonly paint: Paint};

/**
 * Shows a command with every line break, escape and invisible character drawn; continued rows have
 * a mark. With a language, the command is coloured. Colours change no character, and no part of a
 * command is drawn fainter than the rest.
 */
export function commandRows(
	text: string,
	{width, paint, language = ''}: Room & {readonly language?: string},
): readonly string[] {
	const mark = paint.style('text.dim', goesOn(paint));
	const colours = createHighlighter(language);
	return text.split('\n').flatMap((line, index) => {
		const first = paint.style('text.strong', index === 0 ? `${paint.glyphs.prompt} ` : '  ');
		const shown = drawn(withEndMarked(line), paint);
		const rows = colouredRows(hardWrap(shown, width - 2), colours.line(shown), paint);
		return rows.map((row, at) => (at === 0 ? first : mark) + row);
	});
}

/** Draws blanks at the end of a line: nobody would see them, yet they are part of the command. */
export function withEndMarked(line: string): string {
	return line.replace(/ +$/, blanks => '\u2420'.repeat(blanks.length));
}

/** Returns the rows of one line; a coloured piece may continue in the next row. */
function colouredRows(
	rows: readonly string[],
	pieces: readonly HighlightedText[],
	paint: Paint,
): readonly string[] {
	let index = 0;
	let used = 0;
	return rows.map(row => {
		let styled = '';
		for (let at = 0; at < row.length; ) {
			const {text, token} = pieces[index] ?? {text: row, token: 'code'};
			const part = row.slice(at, at + Math.max(1, text.length - used));
			styled += strong(part, token, paint);
			at += part.length;
			used += part.length;
			if (used >= text.length) {
				index += 1;
				used = 0;
			}
		}
		return styled;
	});
}

function strong(text: string, token: HighlightedText['token'], paint: Paint): string {
	const isPlain = token === 'code' || token === 'code.comment';
	const opening = paint.open('text.strong') + (isPlain ? '' : paint.open(token));
	return opening === '' ? text : `${opening}${text}\u001B[m`;
}
