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

/**
 * Makes an engine reachable for other processes of this user: by a record, and by the socket named
 * there.
 */
export type PublishedEngine = {
	/** Opens the socket and writes the record; then calls `onFound`. */
	readonly listen: (onFound?: () => void) => void;
	/**
	 * How a screen reaches the engine, and the descriptor of the listening socket; null if no screen
	 * can.
	 */
	readonly way: () => (NewWay & {readonly descriptor: number}) | null;
	readonly isToken: (token: string) => boolean;
	readonly screens: (count: number) => void;
	/** `isResting`: no screen is joined and nothing runs, so the record needs only rare checks. */
	readonly rest: (isResting: boolean) => void;
	/** Leaves the record to another process, which writes it from now on. */
	readonly leave: () => void;
	readonly remove: () => void;
};

type Ports = {
	readonly clock: Clock;
	readonly accept: (socket: Socket, how: {readonly isTrusted: boolean}) => void;
	/** The listening socket and the token of the process that had the session before. */
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
	// Opens the socket again if a clean-up of old files has removed it: else no new screen could
	// join.
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
		// A failed attempt to listen may have left its listener.
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
		// A read-only session gets no socket: each screen opens its journal by itself.
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

/**
 * Warns once about each problem and tries again later, because a person may solve the problem, and
 * else nobody could join what runs here.
 */
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
	// If the file of the socket was removed, no screen could follow to the next process.
	return path === null || !existsSync(path) || descriptor === null
		? null
		: {socket: path, token, descriptor};
}

/**
 * Takes over the socket of the process before, under the same path, so that no connection is
 * refused in between.
 */
function inheritedPlace(state: string, {socket}: NewWay): Result<{folder: string; socket: string}> {
	const folder = prepareRunFolder(state);
	return folder.ok ? {ok: true, value: {folder: folder.value, socket}} : folder;
}
