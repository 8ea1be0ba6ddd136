import type {HostId} from '../../events/ids.ts';
import type {RemoteWorkspace} from '../../hop/remote-workspace.ts';
import type {Clock} from '../../platform/clock.ts';
import {addressOf, hopOf, type UnconfirmedEnd} from '../../state/hops.ts';
import type {RemoteHostsSetup} from './setup.ts';

export type EndLaterHosts = {
	/** Null if the host is not connected. */
	readonly placeOf: (host: HostId) => Pick<RemoteWorkspace, 'about' | 'end'> | null;
	readonly closing: AbortSignal;
};

/**
 * Carries out what a silent host did not confirm: whenever the host answers again, also in a later
 * run of this program, it is asked again until it is known what became of the program.
 */
export function keepEnding(setup: RemoteHostsSetup, hosts: EndLaterHosts): void {
	const busy = new Set<HostId>();
	setup.store.onEvent(event => {
		const isBack = event.type === 'hop.changed' && event.state.status === 'ready';
		if ((isBack || event.type === 'terminal.unconfirmed') && !busy.has(event.host)) {
			const {host} = event;
			busy.add(host);
			void endAll(host, setup, hosts).finally(() => busy.delete(host));
		}
	});
}

async function endAll(
	host: HostId,
	setup: RemoteHostsSetup,
	{placeOf, closing}: EndLaterHosts,
): Promise<void> {
	const {ports, store} = setup;
	// The listener hears an event before the state has it.
	await null;
	const next = () => store.state().hops.unconfirmed.find(end => end.host === host);
	for (let end = next(); end && !closing.aborted; end = next()) {
		const place = placeOf(host);
		if (place === null) {
			return;
		}
		const doubt = whyUnsure(end, {system: place.about.system, isOther: isOther(end, store)});
		const left = doubt === null ? await endThere(end, {place, clock: ports.clock, closing}) : null;
		if (closing.aborted) {
			return;
		}
		if (left === null && doubt === null) {
			// The host is silent again, or can take no command at the moment.
			await ports.clock.sleep(againMs, closing).catch(() => {});
		} else {
			tell(setup, {end, left, doubt});
		}
	}
}

/** A start that was never told of may still lie in what the host has to read: it is looked for twice. */
async function endThere(
	{process}: UnconfirmedEnd,
	{
		place,
		clock,
		closing,
	}: {place: Pick<RemoteWorkspace, 'end'>; clock: Clock; closing: AbortSignal},
): Promise<readonly number[] | null> {
	const left = await place.end(process);
	if (left === null || process.pid !== 0) {
		return left;
	}
	await clock.sleep(againMs, closing).catch(() => {});
	return place.end(process);
}

function tell(
	{append}: RemoteHostsSetup,
	{end, left, doubt}: {end: UnconfirmedEnd; left: readonly number[] | null; doubt: string | null},
): void {
	const {terminal, host, call} = end;
	append({type: 'terminal.confirmed', terminal, host, left, ...(call && {call})});
	append({type: 'notice.shown', level: 'warn', text: doubt ?? wordsOf(end, left ?? [])});
}

const againMs = 2000;

/** Another machine answers to that name now, or it has other ports. */
function isOther({host, facts}: UnconfirmedEnd, store: RemoteHostsSetup['store']): boolean {
	const now = hopOf(store.state(), host)?.facts;
	return Boolean(now && facts && addressOf(now) !== addressOf(facts));
}

/** A number alone may belong to another program by now, so nothing is ended by it. */
function whyUnsure(
	end: UnconfirmedEnd,
	{system, isOther: isElsewhere}: {system: string; isOther: boolean},
): string | null {
	const {host, title, process, facts} = end;
	if (isElsewhere && facts) {
		return `“${title}” was asked to stop on ${addressOf(facts)}, and ${host} is another machine now: look there yourself.`;
	}
	return process.startTicks === 0 && system !== 'Linux'
		? `“${title}” was asked to stop on ${host}. Whether it did can't be known there: look yourself.`
		: null;
}

function wordsOf({host, title}: UnconfirmedEnd, left: readonly number[]): string {
	return left.length === 0
		? `${host} answers again: “${title}”, which was asked to stop, runs there no more.`
		: `${host} answers again, and “${title}” could not be ended: processes ${left.join(', ')} are left.`;
}
