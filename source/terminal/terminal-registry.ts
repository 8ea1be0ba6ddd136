import type {Event} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import {createEntry, type RegisteredTerminal} from './registered-terminal.ts';
import type {TerminalSession} from './session.ts';
import {type OpenTerminal, type Refusal, refuse, type TerminalsPorts} from './terminal.ts';
import type {Owner} from './transport.ts';
import {waitForSessions} from './wait-for.ts';

/** All open terminals: limits their number and removes those that ended a while ago. */
export type TerminalRegistry = {
	readonly get: (id: TerminalId) => RegisteredTerminal | null;
	readonly all: () => readonly RegisteredTerminal[];
	/**
	 * Reserves a slot while a terminal is being opened, so that two terminals can't take the last
	 * one.
	 */
	readonly reserve: (owner: Owner, id?: TerminalId) => Reservation | Refusal;
	readonly add: (session: TerminalSession, request: OpenTerminal) => RegisteredTerminal;
	readonly remove: (entry: RegisteredTerminal) => Promise<void>;
	/** Resolves when the exit was reported. Call this if a program is known to have ended. */
	readonly exitTold: (entry: RegisteredTerminal) => Promise<void>;
	/** No terminal can be opened after this call. */
	readonly shut: () => void;
	readonly isShut: () => boolean;
};

export type Reservation = {
	readonly ok: true;
	readonly id: TerminalId;
	readonly release: () => void;
};

/** Ended terminals stay visible for a while, at most this many. */
const endedKeptMax = 20;
const exitNoticeMsMax = 500;

export function createTerminalRegistry(ports: TerminalsPorts): TerminalRegistry {
	const entries = new Map<TerminalId, RegisteredTerminal>();
	let nextNumber = ports.firstNumber ?? 1;
	let reserved = 0;
	let isShut = false;

	const remove = async (entry: RegisteredTerminal): Promise<void> => {
		const {id} = entry.session;
		if (!entries.has(id)) {
			return;
		}
		await exitTold(entry, ports);
		if (entries.delete(id)) {
			entry.stopTimers();
			await entry.session.close();
			ports.onChange({type: 'terminal.closed', terminal: id});
		}
	};
	const dropOldestEnded = () => surplusEnded(entries).forEach(entry => void remove(entry));
	const reserve = (owner: Owner, known?: TerminalId): Reservation | Refusal => {
		if (isShut) {
			return closing;
		}
		const running = [...entries.values()].filter(entry => !entry.session.hasEnded());
		if (running.length + reserved >= ports.limits.max) {
			return limitReached(running, {max: ports.limits.max, owner});
		}
		reserved += 1;
		const id = known ?? (String(nextNumber) as TerminalId);
		nextNumber += known === undefined ? 1 : 0;
		const release = (): void => {
			reserved -= 1;
		};
		return {ok: true, id, release};
	};
	const add = (session: TerminalSession, request: OpenTerminal): RegisteredTerminal => {
		const entry = createEntry(session, {
			request,
			ports,
			onEnded: dropOldestEnded,
			remove: () => void remove(entry),
		});
		entries.set(session.id, entry);
		if (!request.handed) {
			ports.onChange(openedEvent(entry, request));
		}
		return entry;
	};
	return {
		get: id => entries.get(id) ?? null,
		all: () => [...entries.values()],
		reserve,
		add,
		remove,
		exitTold: entry => exitTold(entry, ports),
		shut() {
			isShut = true;
		},
		isShut: () => isShut,
	};
}

/** Returns the oldest ended terminals that exceed the number to keep. */
function surplusEnded(
	entries: ReadonlyMap<TerminalId, RegisteredTerminal>,
): readonly RegisteredTerminal[] {
	const ended = [...entries.values()].filter(entry => entry.session.hasEnded());
	return ended.slice(0, Math.max(0, ended.length - endedKeptMax));
}

function openedEvent(
	entry: RegisteredTerminal,
	{host, cwd, owner, call, again}: OpenTerminal,
): Extract<Event, {type: 'terminal.opened' | 'terminal.returned'}> {
	if (again) {
		return {type: 'terminal.returned', terminal: again.id, host};
	}
	const {title, process, kept} = entry.info();
	return {
		type: 'terminal.opened',
		terminal: entry.session.id,
		title,
		host,
		cwd,
		owner,
		...(call !== undefined && {call}),
		...(process && {process}),
		...(kept && {kept}),
	};
}

export const closing = refuse(
	'closing',
	'cancelled',
	'The program is being closed; nothing is opened any more.',
);

/** Waits for the program's exit, so that it is reported before the terminal is removed. */
async function exitTold(
	{session, info}: RegisteredTerminal,
	{clock}: TerminalsPorts,
): Promise<void> {
	if (info().unconfirmedMs !== null) {
		return;
	}
	await waitForSessions(
		[session],
		{
			conditions: {exit: true},
			deadlineMs: exitNoticeMsMax,
			signal: new AbortController().signal,
		},
		clock,
	);
}

function limitReached(
	running: readonly RegisteredTerminal[],
	{max, owner}: {readonly max: number; readonly owner: Owner},
): Refusal {
	const infos = running.map(entry => entry.info());
	const oldest = infos.toSorted((left, right) => right.idleMs - left.idleMs)[0];
	const idle = oldest
		? ` Idle longest, for ${Math.round(oldest.idleMs / 1000)} s: ${oldest.id} (${oldest.title}).`
		: '';
	return refuse(
		'session_limit',
		'limit',
		`${max} terminals are running, which is the limit.${idle} ${howToClose[owner]}`,
	);
}

const howToClose: Readonly<Record<Owner, string>> = {
	model: 'Close one with close_pty_session and try again.',
	user: '/terminals goes to one, and D closes it there.',
};
