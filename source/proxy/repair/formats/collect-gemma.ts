import type {Collector} from './format.ts';
import {closerAt} from './json-scan.ts';

type Marks = {readonly quote: string; readonly closer: string};

type GemmaState = Marks & {
	depth: number;
	/**
	 * What the string at this position is between: Gemma's marks, or JSON quotes, which some models
	 * write instead. Null outside of strings.
	 */
	inside: 'marks' | 'quotes' | null;
	/**
	 * The object is complete. Only a closing mark or another call may follow as a part of the
	 * attempt.
	 */
	isClosed: boolean;
	end: number | null;
	isDone: boolean;
};

type Step = {readonly wait: true} | {readonly go: number};

const wait: Step = {wait: true};

/**
 * Collects calls up to the closing mark. If the mark is missing, they end after the last object.
 */
export function collectGemma(marks: Marks, opened: string): Collector {
	const state = stateOf(marks);
	let carry = '';
	let base = opened.length;
	return {
		read(chunk) {
			const text = carry + chunk;
			let at = 0;
			while (at < text.length && !state.isDone) {
				const step = stepAt(state, text, at);
				if ('wait' in step) {
					break;
				}
				at = step.go;
				if (state.end === 0) {
					state.end = base + at;
				}
			}
			base += at;
			carry = text.slice(at);
			return state.isDone ? state.end : null;
		},
		end: () => (state.isClosed ? state.end : null),
	};
}

/** The position after the object that begins here; null if it never ends. */
export function gemmaEnd(text: string, from: number, quote: string): number | null {
	const state = stateOf({quote, closer: '\n\n\n\n'});
	for (let at = from; at < text.length; ) {
		const step = stepAt(state, text, at);
		if ('wait' in step) {
			return null;
		}
		at = step.go;
		if (state.isClosed) {
			return at;
		}
	}
	return null;
}

function stateOf(marks: Marks): GemmaState {
	return {...marks, depth: 0, inside: null, isClosed: false, end: null, isDone: false};
}

function stepAt(state: GemmaState, text: string, at: number): Step {
	if (state.inside === 'quotes') {
		return inQuotes(state, text, at);
	}
	const mark = closerAt(text, at, state.inside ? [state.quote] : [state.quote, state.closer]);
	if (mark === 'maybe') {
		return wait;
	}
	if (mark === state.quote) {
		state.inside = state.inside ? null : 'marks';
		return {go: at + mark.length};
	}
	if (mark !== null) {
		state.end = 0;
		state.isDone = true;
		return {go: at + mark.length};
	}
	if (state.inside) {
		return {go: at + 1};
	}
	return state.isClosed ? behind(state, text, at) : inObject(state, text, at);
}

function inQuotes(state: GemmaState, text: string, at: number): Step {
	if (text[at] === '\\') {
		return at + 1 < text.length ? {go: at + 2} : wait;
	}
	state.inside = text[at] === '"' ? null : 'quotes';
	return {go: at + 1};
}

function inObject(state: GemmaState, text: string, at: number): Step {
	const letter = text[at]!;
	if (letter === '"') {
		state.inside = 'quotes';
	} else if ('{['.includes(letter)) {
		state.depth += 1;
	} else if ('}]'.includes(letter)) {
		state.depth -= 1;
		if (state.depth <= 0) {
			state.isClosed = true;
			state.end = 0;
		}
	}
	return {go: at + 1};
}

const next = 'call:';

function behind(state: GemmaState, text: string, at: number): Step {
	if (/[\s,;}\]]/.test(text[at]!)) {
		state.end = '}]'.includes(text[at]!) ? 0 : state.end;
		return {go: at + 1};
	}
	const found = closerAt(text, at, [next]);
	if (found === 'maybe') {
		return wait;
	}
	if (found === null) {
		state.isDone = true;
		return {go: at};
	}
	state.isClosed = false;
	state.depth = 0;
	return {go: at + next.length};
}
