import type {Stamped} from '../events/event.ts';
import type {FarProcess, HopFacts, HopPlace, HopQuestion, HopState} from '../events/hop.ts';
import {type CallId, type HostId, localHost, type TerminalId} from '../events/ids.ts';
import type {FileDoubt} from '../events/tool-event.ts';
import {inDoubtWords, unconfirmedWords} from '../text/no-contact.ts';

/** All remote hosts of this session, and the current host. */
export type HopsState = {
	/** The host on which calls run that name none. */
	readonly current: HostId;
	readonly list: readonly HopRecord[];
	/** Questions that a person must answer before a connection continues, oldest first. */
	readonly questions: readonly HopQuestion[];
	/**
	 * Programs that we asked to end while their host was silent. The host is asked about them again.
	 */
	readonly unconfirmed: readonly UnconfirmedEnd[];
	/**
	 * Files that may or may not have been written, because the host was silent. They are checked
	 * later.
	 */
	readonly inDoubt: readonly FileInDoubt[];
};

export type FileInDoubt = FileDoubt & {
	readonly host: HostId;
	readonly at: number;
	/** The machine that the host's alias meant when the file was written. */
	readonly facts: HopFacts | null;
};

export type UnconfirmedEnd = {
	readonly terminal: TerminalId;
	readonly host: HostId;
	readonly title: string;
	readonly process: FarProcess;
	/** When the program was asked to end. */
	readonly at: number;
	readonly silentMs: number;
	readonly call?: CallId;
	/** The machine that the host's alias meant when the program was asked to end. */
	readonly facts: HopFacts | null;
};

export type HopRecord = {
	readonly host: HostId;
	readonly state: HopState;
	/** When this state began, or was last confirmed. */
	readonly at: number;
	/** The machine that the alias means; null before the first connection. */
	readonly facts: HopFacts | null;
	readonly place: HopPlace | null;
};

export const noHops: HopsState = {
	current: localHost,
	list: [],
	questions: [],
	unconfirmed: [],
	inDoubt: [],
};

export function reduceHops(hops: HopsState, event: Stamped): HopsState {
	switch (event.type) {
		case 'session.opened':
		case 'session.upgraded':
			return afterOpening(hops, event.at);
		case 'hop.changed':
			return changeState(hops, event);
		case 'hop.waited':
			return put(hops, event.host, {state: event.state, at: event.at});
		case 'hop.moved': {
			const place = hopOf({hops}, event.host)?.place;
			return place ? put(hops, event.host, {place: {...place, cwd: event.cwd}}) : hops;
		}
		case 'hop.chosen':
			return choose(hops, event);
		case 'hop.asked':
			return {...hops, questions: [...hops.questions, event.question]};
		case 'hop.answered':
			return {...hops, questions: hops.questions.filter(({id}) => id !== event.question)};
		case 'terminal.unconfirmed': {
			const {type: _, seq: __, ...end} = event;
			const facts = hopOf({hops}, event.host)?.facts ?? null;
			return {...hops, unconfirmed: [...without(hops, event.terminal), {...end, facts}]};
		}
		case 'terminal.confirmed':
			return {...hops, unconfirmed: without(hops, event.terminal)};
		default:
			return reduceDoubts(hops, event);
	}
}

function reduceDoubts(hops: HopsState, event: Stamped): HopsState {
	switch (event.type) {
		case 'file.unconfirmed': {
			const {type: _, seq: __, ...doubt} = event;
			const {host = localHost} = doubt.change;
			const facts = hopOf({hops}, host)?.facts ?? null;
			return {...hops, inDoubt: [...hops.inDoubt, {...doubt, host, facts}]};
		}
		case 'file.confirmed':
			return {...hops, inDoubt: hops.inDoubt.filter(({change}) => change.id !== event.change)};
		default:
			return hops;
	}
}

