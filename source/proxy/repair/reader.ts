import type {OfferedTool, ReadPart} from './attempt.ts';
import {attemptsIn, type Concluded, type Open, type Pending} from './reader-attempt.ts';
import {judge} from './reader-judge.ts';
import {createOpeners, type Openers} from './reader-openers.ts';
import {createPlace, type Place, passAttempt} from './reader-place.ts';
import {createProse, type Prose} from './reader-prose.ts';

export type Reader = {
	/** Text of the model's reply, in whatever pieces it comes. */
	readonly push: (text: string) => void;
	/** Nothing more comes. What is not whole now is told as cut off, and never completed. */
	readonly end: () => void;
};

export type ReaderOptions = {
	readonly tools: readonly OfferedTool[];
	readonly emit: (part: ReadPart) => void;
	/** For these tools, where they were made before. */
	readonly openers?: Openers | undefined;
};

/** One call may carry a large file; beyond this nobody waits for its end. */
export const attemptCharactersMax = 8 * 1024 * 1024;
/** Text that looked like a part of an attempt and wasn't is read again, but not without end. */
const rereadCharactersMax = 1024 * 1024;
const gapCharactersMax = 4096;
/** More calls than any reply has; who writes more is stuck. */
const pendingAttemptsMax = 256;
/** However much comes at once, one step has to do with this much of it. */
const pieceCharactersMax = 4096;

const none = {type: 'none'} as const;

type State = Required<ReaderOptions> & {
	readonly place: Place;
	readonly openers: Openers;
	readonly prose: Prose;
	/** What is being collected, and what waits for the words behind it. */
	open: Open | null;
	pending: Pending | null;
	rereadCharacters: number;
	/** Everything that follows is text. */
	isDeaf: boolean;
	hasWords: boolean;
};

/**
 * Finds the tool calls in a model's text while it streams. The parts, put together again, are the
 * text letter by letter: nothing is mended here, and nothing lost. Text is told as it comes, but for
 * what may be the beginning of a call. Without tools on offer everything is text.
 */
