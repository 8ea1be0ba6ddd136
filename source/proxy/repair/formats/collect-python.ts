import type {Collector} from './format.ts';
import {closerAt, createJsonScan, isSpace, type JsonScan} from './json-scan.ts';

type Shape = {
	/** The marks that end the calls. If empty, calls are separated by `;`, `,` or a line break. */
	readonly last: readonly string[];
	/** Marks that may come at the end but are often left out. */
	readonly closers?: readonly string[];
};

const nameMax = 130;
const gapMax = 256;
const name = /[A-Za-z_][\w.:-]*\s?/y;

type PythonState = {
	readonly marks: readonly string[];
	readonly shape: Shape;
	/** Null between two calls. */
	scan: JsonScan | null;
	carry: string;
	base: number;
	end: number | null;
	isDone: boolean;
};

/**
 * Collects calls in Python's notation. Only space, commas and semicolons may stand between them.
 */
export function collectPython(shape: Shape, opened: string): Collector {
	const marks = [...shape.last, ...(shape.closers ?? [])];
	const state: PythonState = {
		marks,
		shape,
		scan: createJsonScan(marks, 'python'),
		carry: '',
		base: opened.length,
		end: null,
		isDone: false,
	};
	return {
		read: chunk => read(state, chunk),
		end: () => (state.scan ? (state.scan.fallback() ?? state.end) : state.end),
	};
}

type Step = {readonly wait: number} | {readonly go: number};

function read(state: PythonState, chunk: string): number | null {
	const text = state.carry + chunk;
	let at = 0;
	while (!state.isDone) {
		const step = state.scan ? inCall(state, state.scan, {text, at}) : between(state, text, at);
		if ('wait' in step) {
			state.base += step.wait;
			state.carry = text.slice(step.wait);
			return null;
		}
		at = step.go;
	}
	return state.end;
}

function inCall(state: PythonState, scan: JsonScan, {text, at}: {text: string; at: number}): Step {
	const stop = scan.read(text, {from: at, base: state.base});
	switch (stop.type) {
		case 'more':
			return {wait: stop.at};
		case 'complete':
			state.scan = null;
			state.end = state.base + stop.at;
			return {go: stop.at};
		case 'broken':
			return toCloser(state, text, stop.at);
		case 'overrun':
			state.end = stop.end;
			state.isDone = true;
			return {go: text.length};
	}
}

/** The quotes or brackets are unbalanced, so the first closing mark counts as the end. */
function toCloser(state: PythonState, text: string, at: number): Step {
	for (let here = at; here < text.length; here += 1) {
		const closer = closerAt(text, here, state.marks);
		if (closer === 'maybe') {
			return {wait: here};
		}
		if (closer !== null) {
			return closed(state, here + closer.length);
		}
	}
	return {wait: text.length};
}

function closed(state: PythonState, at: number): Step {
	state.end = state.base + at;
	state.isDone = true;
	return {go: at};
}

function between(state: PythonState, text: string, at: number): Step {
	let here = at;
	while (here < text.length && (isSpace(text.charCodeAt(here)) || ',;'.includes(text[here]!))) {
		here += 1;
	}
	if (here - at > gapMax) {
		state.isDone = true;
		return {go: here};
	}
	const closer = here === text.length ? 'maybe' : closerAt(text, here, state.marks);
	if (closer === 'maybe') {
		return {wait: at};
	}
	if (closer !== null) {
		return closed(state, here + closer.length);
	}
	return nextCall(state, text, {at, here});
}

function nextCall(state: PythonState, text: string, {at, here}: {at: number; here: number}): Step {
	name.lastIndex = here;
	const length = name.exec(text)?.[0].length ?? 0;
	if (length > 0 && here + length === text.length && length < nameMax) {
		return {wait: at};
	}
	const isApart = state.shape.last.length > 0 || /[\n;,]/.test(text.slice(at, here));
	if (length === 0 || text[here + length] !== '(' || !isApart) {
		state.isDone = true;
		return {go: here};
	}
	state.scan = createJsonScan(state.marks, 'python');
	return {go: here + length};
}
