import {clusters} from '../../text/width.ts';
import {leftOf, lineEnd, lineStart, rightOf, sortAt} from './boundary.ts';
import type {Draft} from './draft.ts';
import {outside} from './placeholder.ts';
import type {Operator} from './vim-state.ts';

/**
 * A motion: where a key moves the caret, and how much text an operator such as `d` takes with it.
 */
export type Motion = {
	readonly reach: 'excluding' | 'including' | 'lines';
	readonly go: (draft: Draft, count: number | null) => MotionTarget;
};

export type MotionTarget = {readonly to: number; readonly goal?: number};

export function motionOf(operator: Operator | null, name: string, draft: Draft): Motion | null {
	if (operator !== null && name === 'w') {
		const isOnWord = sortAt(draft.text, draft.caret) !== 'space';
		return operator === 'c' && isOnWord ? motions.e : wordInLine;
	}
	return Object.hasOwn(motions, name) ? motions[name as keyof typeof motions] : null;
}

const left: Motion = {
	reach: 'excluding',
	go: ({text, caret, pastes}, count) => ({
		to: repeat(count, caret, at => Math.max(lineStart(text, caret), leftOf({text, pastes}, at))),
	}),
};

const right: Motion = {
	reach: 'excluding',
	go: ({text, caret, pastes}, count) => ({
		to: repeat(count, caret, at => Math.min(lineEnd(text, caret), rightOf({text, pastes}, at))),
	}),
};

const down: Motion = {reach: 'lines', go: (draft, count) => toLine(draft, count ?? 1)};
const up: Motion = {reach: 'lines', go: (draft, count) => toLine(draft, -(count ?? 1))};

const home: Motion = {
	reach: 'excluding',
	go: ({text, caret}) => ({to: lineStart(text, caret)}),
};

const end: Motion = {
	reach: 'including',
	go: (draft, count) => {
		const {to} = toLine(draft, (count ?? 1) - 1);
		const last = lineEnd(draft.text, to);
		return {to: Math.max(lineStart(draft.text, to), leftOf(draft, last)), goal: endGoal};
	},
};

/** The goal column after `$`: it keeps the caret at the ends of lines when it moves up or down. */
const endGoal = Number.MAX_SAFE_INTEGER;

export const firstWord: Motion = {
	reach: 'excluding',
	go: ({text, caret}) => ({to: firstWordOf(text, lineStart(text, caret))}),
};

const motions = {
	h: left,
	left,
	backspace: left,
	l: right,
	right,
	space: right,
	j: down,
	down,
	k: up,
	up,
	'0': home,
	home,
	$: end,
	end,
	'^': firstWord,
	w: {
		reach: 'excluding',
		go: (draft, count) => ({to: repeat(count, draft.caret, at => nextWord(draft, at))}),
	},
	b: {
		reach: 'excluding',
		go: (draft, count) => ({to: repeat(count, draft.caret, at => wordStart(draft, at))}),
	},
	e: {
		reach: 'including',
		go: (draft, count) => ({to: repeat(count, draft.caret, at => wordEnd(draft, at))}),
	},
	gg: {reach: 'lines', go: ({text}, count) => ({to: firstWordOf(text, nthLine(text, count ?? 1))})},
	G: {
		reach: 'lines',
		go: ({text}, count) => ({
			to: firstWordOf(text, count === null ? lineStart(text, text.length) : nthLine(text, count)),
		}),
	},
} as const satisfies Readonly<Record<string, Motion>>;

/** `w` after an operator. It does not continue into the next line. */
const wordInLine: Motion = {
	reach: 'excluding',
	go: (draft, count) => {
		const {to} = motions.w.go(draft, count);
		const before = draft.text.slice(draft.caret, to);
		const breakAt = before.lastIndexOf('\n');
		const isNextLine = breakAt >= 0 && before.slice(breakAt).trim() === '';
		return {to: isNextLine ? draft.caret + breakAt : to};
	},
};

function repeat(count: number | null, from: number, step: (at: number) => number): number {
	let at = from;
	for (let done = 0; done < (count ?? 1); done += 1) {
		const next = step(at);
		if (next === at) {
			break;
		}
		at = next;
	}
	return at;
}

function toLine(draft: Draft, by: number): MotionTarget {
	const {text, caret} = draft;
	const start = lineStart(text, caret);
	const goal = draft.goal ?? clusters(text.slice(start, caret)).length;
	const line = lineAway(text, start, by);
	const places = clusters(text.slice(line, lineEnd(text, line)));
	const length = places.slice(0, goal).reduce((sum, place) => sum + place.text.length, 0);
	return {to: outside(draft, line + length), goal};
}

/**
 * The start of the line that is `by` lines away. Beyond the first or last line, the start of that
 * one.
 */
function lineAway(text: string, start: number, by: number): number {
	let line = start;
	for (let done = 0; done < Math.abs(by); done += 1) {
		const isEdge = by > 0 ? lineEnd(text, line) === text.length : line === 0;
		if (isEdge) {
			break;
		}
		line = by > 0 ? lineEnd(text, line) + 1 : lineStart(text, line - 1);
	}
	return line;
}

function nextWord(draft: Draft, from: number): number {
	const {text} = draft;
	let at = from;
	const sort = sortAt(text, at);
	while (at < text.length && sort !== 'space' && sortAt(text, at) === sort) {
		at = rightOf(draft, at);
	}
	while (at < text.length && sortAt(text, at) === 'space') {
		at = rightOf(draft, at);
		if (text[at] === '\n' && text[at - 1] === '\n') {
			break;
		}
	}
	return at;
}

function wordStart(draft: Draft, from: number): number {
	const {text} = draft;
	let at = leftOf(draft, from);
	while (at > 0 && sortAt(text, at) === 'space') {
		at = leftOf(draft, at);
	}
	while (at > 0 && sortAt(text, leftOf(draft, at)) === sortAt(text, at)) {
		at = leftOf(draft, at);
	}
	return at;
}

function wordEnd(draft: Draft, from: number): number {
	const {text} = draft;
	let at = rightOf(draft, from);
	while (at < text.length && sortAt(text, at) === 'space') {
		at = rightOf(draft, at);
	}
	while (at < text.length) {
		const next = rightOf(draft, at);
		if (next >= text.length || sortAt(text, next) !== sortAt(text, at)) {
			return at;
		}
		at = next;
	}
	return Math.max(from, leftOf(draft, text.length));
}

function firstWordOf(text: string, start: number): number {
	const end = lineEnd(text, start);
	const indent = /^\s*/.exec(text.slice(start, end))![0].length;
	return Math.min(start + indent, Math.max(start, end - 1));
}

/** The start of the n-th line, counted from 1. Beyond the last line, the start of that one. */
function nthLine(text: string, number: number): number {
	let start = 0;
	for (let line = 1; line < number; line += 1) {
		const next = text.indexOf('\n', start) + 1;
		if (next === 0) {
			break;
		}
		start = next;
	}
	return start;
}
