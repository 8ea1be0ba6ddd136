import {chmodSync, existsSync} from 'node:fs';
import {createServer, type Server, type Socket} from 'node:net';
import {version} from '../cli/version.ts';
import {identity} from '../engine/registry/registry.ts';
import {prepareRunFolder, socketPath} from '../engine/registry/run-folder.ts';
import {sameToken} from '../engine/registry/token.ts';
import type {Result} from '../events/failure.ts';
import type {EngineSession} from '../front-ends/open-engine.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {descriptorOf} from '../platform/still-stream.ts';
import {type NewWay, protocol} from '../wire/message.ts';
import {keepRecord, lookMs} from './keep-record.ts';

/** How other processes of this user find the engine: its record, and the socket that it names. */
export type PublishedEngine = {
	/** `onFound` is called as soon as other processes find it. */
	readonly listen: (onFound?: () => void) => void;
	/** How a screen reaches it, and the number of the listening socket; null if none can yet. */
	readonly way: () => (NewWay & {readonly descriptor: number}) | null;
	readonly isToken: (token: string) => boolean;
	readonly screens: (count: number) => void;
	/** Whether nobody looks and nothing runs: then it is rarely checked that the record exists. */
	readonly rest: (isResting: boolean) => void;
	/** From now on another process writes the record, and this one leaves it as it is. */
	readonly leave: () => void;
	readonly remove: () => void;
};

type Ports = {
	readonly clock: Clock;
	readonly accept: (socket: Socket, how: {readonly isTrusted: boolean}) => void;
	/** The listening socket of the process before this one, and the token that its screens know. */
	readonly inherited?: (NewWay & {readonly descriptor: number}) | undefined;
};

export function publishEngine(
	opened: EngineSession,
	{clock, accept, inherited}: Ports,
): PublishedEngine {
	const {engine, folders, readOnly, session} = opened;
	const own = {...identity(), ...(inherited && {token: inherited.token})};
	const warn = (text: string) => engine.dispatch({type: 'notify', level: 'warn', text});
	const sockets = createServer(socket => accept(socket, {isTrusted: false}));
	const keeper = keepRecord(opened, {clock, warn, onLook: () => listenAgain()});
	const later = triesLater(clock, {warn, again: () => listen()});
	sockets.on('error', ({message}) =>
		later.try(`Other screens can't reach this session: ${message}`),
	);
	let path: string | null = null;
	let from = inherited;
	let onFound = () => {};
	// A clean-up of old files may have removed the socket: nobody new could come then.
	const listenAgain = () => {
		if (path !== null && !existsSync(path)) {
			path = null;
			from = undefined;
			sockets.close();
			listen();
		}
	};
	const listen = () => {
		const place = from ? inheritedPlace(folders.state, from) : socketPlace(folders.state);
		if (!place.ok) {
			later.try(place.failure.message);
			return;
		}
		const {folder, socket} = place.value;
		// Of an attempt that failed nothing may be left to be called by a later one.
		sockets.removeAllListeners('listening');
		sockets.listen(from ? {fd: from.descriptor} : socket, () => {
			if (!from) {
				chmodSync(socket, 0o600);
			}
			path = socket;
			keeper.publish(folder, {...own, socket, version, protocol, session});
			onFound();
		});
	};
	return {
		// A session that can't be continued has no socket: each reader opens the journal alone.
		listen(told = () => {}) {
			onFound = told;
			if (readOnly === null) {
				listen();
			}
		},
		way: () => wayTo(sockets, {path, token: own.token}),
		isToken: token => sameToken(token, own.token),
		screens: keeper.screens,
		rest: keeper.rest,
		leave: keeper.leave,
		remove() {
			later.cancel();
			sockets.close();
			keeper.remove();
		},
	};
}

/** What keeps it from being reached can be mended: else nobody could come back to what runs. */
function triesLater(
	clock: Clock,
	{warn, again}: {readonly warn: (problem: string) => void; readonly again: () => void},
) {
	let told = '';
	let retry: Timer | null = null;
	return {
		try(problem: string) {
			if (problem !== told) {
				told = problem;
				warn(problem);
			}
			retry = clock.after(lookMs, again);
		},
		cancel: () => retry?.cancel(),
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

function wayTo(
	sockets: Server,
	{path, token}: {path: string | null; token: string},
): ReturnType<PublishedEngine['way']> {
	const descriptor = descriptorOf(sockets);
	// Where its file was removed, no screen could follow.
	return path === null || !existsSync(path) || descriptor === null
		? null
		: {socket: path, token, descriptor};
}

/** The socket keeps its place: nobody who knows it is refused in between. */
function inheritedPlace(state: string, {socket}: NewWay): Result<{folder: string; socket: string}> {
	const folder = prepareRunFolder(state);
	return folder.ok ? {ok: true, value: {folder: folder.value, socket}} : folder;
}
