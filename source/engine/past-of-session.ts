import type {Event, Stamped} from '../events/event.ts';
import type {JsonObject} from '../events/json.ts';
import {emptyState} from '../state/empty-state.ts';
import type {ChatItem} from '../state/items/item-kinds.ts';
import {replay} from '../state/replay.ts';
import {type Snapshot, snapshotOf, stateOf} from '../state/snapshot.ts';
import type {State, ToolCall} from '../state/state.ts';
import type {Checkpoint} from '../storage/checkpoint.ts';
import type {Past} from '../storage/open-session.ts';

/** What an engine needs to know about the earlier processes of this session. */
export type SessionPast = PastFacts & {
	readonly state: State;
	/** The number of the journal's lines that no reducer accepted. */
	readonly passedOver: number;
	/**
	 * Why the whole journal was read although there was a checkpoint; null if it was used or there
	 * was none.
	 */
	readonly refused: string | null;
	/**
	 * Functions that read the older parts of the conversation, oldest first. They are called later.
	 */
	readonly earlier: readonly (() => PastPart)[];
};

/** A part of the conversation: items, and the calls that belong to them. */
export type PastPart = {
	readonly items: readonly ChatItem[];
	readonly calls: readonly ToolCall[];
};

type PastFacts = {
	/** The number of the last event; 0 for a new session. */
	readonly seq: number;
	/**
	 * How the last process ended: the reason that its last event gives, or `crash` if it wrote none,
	 * as after `kill -9`.
	 */
	readonly previousEnd: string;
	/**
	 * The highest number that a terminal has had. Numbering continues from there, so that no id is
	 * used twice.
	 */
	readonly lastTerminal: number;
};

export const newSession: SessionPast = {
	state: emptyState,
	seq: 0,
	previousEnd: 'crash',
	lastTerminal: 0,
	passedOver: 0,
	refused: null,
	earlier: [],
};

/**
 * Builds the state from the journal: the checkpoint's state and the events since. With `atOnce`,
 * the state gets only that many of the last items, and the others are read later.
 */
export function sessionPast(past: Past, {atOnce}: Extent = everything): SessionPast {
	const {checkpoint, refused, events} = past;
	const before = checkpoint ? fromPages(checkpoint.pages, atOnce) : newSession;
	const {state, passedOver} = replay(before.state, events);
	if (events.some(event => isAboutEarlier(event, state))) {
		return sessionPast(past);
	}
	return {
		state,
		refused,
		earlier: before.earlier,
		passedOver: before.passedOver + passedOver,
		...events.reduce<PastFacts>(addFacts, before),
	};
}

type Extent = {readonly atOnce: number};

const everything: Extent = {atOnce: Number.POSITIVE_INFINITY};

/** How many items are read at once: more than a screen shows, and few enough to be read quickly. */
export const endOfPast: Extent = {atOnce: 256};

/**
 * Returns whether the event may change an item that has not been read yet. The caller then reads
 * the whole past first, or the change would be lost.
 */
export function isAboutEarlier(event: Event, {calls, chat}: State): boolean {
	if (chat.earlier === 0 || event.type === 'past.read') {
		return false;
	}
	return (
		event.type === 'file.restored' ||
		event.type === 'turn.started' ||
		('call' in event && typeof event.call === 'string' && !calls.has(event.call))
	);
}

function addFacts({seq, previousEnd, lastTerminal}: PastFacts, event: Stamped): PastFacts {
	const facts = {seq: Math.max(seq, event.seq), previousEnd, lastTerminal};
	switch (event.type) {
		case 'session.opened':
			return {...facts, previousEnd: 'crash'};
		case 'session.closed':
			return {...facts, previousEnd: event.reason};
		case 'terminal.opened': {
			const number = Number.parseInt(event.terminal.replace(/\D/g, ''), 10) || 0;
			return {...facts, lastTerminal: Math.max(lastTerminal, number)};
		}
		default:
			return facts;
	}
}

/** The first page of a checkpoint: everything except the conversation, which follows in parts. */
type Head = {
	readonly facts: PastFacts & {readonly passedOver: number};
	/** The state without the conversation; it has only the calls that belong to no item. */
	readonly state: Snapshot['state'];
	/** The index of the first item that may still change. */
	readonly openFrom: number;
};

const partLength = 64;

/** Yields plain JSON, from which `sessionPast` can build the same past again. */
export function* pagesOf(past: SessionPast): Generator<JsonObject> {
	const {state: end, earlier, refused: _, ...facts} = past;
	const state = withParts(end, earlier);
	const {calls, chat, ...rest} = snapshotOf(state, facts.seq).state;
	const {items} = chat;
	const placed = new Set(items.flatMap(item => (item.type === 'call' ? [item.call] : [])));
	const head: Head = {
		facts,
		state: {...rest, calls: calls.filter(({id}) => !placed.has(id)), chat: {...chat, items: []}},
		openFrom: openFrom(state),
	};
	yield head as unknown as JsonObject;
	for (let start = 0; start < items.length; start += partLength) {
		yield partOf(items.slice(start, start + partLength), state) as unknown as JsonObject;
	}
}

function partOf(items: readonly ChatItem[], {calls}: State): PastPart {
	return {
		items,
		calls: items.flatMap(item => (item.type === 'call' ? (calls.get(item.call) ?? []) : [])),
	};
}

function openFrom({chat: {items}, calls}: State): number {
	const first = items.findIndex(item => {
		switch (item.type) {
			case 'reply':
			case 'ran':
				return !item.ended;
			case 'call': {
				const call = calls.get(item.call);
				return call?.status.type !== 'ended' || call.deliveredAt === undefined;
			}
			default:
				return false;
		}
	});
	return first < 0 ? items.length : first;
}

function fromPages(pages: Checkpoint['pages'], atOnce: number): SessionPast {
	const [first, ...rest] = pages;
	if (!first) {
		return newSession;
	}
	const {facts, state, openFrom} = first() as unknown as Head;
	const parts = rest as unknown as readonly (() => PastPart)[];
	const from = Math.min(openFrom, parts.length * partLength - atOnce);
	const cut = Math.max(0, Math.floor(from / partLength));
	const end = withParts(stateOf({seq: facts.seq, state}), parts.slice(cut));
	const chat = {...end.chat, earlier: cut * partLength};
	return {...facts, refused: null, earlier: parts.slice(0, cut), state: {...end, chat}};
}

/** Returns the state with these parts put before its items. */
function withParts(state: State, parts: readonly (() => PastPart)[]): State {
	const read = parts.map(part => part());
	const items = [...read.flatMap(part => part.items), ...state.chat.items];
	const calls = read.flatMap(part => part.calls).map(call => [call.id, call] as const);
	return {
		...state,
		chat: {...state.chat, items, earlier: 0},
		calls: new Map([...calls, ...state.calls]),
	};
}
