import {StringDecoder} from 'node:string_decoder';
import {createContext, Script} from 'node:vm';
import {beginningOf} from '../events/shorten.ts';

/** What to search for in a program's output. Colours and cursor movements are ignored. */
export type TextPattern =
	| {readonly type: 'literal'; readonly text: string}
	| {readonly type: 'regex'; readonly source: string; readonly flags: string};

export type Scan =
	| {readonly status: 'found'; readonly match: string}
	| {readonly status: 'absent'}
	/** The search was stopped, because this pattern would have blocked the whole program. */
	| {readonly status: 'too-slow'};

export type TextScanner = {
	/** Adds output in pieces of any size. */
	readonly feed: (bytes: Uint8Array) => void;
	/** Searches the added text, as far as it can still match. */
	readonly look: () => Scan;
	/** Searches another text, such as the rows of a full-screen program. */
	readonly lookIn: (text: string) => Scan;
};

const windowLengthMax = 65_536;
const matchLengthMax = 500;
const lookTimeoutMs = 100;

export function createTextScanner(pattern: TextPattern): TextScanner {
	const decoder = new StringDecoder('utf8');
	const find = finderOf(pattern);
	let window = '';
	let torn = '';
	return {
		feed(bytes) {
			const text = torn + decoder.write(Buffer.from(bytes));
			torn = tornEscape.exec(text)?.[0] ?? '';
			window += visible(text.slice(0, text.length - torn.length));
		},
		look() {
			const scan = find(window);
			// The end of the searched text is kept, since it may be the beginning of a match.
			window = window.slice(-windowLengthMax);
			return scan;
		},
		lookIn: find,
	};
}

/** Throws a SyntaxError if a regular expression is invalid. */
export function checkPattern(pattern: TextPattern): void {
	if (pattern.type === 'regex') {
		new RegExp(pattern.source, pattern.flags);
	}
}

function visible(text: string): string {
	return text.replace(escapes, '').replace(/\r+\n/g, '\n').replace(controls, '');
}

const escapes =
	/\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[PX^_][^\u001B]*\u001B\\|[ -/]*[0-~])/g;
const controls = /[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F]/g;
const tornEscape =
	/\u001B(?:[ -/]*|\[[0-?]*[ -/]*|\][^\u0007\u001B]{0,4096}\u001B?|[PX^_][^\u001B]{0,4096}\u001B?)$/;

function finderOf(pattern: TextPattern): (text: string) => Scan {
	if (pattern.type === 'literal') {
		return text =>
			text.includes(pattern.text) ? {status: 'found', match: pattern.text} : {status: 'absent'};
	}
	return regexFinder(new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')));
}

/**
 * Returns a function that searches by a model's pattern. Such a pattern could take years, and only
 * a script with a deadline can be stopped in JavaScript.
 */
function regexFinder(pattern: RegExp): (text: string) => Scan {
	const context = createContext({pattern, text: '', match: null});
	const script = new Script('match = pattern.exec(text)?.[0] ?? null');
	return text => {
		context['text'] = text;
		try {
			script.runInContext(context, {timeout: lookTimeoutMs});
		} catch {
			return {status: 'too-slow'};
		}
		const match = context['match'] as string | null;
		return match === null
			? {status: 'absent'}
			: {status: 'found', match: beginningOf(match, matchLengthMax)};
	};
}
