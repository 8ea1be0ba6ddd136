import type {KeptTerminal} from '../../events/hop.ts';
import type {HostId} from '../../events/ids.ts';
import {addressOf, hopOf} from '../../state/hops.ts';
import type {State, TerminalRecord} from '../../state/state.ts';
import type {OpenTerminal} from '../../terminal/terminal.ts';
import type {Terminals} from '../../terminal/terminals.ts';
import {namedShort} from '../../text/no-contact.ts';
import type {RemoteHostsSetup} from './setup.ts';

type Parts = RemoteHostsSetup & {
	readonly terminals: Pick<Terminals, 'open' | 'wait'>;
	/** The session as the earlier run left it. */
	readonly past: State;
};

type KeptRecord = TerminalRecord & {readonly kept: KeptTerminal};

/**
 * Brings back terminals that run in tmux on another machine, where they outlive this program. When
 * their host is connected, the session continues with the same terminals: it gets all their output,
 * and learns how they ended if they did meanwhile.
 */
export function returnTerminals(parts: Parts, {isTold}: {readonly isTold: boolean}): void {
	const {past, store, append} = parts;
	const waiting = new Map(past.terminals.filter(isKept).map(record => [record.id, record]));
	// `isTold`: whether the person must connect the host and so is told how. After a hand-over, the
	// host is connected again without the person.
	for (const {title, host} of isTold ? waiting.values() : []) {
		const text = `/hop ${host} brings back what was left there in tmux: ${namedShort(title)}.`;
		append({type: 'notice.shown', level: 'warn', text});
	}
	store.onEvent(event => {
		if (event.type !== 'hop.changed' || event.state.status !== 'ready') {
			return;
		}
		for (const record of [...waiting.values()].filter(({host}) => host === event.host)) {
			waiting.delete(record.id);
			void bringBack(parts, record)
				.catch(error => {
					const text = `${namedShort(record.title)} was not brought back: ${String(error)}. It is tried again at the next connection.`;
					append({type: 'notice.shown', level: 'warn', text});
					return false;
				})
				.then(isSettled => {
					if (!isSettled) {
						waiting.set(record.id, record);
					}
				});
		}
	});
}

function isKept(record: TerminalRecord): record is KeptRecord {
	return record.kept !== undefined && record.ended === null;
}

/** How soon a host that could not be asked is asked again; each time twice as long, at most. */
const againMs = {first: 2000, most: 30_000};

/**
 * Brings one terminal back, however long its host is too busy for that. Resolves to false if that
 * has to wait for the next connection.
 */
async function bringBack(parts: Parts, record: KeptRecord): Promise<boolean> {
	const {store, append, ports} = parts;
	for (let waitMs = againMs.first; ; waitMs = Math.min(2 * waitMs, againMs.most)) {
		const returned = await returnOne(parts, record);
		if (returned !== 'not now') {
			return returned === 'settled';
		}
		if (!isConnected(store.state(), record.host)) {
			return false;
		}
		if (waitMs === againMs.first) {
			const text = `${namedShort(record.title)} on ${record.host} could not be brought back yet. It is tried again.`;
			append({type: 'notice.shown', level: 'warn', text});
		}
		await ports.clock.sleep(waitMs);
	}
}

function isConnected(state: State, host: HostId): boolean {
	const status = hopOf(state, host)?.state.status;
	return status === 'ready' || status === 'stale';
}

const endMsMax = 2000;

/** Brings one terminal back, if its host can be asked now. */
async function returnOne(
	parts: Parts,
	record: KeptRecord,
): Promise<'settled' | 'not now' | 'not here'> {
	const {terminals, append} = parts;
	// Listeners get an event before the state has it, so wait a microtask.
	await null;
	const {id, host, title} = record;
	const say = (text: string) => append({type: 'notice.shown', level: 'warn', text});
	const name = namedShort(title);
	const was = addressThere(parts.past, host);
	const now = addressThere(parts.store.state(), host);
	if (was !== null && now !== null && was !== now) {
		say(`${name} was left on ${was}, and ${host} is another machine now.`);
		return 'not here';
	}
	const opened = await terminals.open(requestFor(parts, record));
	if (!opened.ok) {
		if (opened.code === 'closing') {
			return 'not here';
		}
		if (opened.code !== 'spawn') {
			return 'not now';
		}
		const lost = opened.failure.message;
		const end = {exitCode: null, signal: null, lost, durationMs: 0};
		append({type: 'terminal.exited', terminal: id, ...end});
		say(`${name} can't be brought back. ${lost}.`);
		return 'settled';
	}
	const signal = new AbortController().signal;
	await terminals.wait([id], {conditions: {exit: true}, deadlineMs: endMsMax, signal});
	const ended = parts.store.state().terminals.find(one => one.id === id)?.ended;
	say(
		ended
			? `${name} on ${host} ended meanwhile, ${ended.signal ?? `with exit code ${ended.exitCode ?? 'unknown'}`}.`
			: `${name} goes on: it is the same terminal on ${host}.`,
	);
	return 'settled';
}

function addressThere(state: State, host: HostId): string | null {
	const facts = hopOf(state, host)?.facts;
	return facts ? addressOf(facts) : null;
}

function requestFor({past}: Parts, record: KeptRecord): OpenTerminal {
	const {id, host, cwd, owner, title, kept, isShared, mayTypeHidden} = record;
	return {
		host,
		cwd,
		owner,
		title,
		// The program is already running there; the terminal's title holds its command.
		program: {type: 'shell', command: title, login: false},
		again: {id, kept, readBytes: readBytesOf(past, record), isShared, mayTypeHidden},
	};
}

/**
 * Returns how many bytes of the terminal's output the model has read, as the last result about the
 * terminal says.
 */
function readBytesOf({calls}: State, {id}: KeptRecord): number {
	const reads = [...calls.values()].map(({status}) => {
		const result =
			status.type === 'ended' && 'result' in status.outcome ? status.outcome.result : undefined;
		const read = result?.['output_read'];
		return typeof read === 'number' && String(result?.['session_id']) === id ? read : 0;
	});
	return Math.max(0, ...reads);
}
