import type {Paint} from '../theme.ts';
import {toLines} from './lines.ts';
import {parseBlocks} from './parse.ts';
import {renderBlocks} from './render.ts';

/**
 * Draws a complete Markdown text as styled rows. For a text that grows, use `createMarkdownView`.
 */
export function renderMarkdown(
	text: string,
	options: {readonly width: number; readonly paint: Paint},
): readonly string[] {
	return renderBlocks(parseBlocks(toLines(text)), options);
}
