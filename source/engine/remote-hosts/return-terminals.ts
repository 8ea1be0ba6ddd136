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
 * Brings back terminals that run in a tmux on another machine, since those outlive this program.
 * When their host is connected, this run continues with the same terminals: with all of their
 * output, and their end if they ended meanwhile.
 */
export function returnTerminals(parts: Parts, {isTold}: {readonly isTold: boolean}): void {
	const {past, store, append} = parts;
	const waiting = new Map(past.terminals.filter(isKept).map(record => [record.id, record]));
	// Who connects again anyway is not told how to.
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
			void returnOne(parts, record)
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

const endMsMax = 2000;

/**
 * Brings one terminal back. Resolves to false if the host could not be asked; it is asked again
 * when it is ready.
 */
async function returnOne(parts: Parts, record: KeptRecord): Promise<boolean> {
	const {terminals, append} = parts;
	// The listener hears an event before the state has it.
	await null;
	const {id, host, title} = record;
	const say = (text: string) => append({type: 'notice.shown', level: 'warn', text});
	const name = namedShort(title);
	const was = addressThere(parts.past, host);
	const now = addressThere(parts.store.state(), host);
	if (was !== null && now !== null && was !== now) {
		say(`${name} was left on ${was}, and ${host} is another machine now.`);
		return false;
	}
	const opened = await terminals.open(requestFor(parts, record));
	if (!opened.ok) {
		if (opened.code !== 'spawn') {
			return false;
		}
		const lost = opened.failure.message;
		const end = {exitCode: null, signal: null, lost, durationMs: 0};
		append({type: 'terminal.exited', terminal: id, ...end});
		say(`${name} can't be brought back. ${lost}.`);
		return true;
	}
	const signal = new AbortController().signal;
	await terminals.wait([id], {conditions: {exit: true}, deadlineMs: endMsMax, signal});
	const ended = parts.store.state().terminals.find(one => one.id === id)?.ended;
	say(
		ended
			? `${name} on ${host} ended meanwhile, ${ended.signal ?? `with exit code ${ended.exitCode ?? 'unknown'}`}.`
			: `${name} goes on: it is the same terminal on ${host}.`,
	);
	return true;
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
		// The program is running there already. Its command is known from the terminal's title.
		program: {type: 'shell', command: title, login: false},
		again: {id, kept, readBytes: readBytesOf(past, record), isShared, mayTypeHidden},
	};
}

/** Returns how much output the model has read: the last result about this terminal says so. */
function readBytesOf({calls}: State, {id}: KeptRecord): number {
	const reads = [...calls.values()].map(({status}) => {
		const result =
			status.type === 'ended' && 'result' in status.outcome ? status.outcome.result : undefined;
		const read = result?.['output_read'];
		return typeof read === 'number' && String(result?.['session_id']) === id ? read : 0;
	});
	return Math.max(0, ...reads);
}
