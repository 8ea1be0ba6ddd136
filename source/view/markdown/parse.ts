import type {Alignment, Block, BlockContent, Fence} from './block.ts';
import {itemLines, itemNumber, type Start, takeTask} from './item.ts';
import {isBlank, outdent} from './lines.ts';
import {
	cellsOf,
	fenceStart,
	headingStart,
	interrupts,
	isFenceEnd,
	isIndentedCode,
	isQuote,
	isRule,
	markerStart,
	tableColumnsMax,
	tableStart,
	underlineLevel,
} from './starts.ts';

/**
 * Quotes and lists that are nested deeper become plain paragraphs. Only attackers write such a
 * text.
 */
const nestingMax = 12;

export type ParseOptions = {
	/** The block before the first line. A list continues the numbers of this block. */
	readonly previous?: Block | null;
	readonly depth?: number;
	/** Whether more text may follow. An unfinished construct is then read as what it will become. */
	readonly growing?: boolean;
};

type Read = {readonly content: BlockContent; readonly end: number};

/** Parses lines (see `toLines`) into blocks, in time proportional to the text. */
export function parseBlocks(
	lines: readonly string[],
	options: ParseOptions = {},
): readonly Block[] {
	const blocks: Block[] = [];
	let previous = options.previous ?? null;
	let gap = false;
	let at = 0;
	while (at < lines.length) {
		if (isBlank(lines[at]!)) {
			gap = true;
			at += 1;
			continue;
		}
		const {content, end} = readBlock(lines, at, {...options, previous});
		previous = {...content, gap, end};
		blocks.push(previous);
		gap = false;
		at = end;
	}
	return blocks;
}

function readBlock(lines: readonly string[], at: number, options: ParseOptions): Read {
	const line = lines[at]!;
	const fence = fenceStart(line);
	if (fence) {
		return readFence(lines, at + 1, fence);
	}
	const heading = headingStart(line);
	if (heading) {
		return {content: {type: 'heading', ...heading}, end: at + 1};
	}
	if (isRule(line)) {
		return {content: {type: 'rule'}, end: at + 1};
	}
	if (isIndentedCode(line)) {
		return readIndentedCode(lines, at);
	}
	return (
		readContainer(lines, at, options) ?? readTable(lines, at, options) ?? readParagraph(lines, at)
	);
}

function readFence(lines: readonly string[], start: number, fence: Fence): Read {
	let end = start;
	while (end < lines.length && !isFenceEnd(lines[end]!, fence)) {
		end += 1;
	}
	const code = lines.slice(start, end).map(line => outdent(line, fence.indent));
	const closed = end < lines.length;
	return {
		content: {type: 'code', language: fence.language, lines: code, open: closed ? null : fence},
		end: closed ? end + 1 : end,
	};
}

function readIndentedCode(lines: readonly string[], start: number): Read {
	let end = start + 1;
	for (let at = end; at < lines.length; at += 1) {
		if (isBlank(lines[at]!)) {
			continue;
		}
		if (!isIndentedCode(lines[at]!)) {
			break;
		}
		end = at + 1;
	}
	const code = lines.slice(start, end).map(line => outdent(line, 4));
	return {content: {type: 'code', language: '', lines: code, open: null}, end};
}

function readContainer(lines: readonly string[], at: number, options: ParseOptions): Read | null {
	const depth = (options.depth ?? 0) + 1;
	if (depth > nestingMax) {
		return null;
	}
	if (isQuote(lines[at]!)) {
		return readQuote(lines, at, {...options, depth});
	}
	const marker = markerStart(lines[at]!);
	return marker && readItem({lines, at, marker}, {...options, depth});
}

function readQuote(lines: readonly string[], start: number, options: ParseOptions): Read {
	let end = start;
	while (end < lines.length && isQuote(lines[end]!)) {
		end += 1;
	}
	const inner = lines.slice(start, end).map(line => line.trimStart().replace(/^> ?/, ''));
	const growing = options.growing === true && end === lines.length;
	const blocks = parseBlocks(inner, {depth: options.depth ?? 0, growing});
	return {content: {type: 'quote', blocks}, end};
}

function readItem(start: Start, options: ParseOptions): Read {
	const {marker} = start;
	const {inner, end} = itemLines(start);
	const task = takeTask(inner);
	const growing = options.growing === true && end === start.lines.length;
	const blocks = parseBlocks(inner, {depth: options.depth ?? 0, growing});
	const number = itemNumber(marker, options.previous ?? null);
	return {content: {type: 'item', delimiter: marker.delimiter, number, task, blocks}, end};
}

function readTable(lines: readonly string[], at: number, options: ParseOptions): Read | null {
	const line = lines[at]!;
	const alignments = tableStart(line, lines[at + 1]);
	if (!alignments) {
		return options.growing ? readHalfTable(lines, at) : null;
	}
	const header = cellsOf(line);
	const rows: (readonly string[])[] = [];
	let end = at + 2;
	while (end < lines.length && lines[end]!.includes('|') && !startsOther(lines[end]!)) {
		const cells = cellsOf(lines[end]!);
		rows.push(header.map((_, column) => cells[column] ?? ''));
		end += 1;
	}
	return {content: {type: 'table', alignments, header, rows}, end};
}

/**
 * Reads the header of a table whose second line is not complete yet. Without this it would be drawn
 * as a paragraph for a moment.
 */
function readHalfTable(lines: readonly string[], at: number): Read | null {
	const below = lines[at + 1];
	const isHalf =
		/^ {0,3}\|/.test(lines[at]!) &&
		lines.length - at <= 2 &&
		(below === undefined || /^[ |:-]+$/.test(below));
	if (!isHalf) {
		return null;
	}
	const header = cellsOf(lines[at]!).slice(0, tableColumnsMax);
	const alignments = header.map((): Alignment => 'left');
	return {content: {type: 'table', alignments, header, rows: []}, end: lines.length};
}

function startsOther(line: string): boolean {
	return isQuote(line) || headingStart(line) !== null || fenceStart(line) !== null;
}

function readParagraph(lines: readonly string[], start: number): Read {
	let end = start + 1;
	while (end < lines.length && !isBlank(lines[end]!)) {
		const level = end === start + 1 ? underlineLevel(lines[end]!) : null;
		if (level !== null) {
			return {content: {type: 'heading', level, text: lines[start]!.trim()}, end: end + 1};
		}
		if (interrupts(lines, end)) {
			break;
		}
		end += 1;
	}
	return {
		content: {
			type: 'paragraph',
			text: lines
				.slice(start, end)
				.map(line => line.trim())
				.join('\n'),
		},
		end,
	};
}
