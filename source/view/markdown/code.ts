import type {Paint} from '../theme.ts';
import {createHighlighter, type HighlightedText} from './highlight.ts';
import {hardWrap, type Span} from './span.ts';

export type CodeOptions = {
	readonly language: string;
	readonly width: number;
	readonly paint: Paint;
	/** The style around the code, as an opening escape. */
	readonly base?: string;
};

export type CodeRenderer = {
	/** The rows of the next line of the code. */
	readonly line: (text: string) => readonly string[];
	/** The rows of an incomplete line; nothing of it is remembered. */
	readonly peek: (text: string) => readonly string[];
};

/** At a smaller width, the code gets the columns of the indent. */
const indentFromWidth = 24;

/**
 * Renders code line by line, so that a growing block paints each line once. It has no frame: a
 * mouse selection contains only code.
 */
export function createCodeRenderer(options: CodeOptions): CodeRenderer {
	const {language, width, paint, base = ''} = options;
	const highlighter = createHighlighter(language);
	const indent = width < indentFromWidth ? '' : '  ';
	const mark: Span = {text: paint.theme.ascii ? '> ' : '» ', open: paint.open('text.dim')};
	const rowsOf = (pieces: readonly HighlightedText[]) => {
		const spans = pieces.map(({text, token}) => ({text, open: base + paint.open(token)}));
		const rows = hardWrap(spans, {width: width - indent.length, mark});
		return rows.map(row => (row === '' ? '' : indent + row));
	};
	return {
		line: text => rowsOf(highlighter.line(text)),
		peek: text => rowsOf(highlighter.peek(text)),
	};
}
