import type {RiskyPart} from '../../events/authorization.ts';
import {hardWrap} from '../../text/hard-wrap.ts';
import {drawn, goesOn} from '../drawn.ts';
import {createHighlighter, type HighlightedText} from '../markdown/highlight.ts';
import type {Paint} from '../theme.ts';

type Room = {readonly width: number; readonly paint: Paint};

type Marked = {readonly language?: string; readonly parts?: readonly RiskyPart[]};

/**
 * Shows a command with every line break, escape and invisible character made visible; continued
 * rows begin with a mark. With a language, the command is coloured. Colours change no character,
 * and no part is drawn fainter than the rest. Risky parts are underlined.
 */
export function commandRows(
	text: string,
	{width, paint, language = '', parts = []}: Room & Marked,
): readonly string[] {
	const mark = paint.style('text.dim', goesOn(paint));
	const colours = createHighlighter(language);
	// Ignore a part that the command no longer has at that position, because the command was edited
	// or redacted.
	const risky = parts.filter(part => text.startsWith(part.text, part.at));
	let from = 0;
	return text.split('\n').flatMap((line, index) => {
		const first = paint.style('text.strong', index === 0 ? `${paint.glyphs.prompt} ` : '  ');
		const shown = drawn(withEndMarked(line), paint);
		const marked = spansIn({line, from}, risky, paint);
		const pieces = colours.line(shown).flatMap(cutAt(marked));
		from += line.length + 1;
		const rows = colouredRows(hardWrap(shown, width - 2), pieces, paint);
		return rows.map((row, at) => (at === 0 ? first : mark) + row);
	});
}

type Span = readonly [from: number, to: number];

/**
 * The positions of the risky parts in a line as it is drawn, where invisible characters take more
 * room.
 */
function spansIn(
	{line, from}: {readonly line: string; readonly from: number},
	parts: readonly RiskyPart[],
	paint: Paint,
): readonly Span[] {
	const drawnTo = (at: number) => drawn(line.slice(0, Math.max(0, at - from)), paint).length;
	return parts
		.map(({at, text}): Span => [drawnTo(at), drawnTo(at + text.length)])
		.filter(([start, end]) => start < end);
}

type Piece = HighlightedText & {readonly isRisky: boolean};

/**
 * Returns a function that cuts the pieces of a line where a risky part begins or ends. Call it with
 * the pieces in order.
 */
function cutAt(spans: readonly Span[]): (piece: HighlightedText) => readonly Piece[] {
	let from = 0;
	return ({text, token}) => {
		const [start, end] = [from, from + text.length];
		from = end;
		const cuts = [start, ...spans.flat().filter(at => at > start && at < end), end];
		const places = [...new Set(cuts)].toSorted((one, other) => one - other);
		return places.slice(1).map((to, index) => {
			const at = places[index]!;
			const isRisky = spans.some(([first, last]) => at >= first && at < last);
			return {text: text.slice(at - start, to - start), token, isRisky};
		});
	};
}

/**
 * Makes blanks at the end of a line visible, because they are part of the command but would not be
 * seen.
 */
export function withEndMarked(line: string): string {
	return line.replace(/ +$/, blanks => '\u2420'.repeat(blanks.length));
}

/** Splits a line's coloured pieces into rows. A piece may continue in the next row. */
function colouredRows(
	rows: readonly string[],
	pieces: readonly Piece[],
	paint: Paint,
): readonly string[] {
	let index = 0;
	let used = 0;
	return rows.map(row => {
		let styled = '';
		for (let at = 0; at < row.length; ) {
			const piece = pieces[index] ?? {text: row, token: 'code', isRisky: false};
			const {text} = piece;
			const part = row.slice(at, at + Math.max(1, text.length - used));
			styled += strong({...piece, text: part}, paint);
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

function strong({text, token, isRisky}: Piece, paint: Paint): string {
	const isPlain = token === 'code' || token === 'code.comment';
	const opening = paint.open('text.strong') + (isPlain ? '' : paint.open(token));
	const marked = isRisky ? opening + paint.open('card.danger') + underline : opening;
	return marked === '' ? text : `${marked}${text}\u001B[m`;
}

/**
 * Not a style of the theme: risky parts are underlined in every theme, and even without colours.
 */
const underline = '\u001B[4m';
