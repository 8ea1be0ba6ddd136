import type {Collector} from './format.ts';
import {closerAt, createJsonScan, type Dialect, isSpace, type JsonScan} from './json-scan.ts';

export type ValuesShape = {
	/**
	 * Marks that may follow a value. They belong to the call, together with the space before them.
	 */
	readonly closers?: readonly string[];
	/** The closing marks after which no other value can follow. */
	readonly last?: readonly string[];
	/** Characters that may stand between values. */
	readonly separators?: string;
	/** Whether the opener is already the first part of the value. */
	readonly isOpened?: boolean;
	/**
	 * The characters with which a value can begin. Text before the first of them is a name in the
	 * format's own notation.
	 */
	readonly begins?: string;
	readonly dialect?: Dialect;
};

/** The most characters before a value. */
const headMax = 400;
/**
 * If more spaces than this follow the opener, it is followed by words instead of a value: the model
 * has only mentioned the format.
 */
const headSpacesMax = 4;
const gapMax = 256;

type ValuesState = {
	readonly last: readonly string[];
	readonly separators: string;
	readonly begins: string;
	readonly dialect: Dialect;
	readonly closers: readonly string[];
	/** Code fences that may open before the value, as they may close after it. */
	readonly headClosers: readonly string[];
	readonly opened: number;
	headSpaces: number;
	status: 'head' | 'value' | 'behind' | 'lost';
	scan: JsonScan;
	/** Text that can't be judged until more arrives; `base` is its position in the attempt. */
	carry: string;
	base: number;
	end: number | null;
	isDone: boolean;
};

type Step = {readonly wait: number} | {readonly go: number};

/**
 * Collects values that look like JSON, or whose brackets are those of Python, up to their closing
 * marks. If a value is so damaged that its end can't be found, the first closing mark ends the
 * attempt.
 */
export function collectValues(shape: ValuesShape, opened: string): Collector {
	const {closers = [], last = [], separators = '', begins = '{[', isOpened = false} = shape;
	const {dialect = 'json'} = shape;
	const all = [...closers, ...last];
	const state: ValuesState = {
		last,
		separators,
		begins,
		dialect,
		closers: all,
		headClosers: all.filter(closer => !closer.includes('`')),
		opened: opened.length,
		headSpaces: 0,
		status: 'head',
		scan: createJsonScan(all, dialect),
		carry: '',
		base: isOpened ? 0 : opened.length,
		end: null,
		isDone: false,
	};
	if (isOpened) {
		read(state, opened);
	}
	return {read: text => read(state, text), end: () => endOf(state)};
}

function read(state: ValuesState, chunk: string): number | null {
	const text = state.carry + chunk;
	let at = 0;
	while (!state.isDone) {
		const next = step(state, text, at);
		if ('wait' in next) {
			state.base += next.wait;
			state.carry = text.slice(next.wait);
			return null;
		}
		at = next.go;
	}
	return state.end;
}

function endOf({status, scan, end}: ValuesState): number | null {
	return status === 'value' || status === 'lost' ? (scan.fallback() ?? end) : end;
}

function step(state: ValuesState, text: string, at: number): Step {
	switch (state.status) {
		case 'head':
			return inHead(state, text, at);
		case 'value':
			return inValue(state, text, at);
		case 'behind':
			return behind(state, text, at);
		case 'lost':
			return lost(state, text, at);
	}
}

function inHead(state: ValuesState, text: string, at: number): Step {
	for (let here = at; here < text.length; here += 1) {
		const closer = closerAt(text, here, state.headClosers);
		if (closer === 'maybe') {
			return {wait: here};
		}
		if (closer !== null) {
			return closed(state, here + closer.length, closer);
		}
		state.headSpaces += text[here] === ' ' ? 1 : 0;
		if (state.headSpaces > headSpacesMax) {
			state.end = state.opened;
			state.isDone = true;
			return {go: here};
		}
		if (state.begins.includes(text[here]!)) {
			state.status = 'value';
			return {go: here};
		}
	}
	if (state.base + text.length > headMax) {
		state.status = 'lost';
	}
	return {wait: text.length};
}

function inValue(state: ValuesState, text: string, at: number): Step {
	const stop = state.scan.read(text, {from: at, base: state.base});
	switch (stop.type) {
		case 'more':
			return {wait: stop.at};
		case 'complete':
			state.scan = createJsonScan(state.closers, state.dialect);
			state.status = 'behind';
			state.end = state.base + stop.at;
			return {go: stop.at};
		case 'broken':
			state.status = 'lost';
			return {go: stop.at};
		case 'overrun':
			state.end = stop.end;
			state.isDone = true;
			return {go: text.length};
	}
}

function behind(state: ValuesState, text: string, at: number): Step {
	let here = at;
	while (here < text.length && isSpace(text.charCodeAt(here)) && here - at < gapMax) {
		here += 1;
	}
	if (here === text.length) {
		return {wait: at};
	}
	const closer = closerAt(text, here, state.closers);
	if (closer === 'maybe') {
		return {wait: at};
	}
	return closer === null
		? behindValue(state, text, here)
		: closed(state, here + closer.length, closer);
}

/**
 * Reads the text after a value: another value, a surplus bracket, or something that does not belong
 * to the call.
 */
function behindValue(state: ValuesState, text: string, here: number): Step {
	const letter = text[here]!;
	if (state.separators.includes(letter)) {
		return {go: here + 1};
	}
	if (state.separators !== '' && (letter === '{' || letter === '[')) {
		state.status = 'value';
		return {go: here};
	}
	if (state.closers.length > 0 && (letter === '}' || letter === ']')) {
		state.end = state.base + here + 1;
		return {go: here + 1};
	}
	state.isDone = true;
	return {go: here};
}

function lost(state: ValuesState, text: string, at: number): Step {
	for (let here = at; here < text.length; here += 1) {
		const closer = closerAt(text, here, state.closers);
		if (closer === 'maybe') {
			return {wait: here};
		}
		if (closer !== null) {
			return closed(state, here + closer.length, closer);
		}
	}
	return {wait: text.length};
}

function closed(state: ValuesState, at: number, closer: string): Step {
	state.end = state.base + at;
	state.isDone = state.last.includes(closer);
	state.status = 'behind';
	return {go: at};
}
