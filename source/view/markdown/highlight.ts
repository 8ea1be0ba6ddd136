import type {ThemeToken} from '../theme.ts';
import {type HighlightRule, type Language, languageOf} from './languages.ts';

export type HighlightedText = {readonly text: string; readonly token: ThemeToken};

export type Highlighter = {
	/** Reads the next line. A token may continue from the line before. */
	readonly line: (text: string) => readonly HighlightedText[];
	/** Returns the pieces of a line that is still incomplete, without advancing. */
	readonly peek: (text: string) => readonly HighlightedText[];
};

/** A longer line is not highlighted: it is data and no code that a person reads. */
export const lineCharactersMax = 4000;

/**
 * Highlights any language: the rules of a language become one regular expression that finds the
 * next token. Text between tokens is plain, as is all text of an unknown language.
 */
export function createHighlighter(name: string): Highlighter {
	const language = languageOf(name);
	if (!language) {
		return {line: plainLine, peek: plainLine};
	}
	const pattern = language.rules.map(rule => `(${rule.pattern})`).join('|');
	const next = new RegExp(pattern, language.ignoreCase ? 'giu' : 'gu');
	let open: HighlightRule | null = null;
	const read = (text: string) => {
		const line: Line = {text, language, next, pieces: [], open, at: 0};
		if (text.length > lineCharactersMax) {
			put(line, text.length, 'code');
		} else {
			readLine(line);
		}
		return line;
	};
	return {
		line(text) {
			const line = read(text);
			open = line.open;
			return line.pieces;
		},
		peek: text => read(text).pieces,
	};
}

function plainLine(text: string): readonly HighlightedText[] {
	return [{text, token: 'code'}];
}

type Line = {
	readonly text: string;
	readonly language: Language;
	readonly next: RegExp;
	readonly pieces: HighlightedText[];
	open: HighlightRule | null;
	at: number;
};

function readLine(line: Line): void {
	const {text, next} = line;
	if (line.open) {
		readBlock(line, 0, line.open);
	}
	while (line.at < text.length) {
		next.lastIndex = line.at;
		const match = next.exec(text);
		if (!match || match[0] === '') {
			break;
		}
		put(line, match.index, 'code');
		readToken(line, match);
	}
	put(line, text.length, 'code');
}

function readToken(line: Line, match: RegExpExecArray): void {
	const group = match.findIndex((text, index) => index > 0 && text !== undefined);
	const rule = line.language.rules[group - 1]!;
	const end = match.index + match[0].length;
	if (rule.end === undefined) {
		put(line, end, tokenOf(line, rule, end));
	} else {
		readBlock(line, end, rule);
	}
}

/**
 * Reads to the end of a token that may span lines. If it does not end in this line, it stays open.
 */
function readBlock(line: Line, from: number, rule: HighlightRule): void {
	const end = new RegExp(rule.end!, 'gu');
	end.lastIndex = from;
	line.open = end.test(line.text) ? null : rule;
	put(
		line,
		line.open ? line.text.length : end.lastIndex,
		rule.token === 'word' ? 'code' : rule.token,
	);
}

function tokenOf(line: Line, rule: HighlightRule, end: number): ThemeToken {
	if (rule.before !== undefined && line.text[end] !== rule.before) {
		return 'code';
	}
	return rule.token === 'word' ? wordToken(line, line.text.slice(line.at, end), end) : rule.token;
}

function wordToken({language, text}: Line, word: string, end: number): ThemeToken {
	const key = language.ignoreCase ? word.toLowerCase() : word;
	if (language.keywords.has(key)) {
		return 'code.keyword';
	}
	if (text[end] === '(') {
		return 'code.function';
	}
	return language.hasTypes && /^\p{Lu}.*\p{Ll}/u.test(word) ? 'code.type' : 'code';
}

function put(line: Line, end: number, token: ThemeToken): void {
	if (end > line.at) {
		line.pieces.push({text: line.text.slice(line.at, end), token});
		line.at = end;
	}
}
