import {localHost, type TerminalId} from '../events/ids.ts';
import type {Live, PaneFrame} from '../events/live.ts';
import {loadEmulator} from './emulator.ts';
import {createTerminalsHandOver, type TerminalsHandOver} from './handed-terminals.ts';
import type {RegisteredTerminal} from './registered-terminal.ts';
import type {TerminalScreen} from './screen.ts';
import {openSession} from './session.ts';
import {clamped, sessionPorts} from './session-ports.ts';
import {startLimit} from './start-limit.ts';
import {
	type Done,
	type OpenTerminal,
	type Refusal,
	refuse,
	type TerminalInfo,
	type TerminalReading,
	type TerminalsPorts,
} from './terminal.ts';
import {closing, createTerminalRegistry, type TerminalRegistry} from './terminal-registry.ts';
import type {Owner, Size, Waiting} from './transport.ts';
import {done, endingOf, unconfirmedFact} from './unconfirmed.ts';
import type {WaitRequest, Woke} from './wait-conditions.ts';
import {waitForSessions} from './wait-for.ts';

/** All terminals of this program, the model's and the user's, local and remote. */
export type Terminals = {
	readonly open: (
		request: OpenTerminal,
	) => Promise<{readonly ok: true; readonly terminal: TerminalInfo} | Refusal>;
	readonly get: (id: TerminalId) => TerminalInfo | null;
	readonly list: () => readonly TerminalInfo[];
	/** Returns the terminal as a live picture for a pane. */
	readonly screen: (id: TerminalId) => Live<PaneFrame> | null;
	/** Returns the screen's text, scrollback and modes. */
	readonly view: (id: TerminalId) => TerminalScreen | null;
	/**
	 * Returns the output that the model has not read yet. Once the program has ended and all output
	 * was read, the model can't use the id any more.
	 */
	readonly read: (id: TerminalId) => Promise<TerminalReading | null>;
	/** Reads a range of the whole output. Resolves to null if no transcript is kept. */
	readonly transcript: (
		id: TerminalId,
		range: {readonly from: number; readonly to: number},
	) => Promise<{readonly bytes: Buffer; readonly from: number; readonly size: number} | null>;
	readonly waiting: (id: TerminalId) => Promise<Waiting>;
	/** Resolves to null if none of the ids is known. */
	readonly wait: (ids: readonly TerminalId[], request: WaitRequest) => Promise<Woke | null>;
	readonly write: (
		id: TerminalId,
		data: string | Uint8Array,
		options: {readonly by: Owner; readonly isHidden?: boolean},
	) => Done;
	readonly resize: (id: TerminalId, size: Size) => Done;
	readonly signal: (id: TerminalId, name: NodeJS.Signals) => Done;
	/** Gives the keyboard to the user or to the model. */
	readonly control: (id: TerminalId, by: Owner) => Done;
	/** Lets the model see a terminal of the user and type into it. */
	readonly share: (id: TerminalId) => Done;
	/** Lets the model type even while the program hides its input. */
	readonly allowHiddenInput: (id: TerminalId) => Done;
	/** Ends the program and its descendants; the output can still be read. */
	readonly end: (id: TerminalId) => Promise<Done>;
	/** Ends the program and removes the terminal. */
	readonly close: (id: TerminalId, options: {readonly force: boolean}) => Promise<Done>;
	readonly closeAll: () => Promise<void>;
	/** Passes the terminals of this machine to another process, or takes them over. */
	readonly handOver: TerminalsHandOver;
	/** Kills every program at once and waits for nothing. Call this after a crash. */
	readonly killNow: () => void;
	/** Loads the modules that the first terminal needs. */
	readonly prepare: () => Promise<void>;
};

export const defaultSize: Size = {columns: 120, rows: 40};

export function createTerminals(ports: TerminalsPorts): Terminals {
	const registry = createTerminalRegistry(ports);
	const withEntry = (id: TerminalId, action: (entry: RegisteredTerminal) => Done): Done => {
		const entry = registry.get(id);
		return entry === null ? unknown(id) : action(entry);
	};
	const change = (id: TerminalId, action: (entry: RegisteredTerminal) => void): Done =>
		withEntry(id, entry => {
			action(entry);
			return done;
		});
	return {
		open: request => open(ports, registry, request),
		get: id => registry.get(id)?.info() ?? null,
		list: () => registry.all().map(entry => entry.info()),
		screen: id => registry.get(id)?.session.screen.picture ?? null,
		view: id => registry.get(id)?.session.screen ?? null,
		read: async id => (await registry.get(id)?.read()) ?? null,
		async transcript(id, range) {
			const transcript = registry.get(id)?.session.transcript;
			return transcript ? {...(await transcript.read(range)), size: transcript.size()} : null;
		},
		waiting: async id => (await registry.get(id)?.session.waiting()) ?? null,
		async wait(ids, request) {
			const entries = ids.flatMap(id => registry.get(id) ?? []);
			return entries.length === 0 ? null : wait(entries, request, ports);
		},
		write: (id, data, options) => withEntry(id, entry => write(entry, data, options)),
		resize: (id, size) => change(id, entry => entry.session.resize(clamped(size))),
		signal: (id, name) =>
			withEntry(id, entry => (entry.session.signal(name) ? done : hasExited(id))),
		control: (id, by) => change(id, entry => entry.keyboard.give(by)),
		share: id => change(id, entry => entry.share()),
		allowHiddenInput: id => change(id, entry => entry.allowHiddenInput()),
		async end(id) {
			const entry = registry.get(id);
			return entry === null ? unknown(id) : end(registry, entry);
		},
		async close(id, options) {
			const entry = registry.get(id);
			return entry === null ? unknown(id) : close(registry, entry, options);
		},
		async closeAll() {
			registry.shut();
			await Promise.all(registry.all().map(entry => close(registry, entry, {force: true})));
		},
		handOver: createTerminalsHandOver(registry, one => open(ports, registry, one)),
		killNow() {
			for (const entry of registry.all()) {
				entry.session.killNow();
			}
		},
		async prepare() {
			const local = ports.transports(localHost);
			await Promise.all([loadEmulator(), local?.prepare()]);
		},
	};
}

