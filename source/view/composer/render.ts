import type {PaneFrame} from '../../events/live.ts';
import {shorten} from '../../text/width.ts';
import {paintSpans, type Span} from '../markdown/span.ts';
import type {Paint} from '../theme.ts';
import {type Draft, type Range, selectionOf} from './draft.ts';
import {layOut, positionOf, type Row} from './layout.ts';
import {placeholdersIn} from './placeholder.ts';

export type ComposerOptions = {
	readonly width: number;
	readonly rowsMax: number;
	readonly paint: Paint;
	/** The text that is shown while the draft is empty. */
	readonly placeholder?: string;
};

/**
 * The cells that the text can't use: the prompt and a space before it, and one for the caret after
 * a full row.
 */
const promptCells = 2;
const caretCells = 1;

/** The width at which the text is wrapped. Use it for moving the caret up and down too. */
export function textWidthOf(width: number): number {
	return Math.max(1, width - promptCells - caretCells);
}

/** Returns how many rows the draft needs, without a limit. */
export function rowsWanted(draft: Draft, width: number): number {
	return layOut(draft.text, textWidthOf(width)).length;
}

/** Draws the draft. It is scrolled so that the caret is visible. */
export function renderComposer(draft: Draft, options: ComposerOptions): PaneFrame {
	const {width, rowsMax, paint, placeholder = ''} = options;
	const rows = layOut(draft.text, textWidthOf(width));
	const caret = positionOf(rows, draft.caret);
	const top = topRow({caret: caret.row, total: rows.length, rowsMax});
	const shown = rows.slice(top, top + Math.max(1, rowsMax));
	const marks = marksOf(draft, paint);
	const text = (row: Row) => paintSpans(rowSpans(row, draft.text, marks));
	const cursor = {x: Math.min(width - 1, promptCells + caret.column), y: caret.row - top};
	if (draft.text === '') {
		const words = paint.style('text.dim', shorten(placeholder, textWidthOf(width)));
		return {rows: [promptOf(paint, 'start') + words], cursor};
	}
	const hidden = {above: top > 0, below: top + shown.length < rows.length};
	return {
		rows: shown.map((row, index) => {
			const isLast = index === shown.length - 1;
			const more = {above: hidden.above && index === 0, below: hidden.below && isLast};
			return promptOf(paint, top + index === 0 ? 'start' : 'inside', more) + text(row);
		}),
		cursor,
	};
}

/**
 * The first visible row. The caret is kept in the middle, so that text on both sides is visible.
 */
function topRow({caret, total, rowsMax}: {caret: number; total: number; rowsMax: number}): number {
	const most = Math.max(0, total - Math.max(1, rowsMax));
	return Math.max(0, Math.min(most, caret - Math.floor(rowsMax / 2)));
}

/**
 * What stands before a visible row: the prompt before the first row of the draft, an arrow if rows
 * above or below are hidden.
 */
function promptOf(
	paint: Paint,
	place: 'start' | 'inside',
	more: {readonly above: boolean; readonly below: boolean} = {above: false, below: false},
): string {
	if (place === 'start') {
		return `${paint.style('user', paint.glyphs.prompt)} `;
	}
	const [up, down] = paint.theme.ascii ? ['^', 'v'] : ['↑', '↓'];
	if (more.above) {
		return `${paint.style('text.dim', up!)} `;
	}
	return more.below ? `${paint.style('text.dim', down!)} ` : '  ';
}

type StyledRange = Range & {readonly open: string};

/** The ranges with a style of their own: folded pastes and, over them, the selection. */
function marksOf(draft: Draft, paint: Paint): readonly StyledRange[] {
	const pastes = placeholdersIn(draft).map(({from, to}) => ({
		from,
		to,
		open: paint.open('text.accent'),
	}));
	const selection = selectionOf(draft);
	return selection ? [...pastes, {...selection, open: paint.open('selection')}] : pastes;
}

function rowSpans(row: Row, text: string, marks: readonly StyledRange[]): readonly Span[] {
	const own = marks.filter(mark => mark.from < row.end && mark.to > row.start);
	if (own.length === 0) {
		return [{text: shownText(row, text, {from: row.start, to: row.end}), open: ''}];
	}
	const edges = new Set([row.start, row.end]);
	for (const {from, to} of own) {
		edges.add(Math.max(from, row.start)).add(Math.min(to, row.end));
	}
	const places = [...edges].sort((one, other) => one - other);
	return places.slice(0, -1).map((from, index) => {
		const to = places[index + 1]!;
		const over = own.filter(mark => mark.from <= from && mark.to >= to);
		const open = over.map(mark => mark.open).join('');
		return {text: shownText(row, text, {from, to}), open};
	});
}

function shownText(row: Row, text: string, {from, to}: Range): string {
	return row.cells
		? row.cells
				.filter(cell => cell.at >= from && cell.at < to)
				.map(cell => cell.shown)
				.join('')
		: text.slice(from, to);
}
