import type {ReadPart} from './attempt.ts';
import type {AttemptItem, Open, Pending} from './reader-attempt.ts';
import {doubtsMax, noDoubts} from './reader-judge.ts';
import {begin, emitText, type ReaderState} from './reader-state.ts';
import {behind} from './reader-tail.ts';
import {passAttempt} from './text-position.ts';

const gapCharactersMax = 4096;
/** The most attempts that wait. A model that writes more of them is stuck in a loop. */
const pendingAttemptsMax = 256;

const none = {type: 'none'} as const;

/**
 * Keeps a complete attempt until the text after it is known: if the model continues to speak, it
 * may have meant an example.
 */
export function addPending(state: ReaderState, open: Open, item: AttemptItem): void {
	state.pending ??= pendingOf(open);
	state.pending.items.push(item);
	passAttempt(state.place, 'call');
}

function pendingOf({judgement, format}: Open): Pending {
	const meant = judgement.type === 'meant' ? judgement : {...noDoubts, doubts: doubtsMax};
	return {items: [], gap: '', meant, trust: format.trust};
}

/**
 * Reads the text after attempts, which decides whether they are calls. Returns the text to read
 * next.
 */
export function follow(state: ReaderState, pending: Pending, text: string): string {
	const all = pending.gap + text;
	const visible = all.search(/\S/);
	if (visible < 0 && all.length <= gapCharactersMax) {
		pending.gap = all;
		return '';
	}
	const from = Math.max(visible, 0);
	return goOn(state, pending, {all, gap: all.slice(0, from), rest: all.slice(from), isAll: false});
}

type Following = {
	readonly all: string;
	readonly gap: string;
	readonly rest: string;
	readonly isAll: boolean;
};

/**
 * Handles visible text after attempts. A further attempt waits with the others; words add a doubt.
 */
function goOn(state: ReaderState, pending: Pending, {all, gap, rest, isAll}: Following): string {
	const isTooMany = pending.items.length > pendingAttemptsMax;
	const found = isTooMany ? none : state.openers.at(rest, 0, 'line-start');
	if (found.type === 'maybe' && !isAll) {
		pending.gap = all;
		return '';
	}
	if (found.type === 'opener') {
		pass(pending, gap);
		return begin(state, {...found, judgement: {type: 'meant', ...noDoubts}, rest});
	}
	const isSameLine = !gap.includes('\n');
	const next = behind({rest, isSameLine, isAll, ...pending});
	if (next.type === 'wait') {
		pending.gap = all;
		return '';
	}
	if (next.type === 'mark') {
		pass(pending, gap + rest.slice(0, next.length));
		return rest.slice(next.length);
	}
	release(state, doubtsInWords(pending, next.doubts));
	return all;
}

/** Adds blanks, or a mark without meaning, to the waiting attempts. */
function pass(pending: Pending, text: string): void {
	pending.gap = '';
	if (text !== '') {
		pending.items.push({raw: text, parts: [{type: 'text', text}]});
	}
}

/**
 * Call this if the collected text is no call. It is shown as text, and is a reason to doubt that the
 * attempts before it, which still wait for a decision, were meant as calls.
 */
export function refuse(state: ReaderState, raw: string): void {
	const {pending} = state;
	if (pending) {
		release(state, doubtsInWords(pending, pending.trust === 'tag' ? 1 : doubtsMax));
	}
	emitText(state, raw);
	passAttempt(state.place, 'shown');
}

function doubtsInWords({meant}: Pending, doubts: number): number {
	return meant.doubts + meant.doubtsInWords + doubts;
}

/**
 * Ends the waiting: without a doubt, the attempts become calls; with one, calls that the model is
 * asked about; from `doubtsMax` doubts on, plain text.
 */
export function release(state: ReaderState, doubts: number): void {
	const items = state.pending?.items ?? [];
	state.pending = null;
	if (doubts >= doubtsMax) {
		emitText(state, items.map(item => item.raw).join(''));
		passAttempt(state.place, 'shown');
		return;
	}
	for (const part of items.flatMap(({parts}) => parts)) {
		state.emit(doubts > 0 ? unclear(part) : part);
	}
	if (items.length > 0) {
		state.hasWords = true;
		passAttempt(state.place, doubts > 0 ? 'unclear' : 'call');
	}
}

function unclear(part: ReadPart): ReadPart {
	return part.type === 'text'
		? part
		: {type: 'attempt', attempt: {...part.attempt, isUnclear: true}};
}

/**
 * Call this at the end of the reply. Attempts with only blanks after them become calls, if nothing
 * else speaks against it. Returns the text that is still to be read.
 */
export function endPending(state: ReaderState, pending: Pending): string {
	const {gap, meant} = pending;
	const visible = gap.search(/\S/);
	if (visible >= 0) {
		pending.gap = '';
		const following = {all: gap, gap: gap.slice(0, visible), rest: gap.slice(visible)};
		return goOn(state, pending, {...following, isAll: true});
	}
	release(state, meant.isAlone ? Math.min(meant.doubts, 0) : meant.doubts);
	emitText(state, gap);
	return '';
}