export function createReader(options: ReaderOptions): Reader {
	const {tools, emit, openers = createOpeners(options.tools)} = options;
	const place = createPlace();
	const state: State = {
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

function run(state: State, text: string): void {
	for (let at = 0; at < text.length; at += pieceCharactersMax) {
		let rest = text.slice(at, at + pieceCharactersMax);
		while (rest !== '') {
			rest = step(state, rest);
		}
	}
}

/** Reads the text as far as the same is going on, and gives the rest. */
function step(state: State, text: string): string {
	if (state.isDeaf) {
		emitText(state, text);
		return '';
	}
	if (state.open) {
		return collect(state, state.open, text);
	}
	return state.pending ? follow(state, state.pending, text) : look(state, text);
}

function emitText(state: State, text: string): void {
	if (text === '') {
		return;
	}
	if ((state.place.since !== null || !state.hasWords) && /\S/.test(text)) {
		state.place.since = null;
		state.hasWords = true;
	}
	state.emit({type: 'text', text});
}

/** Reads text up to the next opener. */
function look(state: State, text: string): string {
	const found = state.prose.read(text);
	if (found === null) {
		return '';
	}
	const judgement = judge(found.format.trust, {place: state.place, head: found.head});
	return judgement.type === 'text'
		? state.prose.passLetter(found.rest)
		: begin(state, {...found, judgement});
}

type Beginning = Pick<Open, 'format' | 'judgement' | 'length'> & {readonly rest: string};

function begin(state: State, {format, judgement, length, rest}: Beginning): string {
	const opened = rest.slice(0, length);
	const isShown = judgement.type === 'shown';
	state.open = {
		format,
		judgement,
		collector: format.collect(opened),
		pieces: isShown ? [] : [opened],
		length,
	};
	if (isShown) {
		emitText(state, opened);
	}
	return rest.slice(length);
}

function collect(state: State, open: Open, text: string): string {
	const attemptEnd = open.collector.read(text);
	const own = attemptEnd === null ? text.length : attemptEnd - open.length;
	open.length += text.length;
	if (open.judgement.type === 'shown') {
		return passShown(state, {text, own, isOver: attemptEnd !== null});
	}
	open.pieces.push(own < 0 ? text : text.slice(0, own));
	if (attemptEnd !== null) {
		const again = conclude(state, open, attemptEnd);
		return own < 0 ? again : text.slice(own);
	}
	if (open.length > attemptCharactersMax) {
		// What follows may be a part of its arguments, so it must not be read for calls.
		state.isDeaf = true;
		tell(state, open, {raw: open.pieces.join(''), isWhole: false});
	}
	return '';
}

type Shown = {readonly text: string; readonly own: number; readonly isOver: boolean};

/** What is only shown goes on as text, up to its end. */
function passShown(state: State, {text, own, isOver}: Shown): string {
	const length = Math.max(0, own);
	emitText(state, text.slice(0, length));
	if (isOver) {
		state.open = null;
		passAttempt(state.place, 'shown');
	}
	return text.slice(length);
}

/** The attempt is whole: what was collected beyond its end is to be read again. */
function conclude(state: State, open: Open, attemptEnd: number): string {
	const all = open.pieces.join('');
	const rest = all.slice(attemptEnd);
	state.rereadCharacters += rest.length;
	state.isDeaf ||= state.rereadCharacters > rereadCharactersMax;
	tell(state, open, {raw: all.slice(0, attemptEnd), isWhole: true});
	return rest;
}

function tell(state: State, open: Open, concluded: Concluded): void {
	state.open = null;
	const parts = attemptsIn(open, concluded, state.tools);
	if (parts.length === 0) {
		refuse(state, concluded.raw);
		return;
	}
	const tail = open.judgement.type === 'meant' ? open.judgement.tail : 'anything';
	const pending = state.pending ?? {items: [], tail, gap: ''};
	pending.items.push({raw: concluded.raw, parts});
	state.pending = pending;
	passAttempt(state.place, 'call');
	if (pending.tail === 'anything' || state.isDeaf) {
		release(state);
	}
}

/** What stands behind attempts decides whether they were meant. */
function follow(state: State, pending: Pending, text: string): string {
	const all = pending.gap + text;
	const visible = all.search(/\S/);
	const gap = visible < 0 ? all : all.slice(0, visible);
	const rest = visible < 0 ? '' : all.slice(visible);
	if (pending.tail === 'line' && (gap.includes('\n') || /^[<[\]]/.test(rest))) {
		release(state);
		return all;
	}
	if (visible < 0 && gap.length <= gapCharactersMax) {
		pending.gap = gap;
		return '';
	}
	return pending.tail === 'line' || rest === ''
		? unmask(state, all)
		: chain(state, pending, {all, gap, rest});
}

/** A further attempt belongs to those that wait; anything else unmasks them as text. */
function chain(
	state: State,
	pending: Pending,
	{all, gap, rest}: {readonly all: string; readonly gap: string; readonly rest: string},
): string {
	const isTooMany = pending.items.length > pendingAttemptsMax;
	const found = isTooMany ? none : state.openers.at(rest, 0, 'line-start');
	if (found.type === 'maybe') {
		pending.gap = all;
		return '';
	}
	if (found.type === 'none') {
		return unmask(state, all);
	}
	if (gap !== '') {
		pending.items.push({raw: gap, parts: [{type: 'text', text: gap}]});
	}
	pending.gap = '';
	const judgement = {type: 'meant', tail: 'reply', mustBeKnown: true} as const;
	return begin(state, {...found, judgement, rest});
}

/** The attempts that wait are text, and what follows them is read as it is. */
function unmask(state: State, rest: string): string {
	refuse(state, '');
	return rest;
}

/** What was collected is text, and so is what waited for it. */
function refuse(state: State, raw: string): void {
	const items = state.pending?.items ?? [];
	state.pending = null;
	for (const text of [...items.map(item => item.raw), raw]) {
		emitText(state, text);
	}
	passAttempt(state.place, 'shown');
}

function release(state: State): void {
	const items = state.pending?.items ?? [];
	state.pending = null;
	for (const part of items.flatMap(({parts}) => parts)) {
		state.emit(part);
	}
	if (items.length > 0) {
		state.hasWords = true;
		passAttempt(state.place, 'call');
	}
}

function end(state: State): void {
	while (state.open) {
		endOpen(state, state.open);
	}
	const gap = state.pending?.gap ?? '';
	release(state);
	emitText(state, gap);
	endHeld(state, state.prose.end());
}

function endOpen(state: State, open: Open): void {
	if (open.judgement.type === 'shown') {
		state.open = null;
		return;
	}
	const attemptEnd = open.collector.end();
	if (attemptEnd === null) {
		tell(state, open, {raw: open.pieces.join(''), isWhole: false});
		return;
	}
	run(state, conclude(state, open, attemptEnd));
}

/** A reply that is a bracket and nothing else was to be a call; anything else held back is text. */
function endHeld(state: State, text: string): void {
	if (state.hasWords || text.trim() !== '{') {
		emitText(state, text);
		return;
	}
	const attempt = {format: 'json', name: null, isWhole: true, raw: text} as const;
	state.emit({type: 'attempt', attempt: {...attempt, arguments: {type: 'json', text}}});
}
