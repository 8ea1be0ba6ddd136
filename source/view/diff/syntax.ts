import {createHighlighter, type HighlightedText} from '../markdown/highlight.ts';
import {languageOf} from '../markdown/languages.ts';
import type {DiffLine} from './diff.ts';

/**
 * Returns the pieces of each line of code by their meaning. The file's name decides the language;
 * lines of other files are left out. Old and new text are read separately, because a comment or
 * string that a removed line opens is not open in the new text.
 */
export function syntaxOf(
	lines: readonly DiffLine[],
	file = '',
): ReadonlyMap<DiffLine, readonly HighlightedText[]> {
	const pieces = new Map<DiffLine, readonly HighlightedText[]>();
	let language = languageOfFile(file);
	let [before, after] = readers(language);
	for (const line of lines) {
		if (line.type === 'file') {
			language = languageOfFile(line.words);
		}
		if (line.type === 'file' || line.type === 'fold') {
			// The hidden lines may have opened or closed comments and strings, so start with fresh
			// readers.
			[before, after] = readers(language);
		} else if ('text' in line && language !== null) {
			const old = 'before' in line ? before.line(line.text) : [];
			pieces.set(line, 'after' in line ? after.line(line.text) : old);
		}
	}
	return pieces;
}

function readers(language: string | null) {
	return [createHighlighter(language ?? ''), createHighlighter(language ?? '')] as const;
}

/**
 * Finds the language: `a/b.ts (new)` and `old.js → new.ts` are TypeScript. Null if the name is of
 * no known kind.
 */
function languageOfFile(words: string): string | null {
	const path = words.replace(/ \((?:new|deleted)\)$/, '').replace(/^.* → /, '');
	const name = path.split('/').at(-1)?.toLowerCase() ?? '';
	const known = [/\.([^.]+)$/.exec(name)?.[1] ?? '', name].find(one => languageOf(one));
	return known ?? null;
}
