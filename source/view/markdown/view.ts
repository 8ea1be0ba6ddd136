import type {Paint} from '../theme.ts';
import type {Block, Fence} from './block.ts';
import {type CodeRenderer, createCodeRenderer} from './code.ts';
import {outdent, toLine, toLines} from './lines.ts';
import {renderMarkdown} from './markdown.ts';
import {parseBlocks} from './parse.ts';
import {isApart, renderBlocks} from './render.ts';
import {isFenceEnd} from './starts.ts';

export type MarkdownViewOptions = {
	readonly width: number;
	readonly paint: Paint;
	/** `growing`: more text may follow, and unfinished marks are shown as what they will become. */
	readonly status: 'growing' | 'done';
};

export type MarkdownView = {
	/** Returns the rows of the text. It is fast if text was only added since the last call. */
	readonly update: (text: string, options: MarkdownViewOptions) => readonly string[];
};

/**
 * Draws a growing text. A block is settled as soon as another one follows: its rows are kept, and
 * only the text after it is parsed again. In an open code fence each line is settled. The final
 * rows equal those of `renderMarkdown`.
 */
export function createMarkdownView(): MarkdownView {
	let settled = nothingSettled(null);
	let last = '';
	return {
		update(text, options) {
			const {width, paint} = options;
			if (settled.key?.width !== width || settled.key.paint !== paint || !text.startsWith(last)) {
				settled = nothingSettled({width, paint});
			}
			last = text;
			if (options.status === 'done' && settled.length === 0) {
				return renderMarkdown(text, options);
			}
			settle(settled, text, options);
			return [...settled.rows, ...openRows(settled, text, options)];
		},
	};
}

type Settled = {
	readonly key: {readonly width: number; readonly paint: Paint} | null;
	readonly rows: string[];
	/** How many characters of the text are settled. */
	length: number;
	previous: Block | null;
	fence: {readonly start: Fence; readonly code: CodeRenderer} | null;
};

function nothingSettled(key: Settled['key']): Settled {
	return {key, rows: [], length: 0, previous: null, fence: null};
}

/** Settles complete blocks, and complete lines of an open fence. */
function settle(settled: Settled, text: string, options: MarkdownViewOptions): void {
	const end = text.lastIndexOf('\n') + 1;
	settleFence(settled, text, end);
	if (settled.length < end) {
		settleBlocks(settled, text.slice(settled.length, end), options);
		settleFence(settled, text, end);
	}
}

function settleFence(settled: Settled, text: string, end: number): void {
	while (settled.fence && settled.length < end) {
		const lineEnd = text.indexOf('\n', settled.length);
		const line = toLine(text.slice(settled.length, lineEnd));
		settled.length = lineEnd + 1;
		if (isFenceEnd(line, settled.fence.start)) {
			settled.fence = null;
		} else {
			const {start, code} = settled.fence;
			push(settled.rows, code.line(outdent(line, start.indent)));
		}
	}
}

function settleBlocks(settled: Settled, text: string, options: MarkdownViewOptions): void {
	const {previous} = settled;
	const blocks = parseBlocks(toLines(text), {previous});
	const done = blocks.slice(0, -1);
	const last = blocks.at(-1);
	push(settled.rows, renderBlocks(done, {...options, growing: false, previous}));
	settled.previous = done.at(-1) ?? previous;
	let lines = done.at(-1)?.end ?? 0;
	if (last?.type === 'code' && last.open) {
		openFence(settled, last, last.open, options);
		lines = last.end - last.lines.length;
	}
	settled.length += lengthOfLines(text, lines);
}

function openFence(
	settled: Settled,
	block: Block,
	start: Fence,
	{width, paint}: MarkdownViewOptions,
): void {
	if (settled.previous && isApart(settled.previous, block)) {
		settled.rows.push('');
	}
	const code = createCodeRenderer({language: start.language, width, paint});
	settled.fence = {start, code};
	settled.previous = block;
}

/** Draws the text that is not settled. */
function openRows(
	{fence, length, previous}: Settled,
	text: string,
	options: MarkdownViewOptions,
): readonly string[] {
	const growing = options.status === 'growing';
	const lines = toLines(text.slice(length));
	if (growing && isOnlyMarks(lines.at(-1) ?? '') && !text.endsWith('\n')) {
		lines.pop();
	}
	if (!fence) {
		return renderBlocks(parseBlocks(lines, {previous, growing}), {...options, growing, previous});
	}
	const line = lines[0];
	return line === undefined || isFenceEnd(line, fence.start)
		? []
		: fence.code.peek(outdent(line, fence.start.indent));
}

/** Whether the line can still become several things: `-` may become a list item or a rule. */
function isOnlyMarks(line: string): boolean {
	return /^[\s>]*(?:[-=*_+#`~|:]{1,3}|\d{1,3}[.)]?)\s*$/.test(line);
}

function lengthOfLines(text: string, count: number): number {
	let length = 0;
	for (let line = 0; line < count; line += 1) {
		length = text.indexOf('\n', length) + 1;
	}
	return length;
}

function push(rows: string[], more: readonly string[]): void {
	for (const row of more) {
		rows.push(row);
	}
}
