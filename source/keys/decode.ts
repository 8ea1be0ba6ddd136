import {StringDecoder} from 'node:string_decoder';
import type {Clock, Timer} from '../platform/clock.ts';
import type {Input, KeyPress} from './key.ts';
import {readInput} from './sequence.ts';

/**
 * Turns the terminal's bytes, in whatever pieces they arrive, into keys, pastes, mouse events and
 * replies.
 */
export type KeyDecoder = {
	readonly feed: (bytes: Uint8Array) => void;
	/** Emits the input that is still incomplete, and cancels the timers. */
	readonly close: () => void;
};

export type DecoderOptions = {
	readonly clock: Pick<Clock, 'after'>;
	readonly onInput: (input: Input) => void;
};

/** How long an Escape waits for more bytes, before it counts as the Escape key. */
const escapeMs = 25;

/**
 * How long the rest of a sequence may take. A started sequence can't be the Escape key any more, so
 * this can be longer than `escapeMs`.
 */
const sequenceMs = 150;
const stringMs = 1000;

/** If the marker of a paste's end is lost, the paste ends after this long without input. */
const pasteIdleMs = 1000;
const pasteCharactersMax = 4_194_304;

const pasteStart = '\u001B[200~';
const pasteEnd = '\u001B[201~';

export function createDecoder({clock, onInput}: DecoderOptions): KeyDecoder {
	const utf8 = new StringDecoder('utf8');
	const state: DecoderState = {rest: '', paste: null, marksPastes: false};
	let timer: Timer | null = null;
	const run = (final: boolean) => {
		timer?.cancel();
		for (const input of withBursts(drain(state, {final}))) {
			onInput(input);
		}
		const waitMs = waitOf(state);
		timer = waitMs === null ? null : clock.after(waitMs, () => run(true));
	};
	return {
		feed(bytes) {
			const text = utf8.write(bytes);
			if (isOpen(state) && isBarePaste(text)) {
				onInput(pasteOf(text));
				return;
			}
			state.rest += text;
			run(false);
		},
		close() {
			run(true);
			timer?.cancel();
		},
	};
}

/**
 * Marks the letters of a chunk as a burst if they differ: that is text. Equal letters are a key
 * held down.
 */
function withBursts(inputs: readonly Input[]): readonly Input[] {
	const letters = inputs.flatMap(input => (isLetter(input) ? [input.text] : []));
	return new Set(letters).size < 2
		? inputs
		: inputs.map(input => (isLetter(input) ? {...input, isBurst: true} : input));
}

function isLetter(input: Input): input is KeyPress {
	return input.type === 'key' && input.text !== '' && !input.ctrl && !input.alt;
}

type DecoderState = {
	/** Input that is incomplete and waits for more bytes. */
	rest: string;
	/** The pasted text so far; null if no paste is open. */
	paste: string | null;
	/**
	 * Whether the terminal supports bracketed paste: it said so, or has sent a paste with markers.
	 */
	marksPastes: boolean;
};

/**
 * Whether the next chunk could be a paste without markers: nothing is pending, and no markers are
 * known.
 */
function isOpen({rest, paste, marksPastes}: DecoderState): boolean {
	return rest === '' && paste === null && !marksPastes;
}

function drain(state: DecoderState, {final}: {readonly final: boolean}): readonly Input[] {
	const inputs: Input[] = [];
	while (state.rest !== '' || (final && state.paste !== null)) {
		const input = state.paste === null ? next(state, {final}) : nextPaste(state, {final});
		if (input === 'incomplete') {
			break;
		}
		if (input) {
			inputs.push(input);
		}
	}
	return inputs;
}

function next(state: DecoderState, ending: {readonly final: boolean}): Input | null | 'incomplete' {
	if (state.rest.startsWith(pasteStart)) {
		state.rest = state.rest.slice(pasteStart.length);
		state.paste = '';
		state.marksPastes = true;
		return null;
	}
	const step = readInput(state.rest, ending);
	if (step === 'incomplete') {
		return step;
	}
	state.rest = state.rest.slice(step.length);
	state.marksPastes ||= step.input?.type === 'reply' && pastesMarked.test(step.input.raw);
	return step.input;
}

function nextPaste(
	state: DecoderState,
	{final}: {readonly final: boolean},
): Input | null | 'incomplete' {
	const before = state.paste ?? '';
	const text = before + state.rest;
	const end = text.indexOf(pasteEnd, Math.max(0, before.length - pasteEnd.length));
	state.rest = end < 0 ? '' : text.slice(end + pasteEnd.length);
	if (end >= 0 || final) {
		state.paste = null;
		const pasted = end < 0 ? text : text.slice(0, end);
		return pasted === '' ? null : pasteOf(pasted);
	}
	if (text.length > pasteCharactersMax) {
		const kept = text.length - pasteEnd.length;
		state.paste = text.slice(kept);
		return pasteOf(text.slice(0, kept));
	}
	state.paste = text;
	return 'incomplete';
}

/** The terminal's answer about bracketed paste: it is on (1), or off but available (2). */
const pastesMarked = /^\u001B\[\?2004;[12]\$y$/;

/**
 * A terminal without bracketed paste sends pasted text as if it were typed. A chunk with a line end
 * between other characters was pasted, and must not be sent line by line.
 */
function isBarePaste(text: string): boolean {
	return /^[^\u001B]*[^\u0000-\u001F\u001B][\r\n]+[^\u0000-\u001F\u001B][^\u001B]*$/.test(text);
}

function pasteOf(raw: string): Input {
	return {type: 'paste', text: raw.replace(/\r\n?/g, '\n'), raw};
}

/**
 * How long to wait for more bytes before the incomplete input is decoded as it is; null if there is
 * none.
 */
function waitOf({rest, paste}: DecoderState): number | null {
	if (paste !== null) {
		return pasteIdleMs;
	}
	if (rest === '') {
		return null;
	}
	if (rest.length < 3) {
		return escapeMs;
	}
	// A sequence with two numbers can only be a reply of the terminal, which may come in pieces on a
	// slow line.
	const isReport = /^\u001B\[\??\d+;/.test(rest);
	return !isReport && (rest[1] === '[' || rest[1] === 'O') ? sequenceMs : stringMs;
}
