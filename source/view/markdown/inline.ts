import type {Paint} from '../theme.ts';
import {type Marks, matchMarks} from './emphasis.ts';
import {type InlineNode, scanInline} from './scan.ts';
import type {Span} from './span.ts';
import {isMisleading} from './target.ts';

export type InlineOptions = {
	readonly paint: Paint;
	/** The style of the text around, as an opening escape. */
	readonly base?: string;
	/** Whether more text may follow. Open marks are then shown as if they were closed. */
	readonly growing?: boolean;
};

/** Splits the text of a paragraph, a heading or a table cell into lines of styled spans. */
export function inlineSpans(text: string, options: InlineOptions): readonly (readonly Span[])[] {
	const nodes = scanInline(text, options.growing === true);
	const marks = matchMarks(nodes, options.growing === true);
	return layOut(nodes, marks, options);
}

const italic = '\u001B[3m';
const strike = '\u001B[9m';

type Walk = {
	readonly lines: Span[][];
	readonly depth: {strong: number; emphasis: number; strike: number};
	link: Extract<InlineNode, {type: 'link'}> | null;
	words: string;
};

function layOut(
	nodes: readonly InlineNode[],
	marks: Marks,
	options: InlineOptions,
): readonly (readonly Span[])[] {
	const walk: Walk = {
		lines: [[]],
		depth: {strong: 0, emphasis: 0, strike: 0},
		link: null,
		words: '',
	};
	for (const [index, node] of nodes.entries()) {
		layOutNode(walk, node, options, () => {
			for (const kind of marks.closes.get(index) ?? []) {
				walk.depth[kind] -= 1;
			}
			put(walk, marks.rest.get(index) ?? '', options);
			for (const kind of marks.opens.get(index) ?? []) {
				walk.depth[kind] += 1;
			}
		});
	}
	return walk.lines;
}

function layOutNode(walk: Walk, node: InlineNode, options: InlineOptions, turn: () => void): void {
	switch (node.type) {
		case 'text':
			return put(walk, node.text, options);
		case 'code':
			return putCode(walk, node.text, options);
		case 'marks':
			return turn();
		case 'break':
			walk.lines.push([]);
			return;
		case 'link':
			walk.link = node;
			walk.words = '';
			return;
		case 'unlink':
			return endLink(walk, options);
	}
}

function put(walk: Walk, text: string, {paint, base = ''}: InlineOptions): void {
	if (text === '') {
		return;
	}
	const {strong, emphasis, strike: struck} = walk.depth;
	const open =
		base +
		(walk.link ? paint.open('link') : '') +
		(strong > 0 ? paint.open('text.strong') : '') +
		(emphasis > 0 ? italic : '') +
		(struck > 0 ? strike : '');
	push(walk, text, open);
}

/** Adds inline code. Without colours its backticks stay, to mark it as code. */
function putCode(walk: Walk, text: string, {paint, base = ''}: InlineOptions): void {
	const open = paint.open('code');
	const shown = open === '' ? `\`${text}\`` : text;
	push(walk, shown, base + open + (walk.link ? paint.open('link') : ''));
}

function push(walk: Walk, text: string, open: string): void {
	walk.words += walk.link ? text : '';
	const link = walk.link?.target ?? undefined;
	const line = walk.lines.at(-1)!;
	const last = line.at(-1);
	if (last && last.open === open && last.link === link) {
		line[line.length - 1] = {text: last.text + text, open, link};
	} else {
		line.push({text, open, link});
	}
}

/**
 * Ends a link. The address is added if the link's words hide it, or if the link can't be opened.
 */
function endLink(walk: Walk, options: InlineOptions): void {
	const link = walk.link;
	walk.link = null;
	if (!link) {
		return;
	}
	const hides = link.target === null || isMisleading(walk.words, link.target);
	if (hides && link.address !== '' && link.address !== walk.words) {
		push(walk, ` (${link.address})`, (options.base ?? '') + options.paint.open('text.dim'));
	}
}
