import {StringDecoder} from 'node:string_decoder';
import {createContext, Script} from 'node:vm';

/** What to look for in the text that a program prints, colours and cursor moves left out. */
export type TextPattern =
	| {readonly type: 'literal'; readonly text: string}
	| {readonly type: 'regex'; readonly source: string; readonly flags: string};

export type Scan =
	| {readonly status: 'found'; readonly match: string}
	| {readonly status: 'absent'}
	/** A pattern that takes this long would stop the whole program. */
	| {readonly status: 'too-slow'};

export type TextScanner = {
	/** More output, in any pieces. */
	readonly feed: (bytes: Uint8Array) => void;
	/** Looks through what was fed and not yet ruled out. */
	readonly look: () => Scan;
	/** Looks through a text of its own: the rows of a full-screen program. */
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
			// What was looked through can still be the beginning of a match, so an end of it stays.
			window = window.slice(-windowLengthMax);
			return scan;
		},
		lookIn: find,
	};
}

/** Throws a SyntaxError that says what is wrong with a regular expression. */
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

/** A pattern from a model may backtrack for years; only a script's deadline stops the engine. */
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
			: {status: 'found', match: match.slice(0, matchLengthMax)};
	};
}
