import {padStyled} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import type {HighlightedText} from '../markdown/highlight.ts';
import {toLine} from '../markdown/lines.ts';
import {hardWrap, type Span} from '../markdown/span.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import type {DiffLine} from './diff.ts';
import {syntaxOf} from './syntax.ts';
import {pairsOf, type WordPiece, wordChanges} from './words.ts';

export type DiffOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly layout: 'unified' | 'side-by-side';
	/** The name of the file, if the diff has no row with it. It decides the language. */
	readonly file?: string;
};

/** On a narrower screen, old and new text are not shown side by side. */
export const sideBySideWidthMin = 80;

/**
 * Renders a diff as styled rows. Signs repeat what the colours say, for people who don't see
 * colours.
 */
export function renderDiff(diff: readonly DiffLine[], options: DiffOptions): readonly string[] {
	const lines = diff.map(line => ('text' in line ? {...line, text: toLine(line.text)} : line));
	const page: Page = {
		...options,
		digits: digitsOf(lines),
		words: wordChanges(lines),
		syntax: syntaxOf(lines, options.file),
	};
	return options.layout === 'side-by-side' && options.width >= sideBySideWidthMin
		? sideBySide(lines, page)
		: lines.flatMap(line => unifiedRows(line, page));
}

type Page = DiffOptions & {
	readonly digits: number;
	readonly words: ReadonlyMap<DiffLine, readonly WordPiece[]>;
	readonly syntax: ReadonlyMap<DiffLine, readonly HighlightedText[]>;
};

const inverse = '\u001B[7m';

/**
 * On a narrower screen a line gets one line number; otherwise those in the old and in the new text.
 */
const bothNumbersFromWidth = 48;

const looks = {
	same: {sign: ' ', token: 'text', ground: null},
	remove: {sign: '-', token: 'diff.remove', ground: 'diff.remove.ground'},
	add: {sign: '+', token: 'diff.add', ground: 'diff.add.ground'},
} as const satisfies Record<string, {sign: string; token: ThemeToken; ground: ThemeToken | null}>;

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
	const gutter = numbers.length + 3;
	const mark = {text: paint.theme.ascii ? '> ' : '» ', open: paint.open('text.dim')};
	const rows = hardWrap(pieceSpans(line, page), {width: Math.max(4, width - gutter), mark});
	return rows.map((row, index) => {
		const head = index === 0 ? numbers : ' '.repeat(numbers.length);
		return `${paint.style('text.dim', head)} ${paint.style(token, index === 0 ? sign : ' ')} ${row}`;
	});
}

/**
 * Styles a line: changed words have the line's own colour, other words the colours of the language.
 */
function pieceSpans(line: TextLine, {words, syntax, paint}: Page): readonly Span[] {
	const pieces = words.get(line) ?? [{text: line.text, changed: false}];
	const open = paint.open(looks[line.type].token);
	const ground = groundOf(line, paint);
	const code = ground === null ? undefined : syntax.get(line);
	const spans = pieces.map(({text, changed}) => ({text, open: changed ? open + inverse : null}));
	return code
		? overCode(spans, code, ({token}) => ground + paint.open(token))
		: spans.map(({text, open: own}) => ({text, open: own ?? open}));
}

/**
 * Returns the background that distinguishes added from removed lines, so that their words can have
 * the colours of the language. Returns null if the theme or the terminal lacks such backgrounds;
 * then the words have the line's colour.
 */
function groundOf({type}: TextLine, paint: Paint): string | null {
	const {ground} = looks[type];
	const isTold = paint.open('diff.add.ground') !== paint.open('diff.remove.ground');
	return ground === null ? '' : isTold ? paint.open(ground) : null;
}

/** Splits two lists of pieces of the same text so that both have the same boundaries. */
function overCode(
	spans: readonly {readonly text: string; readonly open: string | null}[],
	code: readonly HighlightedText[],
	openOf: (piece: HighlightedText) => string,
): readonly Span[] {
	const cut: Span[] = [];
	const rest = code.map(({text, token}) => ({text, token}));
	for (const {text, open} of spans) {
		let left = text;
		while (left !== '') {
			const piece = rest[0] ?? {text: left, token: 'code' as const};
			const shared = left.slice(0, piece.text.length);
			cut.push({text: shared, open: open ?? openOf(piece)});
			left = left.slice(shared.length);
			piece.text = piece.text.slice(shared.length);
			if (piece.text === '') {
				rest.shift();
			}
		}
	}
	return cut;
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
