import {styledWidth} from '../../text/styled.ts';
import {wrapStyled} from '../../text/wrap.ts';
import type {Paint} from '../theme.ts';
import type {Alignment, MarkdownTable} from './block.ts';
import {inlineSpans} from './inline.ts';
import {paintSpans, reset} from './span.ts';

export type TableOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly base?: string;
};

/** A column that is narrower can't show words, so the table is written as a list of its cells. */
const columnWidthMin = 5;

/**
 * Draws a table with aligned columns and wrapped cells. If the columns don't fit, each row becomes
 * a list of its cells.
 */
export function renderTable(table: MarkdownTable, options: TableOptions): readonly string[] {
	const strong = options.paint.open('text.strong');
	const header = table.header.map(cell => cellRows(cell, options, strong));
	const rows = table.rows.map(row => row.map(cell => cellRows(cell, options, '')));
	const natural = header.map((cell, column) =>
		Math.max(1, ...[cell, ...rows.map(row => row[column]!)].map(rowsWidth)),
	);
	const room = options.width - separatorWidth * (natural.length - 1);
	if (room < natural.length * columnWidthMin && sum(natural) > room) {
		return renderRecords(table, options);
	}
	const grid: Grid = {
		widths: shrink(natural, room),
		alignments: table.alignments,
		separator: separator(options.paint, 'cell'),
	};
	const rule = ruleRow(grid.widths, options.paint);
	const body = rows.map(row => gridRows(row, grid));
	const isTall = body.some(lines => lines.length > 1);
	return [
		...gridRows(header, grid),
		rule,
		...body.flatMap((lines, index) => (isTall && index > 0 ? [rule, ...lines] : lines)),
	];
}

type Grid = {
	readonly widths: readonly number[];
	readonly alignments: readonly Alignment[];
	readonly separator: string;
};

const separatorWidth = 3;

function cellRows(cell: string, options: TableOptions, style: string): readonly string[] {
	const {paint, base = ''} = options;
	return inlineSpans(cell, {paint, base: base + style}).map(paintSpans);
}

function rowsWidth(rows: readonly string[]): number {
	return rows.reduce((width, row) => Math.max(width, styledWidth(row)), 0);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

/** Distributes the width: narrow columns keep theirs, and wide ones share the rest. */
function shrink(natural: readonly number[], room: number): readonly number[] {
	if (sum(natural) <= room) {
		return natural;
	}
	const widths = [...natural];
	const order = widths
		.map((_, column) => column)
		.sort((one, other) => natural[one]! - natural[other]!);
	let left = room;
	for (const [place, column] of order.entries()) {
		const share = Math.floor(left / (order.length - place));
		widths[column] = Math.min(natural[column]!, Math.max(1, share));
		left -= widths[column];
	}
	return widths;
}

function gridRows(cells: readonly (readonly string[])[], grid: Grid): readonly string[] {
	const wrapped = cells.map((rows, column) =>
		rows.flatMap(row => wrapStyled(row, grid.widths[column]!)),
	);
	const height = Math.max(1, ...wrapped.map(rows => rows.length));
	return Array.from({length: height}, (_, line) =>
		wrapped
			.map((rows, column) =>
				align(rows[line] ?? '', grid.widths[column]!, grid.alignments[column]!),
			)
			.join(grid.separator)
			.trimEnd(),
	);
}

function align(text: string, width: number, alignment: Alignment): string {
	const missing = Math.max(0, width - styledWidth(text));
	const before = alignment === 'left' ? 0 : alignment === 'right' ? missing : missing >> 1;
	return ' '.repeat(before) + text + ' '.repeat(missing - before);
}

function ruleRow(widths: readonly number[], paint: Paint): string {
	const lines = widths.map(width => paint.glyphs.horizontal.repeat(width));
	return paint.style('border', lines.join(separator(paint, 'rule')));
}

function separator(paint: Paint, place: 'cell' | 'rule'): string {
	const {horizontal, vertical} = paint.glyphs;
	if (place === 'cell') {
		return ` ${paint.style('border', vertical)} `;
	}
	return horizontal + (paint.theme.ascii ? '+' : '┼') + horizontal;
}

function renderRecords(table: MarkdownTable, options: TableOptions): readonly string[] {
	const {width, paint, base = ''} = options;
	const strong = base + paint.open('text.strong');
	const records = table.rows.map(row =>
		row.flatMap((cell, column) => {
			const name = {text: `${table.header[column]}: `, open: strong};
			const [first = [], ...rest] = inlineSpans(cell, {paint, base});
			return [[name, ...first], ...rest].flatMap(spans => wrapStyled(paintSpans(spans), width));
		}),
	);
	const names = table.header.flatMap(name => wrapStyled(strong + name + reset, width));
	return records.length === 0
		? names
		: records.flatMap((rows, index) => (index === 0 ? rows : ['', ...rows]));
}
