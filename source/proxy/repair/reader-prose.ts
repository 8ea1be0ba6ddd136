import type {Format} from './formats/format.ts';
import {announces} from './reader-judge.ts';
import {heldCharactersMax, type Openers} from './reader-openers.ts';
import {
	beginReply,
	endLine,
	isCutOff,
	passLine,
	regionAt,
	regionFirsts,
	type TextPosition,
	thoughtEndAt,
} from './text-position.ts';

export type Prose = {
	/** Passes on text up to the next opener. Returns the opener; null if more text is needed. */
	readonly read: (text: string) => FoundOpener | null;
	/**
	 * Call this if the opener did not lead to a call: its first character then becomes plain text.
	 */
	readonly passLetter: (rest: string) => string;
	/** Returns the text that is still kept back. */
	readonly end: () => string;
};

export type FoundOpener = {
	readonly format: Format;
	readonly length: number;
	/** The text from the opener on. */
	readonly rest: string;
	/** The text before the opener in its line. */
	readonly head: string;
};

type ProseOptions = {
	readonly place: TextPosition;
	readonly openers: Openers;
	readonly emitText: (text: string) => void;
};

type ProseState = ProseOptions & {
	/** Characters that matter if a line begins with them. */
	readonly lineLetters: ReadonlySet<string>;
	held: string;
	/** Whether the first character of the next text was already found to be plain text. */
	isPassed: boolean;
};

/**
 * The result of one character: a position at which to continue, a wait for more text, or an opener.
 */
type Step =
	| {readonly type: 'go'; readonly at: number; readonly isBeginning?: true}
	| {readonly type: 'wait'}
	| {readonly type: 'opener'; readonly format: Format; readonly length: number};

const fenceLeast = 3;
const newline = 10;
const wait: Step = {type: 'wait'};

/** Reads plain text. A single search for the few characters that matter skips most of it. */
export function createProse(options: ProseOptions): Prose {
	const state: ProseState = {
		...options,
		lineLetters: new Set([...options.openers.lineFirsts, ...regionFirsts, '>', '`', '~']),
		held: '',
		isPassed: false,
	};
	return {
		read: text => read(state, text),
		passLetter: rest => {
			state.isPassed = true;
			return rest;
		},
		end: () => {
			const rest = state.held;
			state.held = '';
			return rest;
		},
	};
}

function read(state: ProseState, chunk: string): FoundOpener | null {
	const {place, emitText} = state;
	const text = state.held + chunk;
	state.held = '';
	let line = 0;
	let at = 0;
	while (at < text.length) {
		const next = nextLetter(state, text, at);
		passLine(place, text, {from: line, to: next});
		line = next;
		if (next >= text.length) {
			break;
		}
		const step = stepAt(state, text, next);
		if (step.type === 'go') {
			line += text.charCodeAt(next) === newline ? 1 : 0;
			line = step.isBeginning ? step.at : line;
			at = step.at;
			continue;
		}
		emitText(text.slice(0, next));
		if (step.type === 'wait') {
			state.held = text.slice(next);
			return null;
		}
		const {format, length} = step;
		return {format, length, rest: text.slice(next), head: place.lineHead};
	}
	passLine(place, text, {from: line, to: text.length});
	emitText(text);
	return null;
}

/**
 * Returns the position of the next character that matters: the first one of a line, or one of a
 * few.
 */
