import type {Paint} from '../theme.ts';
import {createHighlighter, type HighlightedText} from './highlight.ts';
import {hardWrap, type Span} from './span.ts';

export type CodeOptions = {
	readonly language: string;
	readonly width: number;
	readonly paint: Paint;
	/** The style of the text around the code, as an opening escape. */
	readonly base?: string;
};

export type CodeRenderer = {
	/** Returns the rows of the next line of code. */
	readonly line: (text: string) => readonly string[];
	/** Returns the rows of a line that is still incomplete, without advancing. */
	readonly peek: (text: string) => readonly string[];
};

/** On a narrower screen the code is not indented. */
const indentFromWidth = 24;

/**
 * Draws code line by line, so that a growing block draws each line once. There is no frame, so that
 * a mouse selection contains only code.
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