function without({unconfirmed}: HopsState, terminal: TerminalId): readonly UnconfirmedEnd[] {
	return unconfirmed.filter(end => end.terminal !== terminal);
}

/** Connections end with their process, and are not reopened automatically. */
function afterOpening(hops: HopsState, at: number): HopsState {
	if (hops.list.length === 0 && hops.questions.length === 0) {
		return hops;
	}
	const list = hops.list.map(
		(hop): HopRecord => (hop.state.status === 'closed' ? hop : {...hop, state: closed, at}),
	);
	return {...hops, list, questions: []};
}

const closed = {status: 'closed'} as const;

function changeState(
	hops: HopsState,
	{host, state, at, facts, place}: Extract<Stamped, {type: 'hop.changed'}>,
): HopsState {
	// A closed host is removed from the list, unless it is the current one: its row then shows that
	// calls fail.
	if (state.status === 'closed' && hops.current !== host) {
		return {...hops, list: hops.list.filter(hop => hop.host !== host)};
	}
	return put(hops, host, {state, at, ...(facts && {facts}), ...(place && {place})});
}

function choose(hops: HopsState, {host, at}: Extract<Stamped, {type: 'hop.chosen'}>): HopsState {
	const known = hops.list.find(hop => hop.host === host);
	const left = hops.list.filter(
		hop => hop.host === host || hop.host !== hops.current || hop.state.status !== 'closed',
	);
	const next = {...hops, current: host, list: left};
	if (host === localHost) {
		return next;
	}
	return known ? next : put(next, host, {at});
}

function put(hops: HopsState, host: HostId, values: Partial<HopRecord>): HopsState {
	const known = hops.list.find(hop => hop.host === host);
	const made: HopRecord = known ?? {host, state: closed, at: 0, facts: null, place: null};
	const record = {...made, ...values};
	return {
		...hops,
		list: known ? hops.list.map(hop => (hop === known ? record : hop)) : [...hops.list, record],
	};
}

export function hopOf({hops}: {readonly hops: HopsState}, host: HostId): HopRecord | null {
	return hops.list.find(hop => hop.host === host) ?? null;
}

/** The address behind an alias: `root@10.0.0.5 via jump`. */
export function addressOf({user, hostName, port, jumps}: HopFacts): string {
	const name = hostName.includes(':') ? `[${hostName}]` : hostName;
	const via = jumps.length === 0 ? '' : ` via ${jumps.join(', ')}`;
	return `${user}@${name}${port === usualPort ? '' : `:${port}`}${via}`;
}

const usualPort = 22;

/** The alias with its address, if that is known: `web (root@10.0.0.5)`. */
export function hostWords(state: {readonly hops: HopsState}, host: HostId): string {
	const facts = hopOf(state, host)?.facts;
	const address = facts ? addressOf(facts) : '';
	return address === '' || address === host ? host : `${host} (${address})`;
}

/** For a person who leaves or comes back: what hosts were asked to stop and have not confirmed. */
export function unconfirmedLines({hops}: {readonly hops: HopsState}): readonly string[] {
	return [...hops.unconfirmed.map(unconfirmedWords), ...hops.inDoubt.map(inDoubtWords)];
}

/** The connection's state in a few words; durations are measured up to `now`. */
export function hopStateWords({state, at}: HopRecord, now: number): string {
	switch (state.status) {
		case 'connecting':
			return `connecting ${seconds(now - at)} s`;
		case 'ready':
			return 'ready';
		case 'stale':
			return `silent for ${seconds(state.lastContactMs + Math.max(0, now - at))} s`;
		case 'reconnecting':
			return state.nextInMs === null
				? `reconnecting, try ${state.attempt}`
				: `lost, try ${state.attempt} in ${seconds(Math.max(0, at + state.nextInMs - now))} s`;
		case 'failed':
			return 'failed';
		case 'closed':
			return 'not connected';
	}
}

function seconds(durationMs: number): number {
	return Math.max(0, Math.round(durationMs / 1000));
}