async function open(
	ports: TerminalsPorts,
	registry: TerminalRegistry,
	request: OpenTerminal,
): ReturnType<Terminals['open']> {
	const transport = ports.transports(request.host);
	if (transport === null) {
		return refuse(
			'host',
			'not-found',
			`The host ${request.host} is not connected. Nothing was run.`,
		);
	}
	const {again, handed} = request;
	const reservation = registry.reserve(request.owner, again?.id ?? handed?.id);
	if (!reservation.ok) {
		return reservation;
	}
	const start = startLimit(ports, request);
	try {
		const opened = await openSession(
			{
				id: reservation.id,
				program: request.program,
				cwd: request.cwd,
				owner: request.owner,
				environment: request.environment,
				size: clamped(request.size ?? ports.size?.() ?? defaultSize),
				marker: again?.kept.name ?? ports.ids('pty'),
				kept: again?.kept,
				readBytes: again?.readBytes ?? 0,
				handed: handed?.pty ?? undefined,
				copy: handed?.copy,
				signal: start.signal,
			},
			sessionPorts(ports, {transport, id: reservation.id}),
		);
		if (!opened.ok) {
			if (opened.unconfirmed) {
				ports.onChange(unconfirmedFact(reservation.id, {request, unconfirmed: opened.unconfirmed}));
			}
			return opened;
		}
		const entry = registry.add(opened.session, request);
		if (registry.isShut()) {
			await close(registry, entry, {force: true});
			return closing;
		}
		return {ok: true, terminal: entry.info()};
	} finally {
		start.close();
		reservation.release();
	}
}

/** Ends the program. The terminal stays, so that its output can be read. */
async function end(
	registry: TerminalRegistry,
	entry: RegisteredTerminal,
): ReturnType<Terminals['end']> {
	const ending = await entry.session.end({force: true});
	await registry.exitTold(entry);
	return endingOf(entry.info(), ending);
}

/** Waits for one of the conditions. If the model waits for the keyboard, the user is told so. */
async function wait(
	entries: readonly RegisteredTerminal[],
	request: WaitRequest,
	{clock}: TerminalsPorts,
): Promise<Woke> {
	const wanted = request.conditions.handedBack ? entries.map(entry => entry.keyboard.await()) : [];
	try {
		return await waitForSessions(
			entries.map(entry => entry.session),
			request,
			clock,
		);
	} finally {
		for (const stop of wanted) {
			stop();
		}
	}
}

function write(
	entry: RegisteredTerminal,
	data: string | Uint8Array,
	{by, isHidden = false}: {readonly by: Owner; readonly isHidden?: boolean},
): Done {
	if (entry.session.hasEnded()) {
		return hasExited(entry.session.id);
	}
	if (by === 'model' && entry.keyboard.holder() === 'user') {
		entry.keyboard.want();
		return refuse(
			'user_has_control',
			'conflict',
			`The person is typing in terminal ${entry.session.id} and has the keyboard. write_stdin with empty chars waits until it is handed back; reading still works.`,
		);
	}
	if (!entry.session.write(typeof data === 'string' ? Buffer.from(data) : data)) {
		return refuse(
			'stdin_full',
			'limit',
			`The program in terminal ${entry.session.id} does not read its input: nothing of this was typed.`,
		);
	}
	if (by === 'user') {
		entry.noteUserTyped();
	} else {
		entry.noteModelTyped(data.toString(), {isHidden});
	}
	return done;
}

async function close(
	registry: TerminalRegistry,
	entry: RegisteredTerminal,
	options: {force: boolean},
): Promise<Done> {
	const ending = await entry.session.end(options);
	const {left} = ending;
	if (left.length > 0 && !options.force) {
		return refuse(
			'still_running',
			'timeout',
			`Terminal ${entry.session.id} did not end when asked: ${left.length} processes are left (${left.join(', ')}). Close it with force to kill them.`,
		);
	}
	await registry.remove(entry);
	return endingOf(entry.info(), ending);
}

function unknown(id: TerminalId): Refusal {
	return refuse('unknown_session', 'not-found', `There is no terminal ${id}.`);
}

export function hasExited(id: TerminalId): Refusal {
	return refuse(
		'exited',
		'conflict',
		`The program in terminal ${id} has ended; nothing was sent to it.`,
	);
}
