/**
 * Finds the end of a JSON-like value in text that is still arriving, by counting brackets outside
 * of strings. A quote ends a string only if the next character may follow a string, so that
 * unescaped quotes do no harm.
 */
export type JsonScan = {
	/** Continues reading at `from`. `base` is the position of the text in the whole attempt. */
	readonly read: (text: string, position: {from: number; base: number}) => ScanEnd;
	/**
	 * Returns the position after a closing mark inside a string: the value's end if it never closes.
	 */
	readonly fallback: () => number | null;
};

export type ScanEnd =
	/** Everything before `at` was read. Pass the rest again, together with more text. */
	| {readonly type: 'more'; readonly at: number}
	| {readonly type: 'complete'; readonly at: number}
	/** The text at this position can't occur outside of a string. */
	| {readonly type: 'broken'; readonly at: number}
	/**
	 * A string was not closed and continued beyond the closing mark. `end` counts from the attempt's
	 * start.
	 */
	| {readonly type: 'overrun'; readonly end: number};

/** At most this many spaces after a quote are skipped in order to see what follows. */
const lookAheadMax = 256;

const backslash = 92;
const doubleQuote = 34;
const singleQuote = 39;
const openers: ReadonlySet<number> = codes('{[(');
const endings: ReadonlySet<number> = codes('}])');
const strangers: ReadonlySet<number> = codes('<`|');
const beforeValue: ReadonlySet<number> = codes('{[(,:=');
const behindString: ReadonlySet<number> = codes(',:}])');

/**
 * In `python`, the first matching quote ends a string, and three quotes begin one. In `json`,
 * unescaped quotes inside a string are tolerated.
 */
export type Dialect = 'json' | 'python';

type ScanState = {
	readonly dialect: Dialect;
	readonly closers: readonly string[];
	readonly closerStarts: ReadonlySet<number>;
	depth: number;
	/** The quote that ends the current string; 0 outside of strings. */
	quote: number;
	/** Python strings may begin and end with three quotes. */
	quotes: 1 | 3;
	/** The last visible character outside of strings. */
	before: number;
	/** The positions after the first closing mark in the present string, and in any string so far. */
	inString: number | null;
	fallback: number | null;
};

export function createJsonScan(closers: readonly string[], dialect: Dialect = 'json'): JsonScan {
	const state: ScanState = {
		dialect,
		closers,
		closerStarts: codes(closers.map(closer => closer[0]!).join('')),
		depth: 0,
		quote: 0,
		quotes: 1,
		before: 0,
		inString: null,
		fallback: null,
	};
	return {
		read: (text, {from, base}) => {
			let at = from;
			while (at < text.length) {
				const next =
					state.quote === 0 ? stepOutside(state, text, at) : stepInString(state, text, {at, base});
				if (next === null) {
					return {type: 'more', at};
				}
				if (typeof next === 'object') {
					return next;
				}
				at = next;
			}
			return {type: 'more', at};
		},
		fallback: () => state.fallback ?? state.inString,
	};
}

/**
 * Reads inside a string. Returns where to continue, null if more text is needed, or the closing
 * mark beyond which the string continued.
 */
function stepInString(
	state: ScanState,
	text: string,
	{at, base}: {at: number; base: number},
): number | null | ScanEnd {
	const code = text.charCodeAt(at);
	if (code === backslash) {
		return at + 1 < text.length ? at + 2 : null;
	}
	if (code === state.quote) {
		return state.dialect === 'python' ? closePython(state, text, at) : closeString(state, text, at);
	}
	if (state.inString === null && state.closerStarts.has(code)) {
		const closer = closerAt(text, at, state.closers);
		if (closer === 'maybe') {
			return null;
		}
		state.inString = closer === null ? null : base + at + closer.length;
	}
	return at + 1;
}

function closeString(state: ScanState, text: string, at: number): number | null | ScanEnd {
	const next = nextVisible(text, at + 1);
	const closer = next === null ? 'maybe' : closerAt(text, next, state.closers);
	if (next === null || closer === 'maybe') {
		return null;
	}
	if (text[next] === '<' && next + 1 === text.length) {
		return null;
	}
	const closes =
		closer !== null || behindString.has(text.charCodeAt(next)) || text.startsWith('</', next);
	if (state.inString !== null && !closes) {
		return {type: 'overrun', end: state.inString};
	}
	if (closes) {
		state.fallback ??= state.inString;
		state.inString = null;
		state.quote = 0;
		state.before = 0;
	}
	return at + 1;
}

function closePython(state: ScanState, text: string, at: number): number | null | ScanEnd {
	const run = quotesAt(text, at);
	if (state.quotes === 3 && run < 3) {
		return at + run < text.length ? at + 1 : null;
	}
	if (state.inString !== null) {
		const next = nextVisible(text, at + state.quotes);
		if (next === null) {
			return null;
		}
		if (!behindString.has(text.charCodeAt(next))) {
			return {type: 'overrun', end: state.inString};
		}
		state.fallback ??= state.inString;
		state.inString = null;
	}
	state.quote = 0;
	state.before = 0;
	return at + state.quotes;
}

/** Returns how often the quote is repeated at this position, up to three. */
function quotesAt(text: string, at: number): number {
	const quote = text[at];
	return text[at + 1] !== quote ? 1 : text[at + 2] !== quote ? 2 : 3;
}

function openPython(state: ScanState, text: string, at: number): number | null {
	const run = quotesAt(text, at);
	if (run < 3 && at + run >= text.length) {
		return null;
	}
	state.quotes = run === 3 ? 3 : 1;
	state.quote = text.charCodeAt(at);
	return at + state.quotes;
}

function stepOutside(state: ScanState, text: string, at: number): number | null | ScanEnd {
	const code = text.charCodeAt(at);
	if (state.dialect === 'python' && (code === doubleQuote || code === singleQuote)) {
		return openPython(state, text, at);
	}
	if (code === doubleQuote || (code === singleQuote && beforeValue.has(state.before))) {
		state.quote = code;
		return at + 1;
	}
	if (openers.has(code)) {
		state.depth += 1;
	} else if (endings.has(code)) {
		state.depth -= 1;
		if (state.depth <= 0) {
			return {type: 'complete', at: at + 1};
		}
	} else if (strangers.has(code) && !(state.dialect === 'python' && state.closers.length === 0)) {
		return {type: 'broken', at};
	}
	state.before = isSpace(code) ? state.before : code;
	return at + 1;
}

/** Returns the closing mark at this position; `maybe` if the text ends too early to decide. */
export function closerAt(
	text: string,
	at: number,
	closers: readonly string[],
): string | 'maybe' | null {
	let found: string | null = null;
	for (const closer of closers) {
		if (text.startsWith(closer, at)) {
			found = closer;
		} else if (text.length - at < closer.length && closer.startsWith(text.slice(at))) {
			return 'maybe';
		}
	}
	return found;
}

/** Returns the next visible character; null if the text ends before one. */
function nextVisible(text: string, from: number): number | null {
	const most = Math.min(text.length, from + lookAheadMax);
	for (let at = from; at < most; at += 1) {
		if (!isSpace(text.charCodeAt(at))) {
			return at;
		}
	}
	return most < text.length ? most : null;
}

export function isSpace(code: number): boolean {
	return code === 32 || (code >= 9 && code <= 13);
}

function codes(letters: string): ReadonlySet<number> {
	return new Set([...letters].map(letter => letter.charCodeAt(0)));
}
