import type {HopFacts, HopPlace, HopState} from '../../events/hop.ts';
import {type HostId, localHost} from '../../events/ids.ts';
import {addressOf, type HopRecord, hopOf} from '../../state/hops.ts';
import {runningCalls, waitingCalls} from '../../state/select.ts';
import {inDoubtWords, unconfirmedWords} from '../../text/no-contact.ts';
import type {RemoteHostsSetup} from './setup.ts';

export type HostStateChange = {
	readonly host: HostId;
	readonly state: HopState;
	readonly facts: HopFacts | null;
	readonly place?: HopPlace;
};

/**
 * Records each change of a connection: in the journal and the status line, on the cards of calls
 * that run on that host, and by refusing calls that must wait no longer.
 */
export function createHostStateRecorder(setup: RemoteHostsSetup): {
	readonly tell: (news: HostStateChange) => void;
} {
	const {store, append} = setup;
	return {
		tell(news) {
			const {host, state} = news;
			const before = hopOf(store.state(), host);
			if (before?.state.status === state.status && !news.place) {
				append({type: 'hop.waited', host, state});
				return;
			}
			distrust(setup, before, news);
			// After a reconnect, keep the working folder that was used on that host before.
			const cwd = before?.place?.cwd;
			const place = news.place && {...news.place, ...(cwd !== undefined && {cwd})};
			append({type: 'hop.changed', ...news, ...(place && {place})});
			noteOnCalls(setup, before, news);
			notice(setup, before, news);
		},
	};
}

/** If the name now leads to another machine, permissions for the old one do not apply. */
function distrust(setup: RemoteHostsSetup, before: HopRecord | null, news: HostStateChange) {
	const {store, append} = setup;
	const {host, state, facts} = news;
	if (state.status === 'failed' && state.reason.kind === 'denied') {
		refuseWaiting(setup, host, state.reason.message);
	}
	const was = before?.facts;
	const isOther =
		facts &&
		was &&
		(facts.user !== was.user || facts.hostName !== was.hostName || facts.port !== was.port);
	if (!isOther) {
		return;
	}
	refuseWaiting(
		setup,
		host,
		`${host} is ${addressOf(facts)} now, and was ${addressOf(was)} when this was asked`,
	);
	for (const grant of store.state().grants.filter(one => one.host === host)) {
		append({type: 'grant.revoked', grant: grant.id});
	}
}

/**
 * Refuses the host's waiting cards, because the connection was denied or because the name now leads
 * to another machine than when the person was asked.
 */
function refuseWaiting({store, gate}: RemoteHostsSetup, host: HostId, reason: string): void {
	for (const call of waitingCalls(store.state())) {
		if (call.host === host && call.scope !== 'hop') {
			gate.answer(call.id, {type: 'deny', reason}, 'host');
		}
	}
}

/** Adds a note about the host to the card of each call that runs there. */
function noteOnCalls(
	{store, append}: RemoteHostsSetup,
	before: HopRecord | null,
	{host, state}: HostStateChange,
) {
	const note = noteFor(state, before);
	if (note === null) {
		return;
	}
	for (const {id} of runningOn(store, host)) {
		append({type: 'tool.progressed', call: id, note});
	}
}

function runningOn(store: RemoteHostsSetup['store'], host: HostId) {
	return runningCalls(store.state()).filter(call => call.host === host && call.scope !== 'hop');
}

function noteFor(state: HopState, before: HopRecord | null): string | null {
	switch (state.status) {
		case 'stale':
			return 'the host is silent; whether this goes on is not known';
		case 'reconnecting':
		case 'failed':
			return 'the connection is lost: it may go on there, or have ended; it is not started again';
		case 'ready':
			return before?.state.status === 'stale' || before?.state.status === 'reconnecting'
				? 'the host is back'
				: null;
		case 'connecting':
		case 'closed':
			return null;
	}
}

function notice(
	{store, append}: RemoteHostsSetup,
	before: HopRecord | null,
	{host, state}: HostStateChange,
) {
	const say = (level: 'info' | 'warn' | 'error', text: string) =>
		append({type: 'notice.shown', level, text});
	const was = before?.state.status;
	switch (state.status) {
		case 'stale':
			return say('warn', `${host} does not answer. Keys work meanwhile; /hops has more.`);
		case 'reconnecting': {
			const {length} = runningOn(store, host);
			const calls =
				length === 0
					? ''
					: ` ${length} running there: how ${length === 1 ? 'it' : 'they'} ended is not known.`;
			return say(
				'warn',
				`Lost ${host}.${calls} It is tried again by itself. ${state.reason.message}`,
			);
		}
		case 'failed':
			// If the first connection fails, the code that asked for it reports the failure.
			return was === 'connecting' || was === undefined
				? undefined
				: say('error', state.reason.message);
		case 'ready':
			return was === 'stale' || was === 'reconnecting'
				? say('warn', `${host} is back.`)
				: undefined;
		case 'connecting':
		case 'closed':
			return undefined;
	}
}

/**
 * If the session was left on a remote host that is not connected now, tells the user how to connect
 * it or to work here.
 */
export function tellUnconnected({store, append}: RemoteHostsSetup): void {
	const {current, unconfirmed, inDoubt} = store.state().hops;
	if (current !== localHost) {
		const text = `Calls go to ${current}, which is not connected. /hop ${current} connects it, /hop local works here.`;
		append({type: 'notice.shown', level: 'warn', text});
	}
	for (const end of unconfirmed) {
		const text = `${unconfirmedWords(end)} It is asked again when ${end.host} is connected: /hop ${end.host}.`;
		append({type: 'notice.shown', level: 'warn', text});
	}
	for (const doubt of inDoubt) {
		const text = `${inDoubtWords(doubt)} It is looked at when ${doubt.host} is connected: /hop ${doubt.host}.`;
		append({type: 'notice.shown', level: 'warn', text});
	}
}
