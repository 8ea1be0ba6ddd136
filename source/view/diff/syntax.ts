import {createHighlighter, type HighlightedText} from '../markdown/highlight.ts';
import {languageOf} from '../markdown/languages.ts';
import type {DiffLine} from './diff.ts';

/**
 * For each line of code, its pieces by meaning. The language is the one that the file's name says;
 * lines of other files are left out. Both texts are read apart, because what a removed line opens
 * (a comment, a string) is not open in the new text.
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
			// Nobody knows what the lines between have opened or closed.
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

/** `a/b.ts (new)` and `old.js → new.ts` are TypeScript; null where the name says nothing known. */
function languageOfFile(words: string): string | null {
	const path = words.replace(/ \((?:new|deleted)\)$/, '').replace(/^.* → /, '');
	const name = path.split('/').at(-1)?.toLowerCase() ?? '';
	const known = [/\.([^.]+)$/.exec(name)?.[1] ?? '', name].find(one => languageOf(one));
	return known ?? null;
}
