import type {Paint} from '../theme.ts';
import {toLines} from './lines.ts';
import {parseBlocks} from './parse.ts';
import {renderBlocks} from './render.ts';

/** A whole Markdown text as styled rows. For one that grows, see `createMarkdownView`. */
export function renderMarkdown(
	text: string,
	options: {readonly width: number; readonly paint: Paint},
): readonly string[] {
	return renderBlocks(parseBlocks(toLines(text)), options);
}
