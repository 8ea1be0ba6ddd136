import {assertNever} from '../../events/assert-never.ts';
import {textWidth} from '../../text/width.ts';
import {wrapStyled} from '../../text/wrap.ts';
import type {Paint} from '../theme.ts';
import type {Block, ListItem} from './block.ts';
import {createCodeRenderer} from './code.ts';
import {inlineSpans} from './inline.ts';
import {paintSpans} from './span.ts';
import {renderTable} from './table.ts';

export type RenderOptions = {
	readonly width: number;
	readonly paint: Paint;
	/** The style of the text around the blocks, as an opening escape. */
	readonly base?: string;
	/** Whether more text may follow the last block. */
	readonly growing?: boolean;
	/** The block before the first one. It decides whether a blank row comes first. */
	readonly previous?: Block | null;
};

/** Draws blocks as styled rows of at most `width` cells. */
export function renderBlocks(blocks: readonly Block[], options: RenderOptions): readonly string[] {
	const rows: string[] = [];
	let previous = options.previous ?? null;
	for (const [index, block] of blocks.entries()) {
		const growing = options.growing === true && index === blocks.length - 1;
		if (previous && isApart(previous, block)) {
			rows.push('');
		}
		for (const row of renderBlock(block, {...options, growing})) {
			rows.push(row);
		}
		previous = block;
	}
	return rows;
}

/**
 * Whether a blank row separates two blocks: if the source has one, and around headings, code,
 * quotes, tables and rules.
 */
export function isApart(before: Block, block: Block): boolean {
	return block.gap || shaped.has(before.type) || shaped.has(block.type) || block.type === 'heading';
}

const shaped: ReadonlySet<string> = new Set(['code', 'quote', 'table', 'rule']);

/** A quote or list leaves out its prefix if its text would get fewer columns than this. */
const innerWidthMin = 6;

const italic = '\u001B[3m';
const underline = '\u001B[4m';

function renderBlock(block: Block, options: RenderOptions): readonly string[] {
	const {paint, width, base = ''} = options;
	switch (block.type) {
		case 'paragraph':
			return renderText(block.text, options);
		case 'heading':
			return renderText(block.text, {...options, base: base + headingStyle(paint, block.level)});
		case 'rule':
			return [paint.style('border', paint.glyphs.horizontal.repeat(width))];
		case 'code': {
			const code = createCodeRenderer({language: block.language, width, paint, base});
			return block.lines.flatMap(code.line);
		}
		case 'quote':
			return renderQuote(block.blocks, options);
		case 'item':
			return renderItem(block, options);
		case 'table':
			return renderTable(block, options);
		default:
			return assertNever(block);
	}
}

function renderText(text: string, options: RenderOptions): readonly string[] {
	return inlineSpans(text, options).flatMap(spans => wrapStyled(paintSpans(spans), options.width));
}

function headingStyle(paint: Paint, level: number): string {
	const open = paint.open('heading');
	if (level === 1) {
		return open + underline;
	}
	return level === 2 ? open : open + italic;
}

function renderQuote(blocks: readonly Block[], options: RenderOptions): readonly string[] {
	const {paint, base = ''} = options;
	const prefix = `${paint.style('quote', paint.glyphs.quote)} `;
	const inner = {...options, previous: null, base: base + paint.open('quote')};
	if (options.width - 2 < innerWidthMin) {
		return renderBlocks(blocks, inner);
	}
	const rows = renderBlocks(blocks, {...inner, width: options.width - 2});
	return rows.map(row => prefix + row);
}

function renderItem(item: ListItem, options: RenderOptions): readonly string[] {
	const marker = markerOf(item, options.paint);
	const indent = textWidth(marker.text) + 1;
	const inner = {...options, previous: null};
	if (options.width - indent < innerWidthMin) {
		return renderBlocks(item.blocks, inner);
	}
	const rows = renderBlocks(item.blocks, {...inner, width: options.width - indent});
	const [first = '', ...rest] = rows;
	const hang = ' '.repeat(indent);
	return [`${marker.painted} ${first}`, ...rest.map(row => (row === '' ? '' : hang + row))];
}

function markerOf(item: ListItem, paint: Paint): {text: string; painted: string} {
	const bullet = item.number === null ? paint.glyphs.bullet : `${item.number}${item.delimiter}`;
	if (item.task === null) {
		return {text: bullet, painted: paint.style('list', bullet)};
	}
	const box = item.task === 'done' ? '[x]' : '[ ]';
	const token = item.task === 'done' ? 'status.ok' : 'list';
	const text = item.number === null ? box : `${bullet} ${box}`;
	return {text, painted: paint.style(token, text)};
}
