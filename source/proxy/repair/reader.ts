import type {OfferedTool, ReadPart} from './attempt.ts';
import {attemptsIn, type Concluded, type Open} from './reader-attempt.ts';
import {judge} from './reader-judge.ts';
import {createOpeners, type Openers} from './reader-openers.ts';
import {addPending, endPending, follow, refuse, release} from './reader-pending.ts';
import {createProse} from './reader-prose.ts';
import {begin, emitText, type ReaderState} from './reader-state.ts';
import {createPlace, passAttempt} from './text-position.ts';

export type CallReader = {
	/** Reads the next piece of the reply. Pieces may be cut anywhere. */
	readonly push: (text: string) => void;
	/**
	 * Call this when no more text comes. An incomplete call is reported as cut off, and never
	 * completed.
	 */
	readonly end: () => void;
};

export type ReaderOptions = {
	readonly tools: readonly OfferedTool[];
	readonly emit: (part: ReadPart) => void;
	/** The compiled openers for these tools, if they are already known. */
	readonly openers?: Openers | undefined;
};

/**
 * A call may carry a large file. If its text is longer than this, its end is not awaited any more.
 */
export const attemptCharactersMax = 8 * 1024 * 1024;
/** The limit for text that is read again because it only looked like a part of a call. */
const rereadCharactersMax = 1024 * 1024;
/** One step handles at most this much text, however much has arrived. */
const pieceCharactersMax = 4096;

/**
 * Finds the tool calls in a model's text while it streams. All parts together are exactly the
 * model's text: nothing is changed or lost. Text is passed on at once, except for what may begin a
 * call. If no tools are offered, everything is plain text.
 */
export function createReader(options: ReaderOptions): CallReader {
	const {tools, emit, openers = createOpeners(options.tools)} = options;
	const place = createPlace();
	const state: ReaderState = {
		tools,
		emit,
		place,
		openers,
		prose: createProse({place, openers, emitText: text => emitText(state, text)}),
		open: null,
		pending: null,
		rereadCharacters: 0,
		isDeaf: tools.length === 0,
		hasWords: false,
	};
	return {push: text => run(state, text), end: () => end(state)};
}

function run(state: ReaderState, text: string): void {
	for (let at = 0; at < text.length; at += pieceCharactersMax) {
		let rest = text.slice(at, at + pieceCharactersMax);
		while (rest !== '') {
			rest = step(state, rest);
		}
	}
}

/** Reads as long as the state stays the same. Returns the rest of the text. */
function step(state: ReaderState, text: string): string {
	if (state.isDeaf) {
		emitText(state, text);
		return '';
	}
	if (state.open) {
		return collect(state, state.open, text);
	}
	return state.pending ? follow(state, state.pending, text) : look(state, text);
}

/** Reads plain text up to the next opener. */
function look(state: ReaderState, text: string): string {
	const found = state.prose.read(text);
	if (found === null) {
		return '';
	}
	const judgement = judge(found.format.trust, {place: state.place, head: found.head});
	return judgement.type === 'text'
		? state.prose.passLetter(found.rest)
		: begin(state, {...found, judgement});
}

function collect(state: ReaderState, open: Open, text: string): string {
	if (open.judgement.type === 'shown') {
		return passShown(state, open, text);
	}
	const attemptEnd = open.collector.read(text);
	const own = attemptEnd === null ? text.length : attemptEnd - open.length;
	open.length += text.length;
	open.pieces.push(own < 0 ? text : text.slice(0, own));
	if (attemptEnd !== null) {
		const again = conclude(state, open, attemptEnd);
		return own < 0 ? again : text.slice(own);
	}
	if (open.length > attemptCharactersMax) {
		// Further text may belong to the call's arguments, so it is not searched for calls.
		state.isDeaf = true;
		tell(state, open, {raw: open.pieces.join(''), isWhole: false});
	}
	return '';
}

/**
 * Passes on an example as plain text, up to its end. Its own characters decide where the pieces
 * end, so that the result does not depend on how the stream was cut.
 */
function passShown(state: ReaderState, open: Open, text: string): string {
	const all = open.run + text;
	open.run = '';
	for (let at = 0; at < all.length; ) {
		shownPiece.lastIndex = at;
		const piece = shownPiece.exec(all)?.[0];
		if (piece === undefined) {
			open.run = all.slice(at);
			return '';
		}
		const attemptEnd = open.collector.read(piece);
		const own = attemptEnd === null ? piece.length : Math.max(0, attemptEnd - open.length);
		open.length += piece.length;
		emitText(state, piece.slice(0, own));
		at += own;
		if (attemptEnd !== null) {
			state.open = null;
			passAttempt(state.place, 'shown');
			return all.slice(at);
		}
	}
	return '';
}

const shownPiece = /[A-Za-z\d ]{64}|[A-Za-z\d ]*[^A-Za-z\d ]/y;

/** Ends a complete attempt. The collected text after its end is read again. */
function conclude(state: ReaderState, open: Open, attemptEnd: number): string {
	const all = open.pieces.join('');
	const rest = all.slice(attemptEnd);
	state.rereadCharacters += rest.length;
	state.isDeaf ||= state.rereadCharacters > rereadCharactersMax;
	tell(state, open, {raw: all.slice(0, attemptEnd), isWhole: true});
	return rest;
}

function tell(state: ReaderState, open: Open, concluded: Concluded): void {
	state.open = null;
	const parts = attemptsIn(open, concluded, state.tools);
	if (parts.length === 0) {
		refuse(state, concluded.raw);
		return;
	}
	addPending(state, open, {raw: concluded.raw, parts});
	if (state.isDeaf) {
		release(state, state.pending?.meant.doubts ?? 0);
	}
}

function end(state: ReaderState): void {
	while (state.open || state.pending) {
		if (state.open) {
			endOpen(state, state.open);
		} else {
			run(state, endPending(state, state.pending!));
		}
	}
	endHeld(state, state.prose.end());
}

function endOpen(state: ReaderState, open: Open): void {
	if (open.judgement.type === 'shown') {
		state.open = null;
		emitText(state, open.run);
		return;
	}
	const attemptEnd = open.collector.end();
	if (attemptEnd === null) {
		tell(state, open, {raw: open.pieces.join(''), isWhole: false});
		return;
	}
	run(state, conclude(state, open, attemptEnd));
}

/**
 * Handles text that was kept back at the end of the reply. It is plain text, unless the whole reply
 * is only `{`, which is a call that was cut off.
 */
function endHeld(state: ReaderState, text: string): void {
	if (state.hasWords || text.trim() !== '{') {
		emitText(state, text);
		return;
	}
	const attempt = {format: 'json', name: null, isWhole: true, raw: text} as const;
	state.emit({type: 'attempt', attempt: {...attempt, arguments: {type: 'json', text}}});
}
