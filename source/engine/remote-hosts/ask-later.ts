import type {HopFacts} from '../../events/hop.ts';
import type {HostId} from '../../events/ids.ts';
import type {RemoteWorkspace} from '../../hop/remote-workspace.ts';
import type {Clock} from '../../platform/clock.ts';
import {addressOf, hopOf} from '../../state/hops.ts';
import type {RemoteHostsSetup} from './setup.ts';

export type LaterHosts = {
	/** Returns access to the host; null if it is not connected. */
	readonly placeOf: (host: HostId) => Later | null;
	readonly closing: AbortSignal;
};

type Later = Pick<RemoteWorkspace, 'about' | 'end' | 'files'>;

/** What an `AskLater` function needs to ask a host once it answers again. */
export type LaterAsk = RemoteHostsSetup & {
	readonly host: HostId;
	readonly place: Later;
	readonly clock: Clock;
	readonly closing: AbortSignal;
};

/**
 * Asks the host about one thing that it did not confirm. Resolves to null if nothing is left to
 * ask, to true if it was answered, and to false if the host could not be asked now.
 */
export type AskLater = (ask: LaterAsk) => Promise<boolean | null>;

/**
 * Completes what a silent host did not confirm. Whenever the host answers again, even in a later
 * run of this program, it is asked whether programs have ended and whether files were written.
 */
export function keepAsking(
	setup: RemoteHostsSetup,
	hosts: LaterHosts,
	asks: readonly AskLater[],
): void {
	const busy = new Set<HostId>();
	setup.store.onEvent(event => {
		const host = hostToAsk(event);
		if (host !== null && !busy.has(host)) {
			busy.add(host);
			void askAll(host, setup, {...hosts, asks})
				.catch(error => {
					const text = `What is still open on ${host} could not be asked: ${String(error)}. It is asked again at the next connection.`;
					setup.append({type: 'notice.shown', level: 'warn', text});
				})
				.finally(() => busy.delete(host));
		}
	});
}

function hostToAsk(event: Parameters<Parameters<RemoteHostsSetup['store']['onEvent']>[0]>[0]) {
	switch (event.type) {
		case 'hop.changed':
			return event.state.status === 'ready' ? event.host : null;
		case 'terminal.unconfirmed':
			return event.host;
		case 'file.unconfirmed':
			return event.change.host ?? null;
		default:
			return null;
	}
}

async function askAll(
	host: HostId,
	setup: RemoteHostsSetup,
	{placeOf, closing, asks}: LaterHosts & {readonly asks: readonly AskLater[]},
): Promise<void> {
	const {clock} = setup.ports;
	// Listeners get an event before the state has it, so wait a microtask.
	await null;
	while (!closing.aborted) {
		const place = placeOf(host);
		if (place === null) {
			return;
		}
		const ask = {...setup, host, place, clock, closing};
		const answered = await askFirst(ask, asks);
		if (answered === null) {
			return;
		}
		if (!answered) {
			// The host is silent again, or can take no command at the moment.
			await clock.sleep(againMs, closing).catch(() => {});
		}
	}
}

async function askFirst(ask: LaterAsk, asks: readonly AskLater[]): Promise<boolean | null> {
	for (const one of asks) {
		const answered = await one(ask);
		if (answered !== null) {
			return answered;
		}
	}
	return null;
}

/**
 * Waits until the state shows the host as connected: an answer may arrive before the program has
 * recorded that the host is back.
 */
export async function untilBack({store, host, clock, closing}: LaterAsk): Promise<void> {
	while (!closing.aborted && hopOf(store.state(), host)?.state.status === 'stale') {
		await clock.sleep(lookMs, closing).catch(() => {});
	}
}

const lookMs = 100;

/** Returns whether the host's name or address now belongs to another machine. */
export function isOther(facts: HopFacts | null, {store, host}: LaterAsk): boolean {
	const now = hopOf(store.state(), host)?.facts;
	return Boolean(now && facts && addressOf(now) !== addressOf(facts));
}

/**
 * How long to wait before the host is asked again, or before a second search for something that was
 * not found.
 */
export const againMs = 2000;