function nextLetter(state: ProseState, text: string, from: number): number {
	const {place} = state;
	let at = from;
	if (state.isPassed) {
		state.isPassed = false;
		place.isLineStart = false;
		at += 1;
	} else if (place.isLineStart) {
		at = firstVisible(text, from);
		if (at >= text.length || text.charCodeAt(at) === newline || state.lineLetters.has(text[at]!)) {
			return at;
		}
		place.isLineStart = false;
	}
	const letters = /[<[{\]`\n]/g;
	for (letters.lastIndex = at; ; ) {
		const next = letters.exec(text)?.index ?? text.length;
		if (next === text.length || !isPlain(state, text, next)) {
			return next;
		}
	}
}

/** Whether a bracket in plain text begins neither a call nor a region, as is usual. */
function isPlain({place, openers}: ProseState, text: string, at: number): boolean {
	const isInText = !place.fence && !place.quietUntil && !place.isQuoteLine && place.codeTicks === 0;
	return (
		isInText &&
		brackets.has(text[at]!) &&
		openers.at(text, at, 'line-start').type === 'none' &&
		thoughtEndAt(text, at) === null &&
		regionAt(text, at, false) === null
	);
}

const brackets: ReadonlySet<string> = new Set(['<', '[', '{']);

function stepAt(state: ProseState, text: string, at: number): Step {
	const {place} = state;
	if (text.charCodeAt(at) === newline) {
		endLine(place);
		return {type: 'go', at: at + 1};
	}
	if (place.fence) {
		return inFence(place, text, at);
	}
	if (place.quietUntil) {
		return inQuiet(place, text, at);
	}
	if (place.isQuoteLine) {
		return pass(place, at + 1);
	}
	if (place.codeTicks > 0 && text[at] === '`') {
		return atTicks(place, text, at);
	}
	// The backtick that opened the code may be a single one of an earlier line, without a partner.
	if (place.codeTicks > 0 && (place.isCodeShown || !place.isLineStart)) {
		place.isCodeShown = true;
		return pass(place, at + 1);
	}
	return inText(state, text, at);
}

function pass(place: TextPosition, at: number): Step {
	place.isLineStart = false;
	return {type: 'go', at};
}

function inText({place, openers}: ProseState, text: string, at: number): Step {
	const letter = text[at]!;
	const atLineStart = openers.at(text, at, 'line-start');
	// If nothing opens at the start of a line, nothing opens within one: this check mostly suffices.
	const found =
		atLineStart.type === 'none' || isLikeLineStart(place)
			? atLineStart
			: openers.at(text, at, 'mid-line');
	if (found.type === 'opener') {
		return found;
	}
	const thoughtEnd = letter === '<' || letter === '[' ? thoughtEndAt(text, at) : null;
	if (thoughtEnd === 'maybe') {
		return wait;
	}
	if (thoughtEnd !== null) {
		beginReply(place);
		return {type: 'go', at: at + thoughtEnd.length, isBeginning: true};
	}
	const region = regionFirsts.has(letter) ? regionAt(text, at, place.isLineStart) : null;
	if (found.type === 'maybe' || region === 'maybe') {
		return wait;
	}
	if (region !== null) {
		place.quietUntil = region.until;
		return pass(place, at + region.begin.length);
	}
	if (letter === '`' || (letter === '~' && place.isLineStart)) {
		return atTicks(place, text, at);
	}
	if (letter === '>' && place.isLineStart) {
		if (isCutOff(text, at, wordsMark)) {
			return wait;
		}
		place.isQuoteLine = !text.startsWith(wordsMark, at);
	}
	return pass(place, at + 1);
}

/** Whether an opener at this place counts as one at the start of a line. */
function isLikeLineStart(place: TextPosition): boolean {
	const isAdjacent = place.since !== null && place.lineHead.trim() === '';
	return place.isLineStart || isAdjacent || announces(place.lineHead);
}

/** Functionary writes this before its text. The line after it does not continue a quotation. */
const wordsMark = '>>>all\n';

/**
 * Backticks open a fence at the start of a line, and inline code elsewhere. Tildes open a fence.
 */
function atTicks(place: TextPosition, text: string, at: number): Step {
	const letter = text[at]!;
	const count = runLength(text, at);
	if (at + count === text.length && count <= heldCharactersMax) {
		return wait;
	}
	if (place.isLineStart && place.codeTicks === 0 && count >= fenceLeast) {
		place.fence = {letter, count};
	} else if (letter === '`' && (place.codeTicks === 0 || place.codeTicks === count)) {
		place.codeTicks = place.codeTicks === 0 ? count : 0;
		place.isCodeShown = false;
	}
	return pass(place, at + count);
}

/** Looks for the end of a fence: a line with only the same character, at least as often. */
function inFence(place: TextPosition, text: string, at: number): Step {
	const {letter, count} = place.fence!;
	if (!place.isLineStart || text[at] !== letter) {
		return pass(place, at + 1);
	}
	const length = runLength(text, at);
	const rest = text.slice(at + length, at + heldCharactersMax);
	if (/^[ \t\r]*$/.test(rest) && text.length - at < heldCharactersMax) {
		return wait;
	}
	if (length >= count && /^[ \t\r]*\n/.test(rest)) {
		place.fence = null;
	}
	return pass(place, at + length);
}

function inQuiet(place: TextPosition, text: string, at: number): Step {
	const until = place.quietUntil!;
	const closer = until.find(word => word !== '' && text.startsWith(word, at));
	if (closer !== undefined) {
		place.quietUntil = null;
		if (thoughtEndAt(text, at) === closer) {
			beginReply(place);
			return {type: 'go', at: at + closer.length, isBeginning: true};
		}
		// The token that begins a new message is read again, because it may also open a call.
		return pass(place, closer === '<|start|>' ? at : at + closer.length);
	}
	return until.some(word => isCutOff(text, at, word)) ? wait : pass(place, at + 1);
}

function firstVisible(text: string, from: number): number {
	let at = from;
	while (at < text.length && (text[at] === ' ' || text[at] === '\t' || text[at] === '\r')) {
		at += 1;
	}
	return at;
}

function runLength(text: string, at: number): number {
	let end = at;
	while (end < text.length && text[end] === text[at]) {
		end += 1;
	}
	return end - at;
}
