import {chmodSync} from 'node:fs';
import {createServer, type Socket} from 'node:net';
import {basename} from 'node:path';
import {version} from '../cli/version.ts';
import {createWaitingNotifier} from '../engine/notify-waiting.ts';
import type {EngineRecord, EngineState} from '../engine/registry/engine-record.ts';
import {identity, removeRecord, updateRecord, writeRecord} from '../engine/registry/registry.ts';
import {prepareRunFolder, socketPath} from '../engine/registry/run-folder.ts';
import {sameToken} from '../engine/registry/token.ts';
import type {Result} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import type {EngineSession} from '../front-ends/open-engine.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {isAtWork, waitingCalls} from '../state/select.ts';
import {firstWords} from '../state/session.ts';
import type {State} from '../state/state.ts';
import type {Redactor} from '../storage/redact.ts';
import {protocol} from '../wire/message.ts';

/** How other processes of this user find the engine: its record, and the socket that it names. */
export type PublishedEngine = {
	readonly listen: () => void;
	readonly isToken: (token: string) => boolean;
	readonly screens: (count: number) => void;
	readonly remove: () => void;
};

type Ports = {
	readonly clock: Clock;
	readonly accept: (socket: Socket, how: {readonly isTrusted: boolean}) => void;
};

/**
 * How often an engine checks that its record still exists: a clean-up of old files may have removed
 * it.
 */
const lookMs = 10_000;
/** A record is written at most this often, however fast the session changes. */
const pauseMs = 200;

export function publishEngine(opened: EngineSession, {clock, accept}: Ports): PublishedEngine {
	const {engine, folders, readOnly, session} = opened;
	const own = identity();
	const warn = (text: string) => engine.dispatch({type: 'notify', level: 'warn', text});
	const sockets = createServer(socket => accept(socket, {isTrusted: false}));
	const keeper = keepRecord(opened, {clock, warn});
	let told = '';
	let retry: Timer | null = null;
	// What keeps it from being reached can be mended: else nobody could come back to what runs.
	const tryLater = (problem: string) => {
		if (problem !== told) {
			told = problem;
			warn(problem);
		}
		retry = clock.after(lookMs, listen);
	};
	sockets.on('error', error =>
		tryLater(`Other screens can't reach this session: ${error.message}`),
	);
	const listen = () => {
		const place = socketPlace(folders.state);
		if (!place.ok) {
			tryLater(place.failure.message);
			return;
		}
		const {folder, socket} = place.value;
		// Of an attempt that failed nothing may be left to be called by a later one.
		sockets.removeAllListeners('listening');
		sockets.listen(socket, () => {
			chmodSync(socket, 0o600);
			keeper.publish(folder, {...own, socket, version, protocol, session});
		});
	};
	return {
		// A session that can't be continued has no socket: each reader opens the journal alone.
		listen: () => (readOnly === null ? listen() : undefined),
		isToken: token => sameToken(token, own.token),
		screens: keeper.screens,
		remove() {
			retry?.cancel();
			sockets.close();
			keeper.remove();
		},
	};
}

type Fixed = Omit<EngineRecord, keyof Changing>;

/** Writes the record now, and again whenever one of its values has changed. */
function keepRecord(
	{engine: {parts}, redactor}: EngineSession,
	{clock, warn}: {clock: Clock; warn: (text: string) => void},
) {
	const {store, settings, ports} = parts;
	let published: {readonly folder: string; record: EngineRecord} | null = null;
	let screens = 1;
	const titleOf = titleWithoutSecrets(redactor);
	const notifier = createWaitingNotifier({
		command: () => settings.now().notify.command,
		clock,
		env: ports.env,
		onProblem: warn,
	});
	const refresh = () => {
		if (published) {
			const {folder, record} = published;
			const changes = changesOf(store.state(), {screens, record, clock, titleOf});
			try {
				published.record = updateRecord(folder, record, changes);
				notifier.look(published.record);
			} catch {
				// On a full disk the session goes on; the next change tries to write again.
			}
		}
	};
	const refreshSoon = inAWhile(clock, refresh);
	const stops: (() => void)[] = [];
	return {
		publish(folder: string, fixed: Fixed) {
			const record = {...fixed, ...changingPart(store.state(), {screens, clock, titleOf})};
			try {
				writeRecord(folder, record);
				published = {folder, record};
				stops.push(store.subscribe(refreshSoon), clock.every(lookMs, refresh).cancel);
			} catch (error) {
				warn(`Other screens can't find this session: ${String(error)}`);
			}
		},
		screens(count: number) {
			screens = count;
			refresh();
		},
		remove() {
			for (const stop of stops.splice(0)) {
				stop();
			}
			notifier.close();
			if (published) {
				removeRecord(published.folder, published.record);
				published = null;
			}
		},
	};
}

/** Limits how often an action runs: several calls within the pause run it once. */
function inAWhile(clock: Clock, action: () => void): () => void {
	let isPausing = false;
	return () => {
		if (!isPausing) {
			isPausing = true;
			clock.after(pauseMs, () => {
				isPausing = false;
				action();
			});
		}
	};
}

function socketPlace(state: string): Result<{folder: string; socket: string}> {
	const folder = prepareRunFolder(state);
	if (!folder.ok) {
		return folder;
	}
	const socket = socketPath(folder.value);
	return socket.ok ? {ok: true, value: {folder: folder.value, socket: socket.value}} : socket;
}

type Changing = Pick<
	EngineRecord,
	'name' | 'cwd' | 'hop' | 'title' | 'since' | 'state' | 'waiting' | 'screens'
>;

type Facts = {
	readonly screens: number;
	readonly clock: Clock;
	readonly titleOf: (state: State) => string;
};

/**
 * The title may begin the first message. The record is a file, and its name goes to the notifier, so
 * secrets are hidden, in the whole message: the title may end within one.
 */
function titleWithoutSecrets({text: hide}: Redactor): Facts['titleOf'] {
	let known = {title: '', told: ''};
	return ({session: {title}, chat}) => {
		if (title !== known.title) {
			const first = chat.items.find(item => item.type === 'message');
			const isCut = first !== undefined && firstWords(first.text) === title;
			known = {title, told: isCut ? firstWords(hide(first.text)) : hide(title)};
		}
		return known.told;
	};
}

function changingPart(state: State, {screens, clock, titleOf}: Facts): Changing {
	const {cwd} = state.session;
	const title = titleOf(state);
	const {current} = state.hops;
	return {
		name: title === '' ? basename(cwd) : title,
		cwd,
		hop: current === localHost ? null : current,
		title,
		since: clock.now(),
		state: stateOf(state),
		waiting: waitingCalls(state).map(({id, tool, scope, host, proposedAt}) => ({
			call: id,
			tool,
			scope,
			host,
			since: proposedAt,
		})),
		screens,
	};
}

function changesOf(
	state: State,
	{record, ...facts}: Facts & {readonly record: EngineRecord},
): Changing {
	const changes = changingPart(state, facts);
	return changes.state === record.state ? {...changes, since: record.since} : changes;
}

function stateOf(state: State): EngineState {
	if (waitingCalls(state).length > 0) {
		return 'waiting';
	}
	return isAtWork(state) ? 'working' : 'idle';
}
