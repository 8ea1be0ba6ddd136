import type {Stamped} from '../events/event.ts';
import type {JsonObject} from '../events/json.ts';
import {emptyState} from '../state/empty-state.ts';
import {replay} from '../state/replay.ts';
import {type Snapshot, snapshotOf, stateOf} from '../state/snapshot.ts';
import type {State} from '../state/state.ts';
import type {Past} from '../storage/open-session.ts';

/** What an engine has to know of the processes that ran this session before. */
export type SessionPast = PastFacts & {
	readonly state: State;
	/** How many lines of the journal no reducer could take. */
	readonly passedOver: number;
	/** Why the whole journal was read although there was a checkpoint; null otherwise. */
	readonly refused: string | null;
};

type PastFacts = {
	/** The number of the last event; 0 for a new session. */
	readonly seq: number;
	/** How the last process ended; an orderly shutdown leaves an event, and `kill -9` none. */
	readonly previousEnd: string;
	/** Terminals are numbered on, so that an id is never used twice. */
	readonly lastTerminal: number;
};

export const newSession: SessionPast = {
	state: emptyState,
	seq: 0,
	previousEnd: 'crash',
	lastTerminal: 0,
	passedOver: 0,
	refused: null,
};

/** The state that the journal amounts to: that of its checkpoint, and the events since then. */
export function sessionPast({checkpoint, refused, events}: Past): SessionPast {
	const before = checkpoint ? fromPages(checkpoint.pages as readonly Page[]) : newSession;
	const {state, passedOver} = replay(before.state, events);
	return {
		state,
		refused,
		passedOver: before.passedOver + passedOver,
		...events.reduce<PastFacts>(addFacts, before),
	};
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

type Items = Snapshot['state']['chat']['items'];
type Calls = Snapshot['state']['calls'];

/** The first page has all but the long lists, which follow in parts. */
type Page =
	| {
			readonly type: 'head';
			readonly facts: PastFacts & {readonly passedOver: number};
			readonly state: Snapshot['state'];
	  }
	| {readonly type: 'items'; readonly list: Items}
	| {readonly type: 'calls'; readonly list: Calls};

const pageLength = 64;

/** Plain JSON from which `sessionPast` makes the same again. */
export function* pagesOf({state, refused: _, ...facts}: SessionPast): Generator<JsonObject> {
	const {calls, chat, ...rest} = snapshotOf(state, facts.seq).state;
	const head: Page = {
		type: 'head',
		facts,
		state: {...rest, calls: [], chat: {...chat, items: []}},
	};
	const pages = [
		[head],
		parts(chat.items, list => ({type: 'items', list})),
		parts(calls, list => ({type: 'calls', list})),
	];
	for (const page of pages) {
		yield* page as Iterable<JsonObject>;
	}
}

function* parts<Item>(
	list: readonly Item[],
	pageOf: (part: readonly Item[]) => unknown,
): Generator<unknown> {
	for (let start = 0; start < list.length; start += pageLength) {
		yield pageOf(list.slice(start, start + pageLength));
	}
}

function fromPages(pages: readonly Page[]): SessionPast {
	const head = pages.find(page => page.type === 'head');
	if (!head) {
		return newSession;
	}
	const items = pages.flatMap(page => (page.type === 'items' ? page.list : []));
	const calls = pages.flatMap(page => (page.type === 'calls' ? page.list : []));
	const {facts, state} = head;
	const whole = {...state, calls, chat: {...state.chat, items}};
	return {...facts, refused: null, state: stateOf({seq: facts.seq, state: whole})};
}
