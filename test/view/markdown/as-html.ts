import type {Block, ListItem} from '../../../source/view/markdown/block.ts';
import {type MarkKind, matchMarks} from '../../../source/view/markdown/emphasis.ts';
import {toLines} from '../../../source/view/markdown/lines.ts';
import {parseBlocks} from '../../../source/view/markdown/parse.ts';
import {type InlineNode, scanInline} from '../../../source/view/markdown/scan.ts';

/** What our reader of Markdown finds in a text, as HTML, to compare it with other readers. */
export function asHtml(markdown: string): string {
	return blocksHtml(parseBlocks(toLines(markdown)));
}

/**
 * HTML without what a terminal can't show or shows otherwise on purpose: the end of a line is a line
 * break, items stand alone, an image is a link, and titles and languages are not drawn.
 */
export function comparable(html: string): string {
	return html
		.replaceAll(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, '<a href="$1">$2</a>')
		.replaceAll(/ (?:title|class|start)="[^"]*"/g, '')
		.replaceAll(/ href="([^"]*)"/g, (_, address: string) => ` href="${plainAddress(address)}"`)
		.replaceAll(/(?:<\/?(?:em|strong)>){2,}/g, run =>
			(run.match(/<[^>]*>/g) ?? []).toSorted().join(''),
		)
		.replaceAll(/<br ?\/?>/g, '\n')
		.replaceAll(/<hr ?\/>/g, '<hr>')
		.replaceAll(/<\/?(?:ul|ol|p|blockquote)>/g, tag => (tag.includes('blockquote') ? tag : '\n'))
		.replaceAll('&quot;', '"')
		.replaceAll(/\s*(<\/?(?:li|h\d|blockquote|pre|hr)>)\s*/g, '$1')
		.replaceAll(/\s*\n\s*/g, '\n')
		.trim();
}

function plainAddress(address: string): string {
	try {
		return decodeURI(address);
	} catch {
		return address;
	}
}

function blocksHtml(blocks: readonly Block[]): string {
	return blocks.map(blockHtml).join('\n');
}

function blockHtml(block: Block): string {
	switch (block.type) {
		case 'paragraph':
			return `<p>${inlineHtml(block.text)}</p>`;
		case 'heading':
			return `<h${block.level}>${inlineHtml(block.text)}</h${block.level}>`;
		case 'rule':
			return '<hr />';
		case 'code':
			return `<pre><code>${block.lines.map(line => `${escaped(line)}\n`).join('')}</code></pre>`;
		case 'quote':
			return `<blockquote>\n${blocksHtml(block.blocks)}\n</blockquote>`;
		case 'item':
			return itemHtml(block);
		case 'table':
			return `<table>${[block.header, ...block.rows].flat().map(inlineHtml).join('|')}</table>`;
	}
}

function itemHtml({blocks, task}: ListItem): string {
	const box = task === null ? '' : `[${task === 'done' ? 'x' : ' '}] `;
	return `<li>${box}${blocksHtml(blocks)}</li>`;
}

const tags: Readonly<Record<MarkKind, string>> = {strong: 'strong', emphasis: 'em', strike: 'del'};

function inlineHtml(text: string): string {
	const nodes = scanInline(text, false);
	const marks = matchMarks(nodes, false);
	const opened = (index: number) => (marks.opens.get(index) ?? []).map(kind => `<${tags[kind]}>`);
	const closed = (index: number) => (marks.closes.get(index) ?? []).map(kind => `</${tags[kind]}>`);
	return nodes
		.map((node, index) => {
			const rest = escaped(marks.rest.get(index) ?? '');
			return node.type === 'marks'
				? [...closed(index), rest, ...opened(index)].join('')
				: nodeHtml(node);
		})
		.join('');
}

function nodeHtml(node: Exclude<InlineNode, {type: 'marks'}>): string {
	switch (node.type) {
		case 'text':
			return escaped(node.text);
		case 'code':
			return `<code>${escaped(node.text)}</code>`;
		case 'break':
			return '\n';
		case 'link':
			return `<a href="${escaped(node.address)}">`;
		case 'unlink':
			return '</a>';
	}
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
