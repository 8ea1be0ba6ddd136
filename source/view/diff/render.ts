import {padStyled} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import {toLine} from '../markdown/lines.ts';
import {hardWrap, type Span} from '../markdown/span.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import type {DiffLine} from './diff.ts';
import {pairsOf, type WordPiece, wordChanges} from './words.ts';

export type DiffOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly layout: 'unified' | 'side-by-side';
};

/** Narrower than this, two columns hold too little to be read beside each other. */
export const sideBySideWidthMin = 80;

/** A diff as styled rows. Signs say what the colours say, for those who don't see them. */
export function renderDiff(diff: readonly DiffLine[], options: DiffOptions): readonly string[] {
	const lines = diff.map(line => ('text' in line ? {...line, text: toLine(line.text)} : line));
	const page: Page = {
		...options,
		digits: digitsOf(lines),
		words: wordChanges(lines),
	};
	return options.layout === 'side-by-side' && options.width >= sideBySideWidthMin
		? sideBySide(lines, page)
		: lines.flatMap(line => unifiedRows(line, page));
}

type Page = DiffOptions & {
	readonly digits: number;
	readonly words: ReadonlyMap<DiffLine, readonly WordPiece[]>;
};

const inverse = '\u001B[7m';

/** Narrower than this, one number has to do for both texts. */
const bothNumbersFromWidth = 48;

const looks = {
	same: {sign: ' ', token: 'text'},
	remove: {sign: '-', token: 'diff.remove'},
	add: {sign: '+', token: 'diff.add'},
} as const satisfies Record<string, {sign: string; token: ThemeToken}>;

type TextLine = Extract<DiffLine, {text: string}>;

function unifiedRows(line: DiffLine, page: Page): readonly string[] {
	if (!('text' in line)) {
		return [betweenRow(line, page)];
	}
	const before = 'before' in line ? line.before : null;
	const after = 'after' in line ? line.after : null;
	const numbers =
		page.width >= bothNumbersFromWidth
			? `${numberText(before, page)} ${numberText(after, page)}`
			: numberText(after ?? before, page);
	return textRows(line, {page, numbers, width: page.width});
}

function betweenRow(line: Exclude<DiffLine, TextLine>, {paint, width}: Page): string {
	const token = line.type === 'note' ? 'text.dim' : 'diff.header';
	const mark = line.type === 'fold' ? `${paint.glyphs.more} ` : '';
	return paint.style(token, shorten((mark + toLine(line.words)).trimEnd(), width));
}

function textRows(
	line: TextLine,
	{page, numbers, width}: {page: Page; numbers: string; width: number},
): readonly string[] {
	const {paint} = page;
	const {sign, token} = looks[line.type];
	const open = paint.open(token);
	const gutter = numbers.length + 3;
	const mark = {text: paint.theme.ascii ? '> ' : '» ', open: paint.open('text.dim')};
	const rows = hardWrap(pieceSpans(line, page, open), {width: Math.max(4, width - gutter), mark});
	return rows.map((row, index) => {
		const head = index === 0 ? numbers : ' '.repeat(numbers.length);
		return `${paint.style('text.dim', head)} ${paint.style(token, index === 0 ? sign : ' ')} ${row}`;
	});
}

function pieceSpans(line: TextLine, {words}: Page, open: string): readonly Span[] {
	const pieces = words.get(line) ?? [{text: line.text, changed: false}];
	return pieces.map(({text, changed}) => ({text, open: changed ? open + inverse : open}));
}

function sideBySide(lines: readonly DiffLine[], page: Page): readonly string[] {
	const width = Math.floor((page.width - separatorWidth) / 2);
	const partners = new Map<DiffLine, DiffLine>(pairsOf(lines));
	const paired = new Set<DiffLine>(partners.values());
	const cell = (line: TextLine | null, number: number | null) =>
		line === null ? [] : textRows(line, {page, numbers: numberText(number, page), width});
	return lines.flatMap(line => {
		switch (line.type) {
			case 'same':
				return besides(cell(line, line.before), cell(line, line.after), {page, width});
			case 'remove': {
				const partner = partners.get(line);
				const right = partner?.type === 'add' ? cell(partner, partner.after) : [];
				return besides(cell(line, line.before), right, {page, width});
			}
			case 'add':
				return paired.has(line) ? [] : besides([], cell(line, line.after), {page, width});
			default:
				return [betweenRow(line, page)];
		}
	});
}

const separatorWidth = 3;

function besides(
	left: readonly string[],
	right: readonly string[],
	{page, width}: {page: Page; width: number},
): readonly string[] {
	const separator = ` ${page.paint.style('border', page.paint.glyphs.vertical)} `;
	return Array.from(
		{length: Math.max(left.length, right.length)},
		(_, index) => padStyled(left[index] ?? '', width) + separator + (right[index] ?? ''),
	);
}

function numberText(number: number | null, {digits}: Page): string {
	return String(number ?? '').padStart(digits);
}

function digitsOf(lines: readonly DiffLine[]): number {
	let largest = 1;
	for (const line of lines) {
		largest = Math.max(
			largest,
			'before' in line ? line.before : 0,
			'after' in line ? line.after : 0,
		);
	}
	return String(largest).length;
}
