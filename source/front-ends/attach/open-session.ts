import type {Duplex} from 'node:stream';
import {withGlobals} from '../../cli/globals.ts';
import type {EngineRecord} from '../../engine/registry/engine-record.ts';
import {readRecords} from '../../engine/registry/registry.ts';
import {enginesFolder} from '../../engine/registry/run-folder.ts';
import {failed, type Result} from '../../events/failure.ts';
import type {SessionId} from '../../events/ids.ts';
import {newSessionId} from '../../storage/session-names.ts';
import {findSession} from '../../storage/sessions.ts';
import {readSettings} from '../../storage/settings.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import {insideOpener, type OpenerOptions, type SessionOpener} from '../session-opener.ts';
import {attach, dialEngine} from './attach.ts';
import type {BegunEngine} from './begin-engine.ts';
import {startEngine} from './start-engine.ts';

export type SessionOpenerOptions = OpenerOptions & {
	/**
	 * The engine that was started while the front end was still loading; the first new session uses
	 * it.
	 */
	readonly begun: BegunEngine | null;
	/** Whether sessions that this front end starts end with it. */
	readonly isInside: boolean;
	/** Whether this screen only watches and can change nothing. */
	readonly isWatching: boolean;
};

/**
 * Two engines may start for one session. This is how long to look for the one that got the lock of
 * the session's journal.
 */
const winnerMsMax = 15_000;
const lookAgainMs = 50;
/** After this time without such an engine, the lock may be free again, so try to start one. */
const startAgainMs = 1000;

/** Connects to the engine that already runs a session, or starts an engine as the settings say. */
export function sessionOpener(options: SessionOpenerOptions): SessionOpener {
	let {begun} = options;
	const inside = options.isInside ? insideOpener(options) : null;
	return async request => {
		const {wanted, newId = null} = request;
		if (wanted === null) {
			const first = begun;
			begun = null;
			return first
				? show(options, first)
				: (inside?.(request) ?? start(options, newId ?? newSessionId(options.clock), true));
		}
		const found = findSession(options.folders.state, wanted);
		return found.ok
			? joinOrStart(
					options,
					found.value,
					() => inside?.(request) ?? start(options, found.value, false),
				)
			: found;
	};
}

type Way = {readonly socket: Duplex; readonly token: string; readonly isRunning?: boolean};

function show(
	options: SessionOpenerOptions,
	{socket, token, isRunning = false}: Way,
): Promise<Result<FrontEndSession>> {
	const {flags, env, folders, clock, size, seat, isWatching} = options;
	return attach({
		socket,
		token,
		isRunning,
		kind: isWatching ? 'watch' : 'screen',
		size: size?.() ?? {columns: 0, rows: 0},
		...(seat !== undefined && {seat}),
		env,
		folders,
		settings: withGlobals(readSettings(folders.config).settings, flags),
		clock,
	});
}

function start(
	options: SessionOpenerOptions,
	session: SessionId,
	isNew: boolean,
): Promise<Result<FrontEndSession>> {
	const {flags, env, cwd, folders} = options;
	const socket = startEngine({session, isNew, flags}, {state: folders.state, env, cwd});
	return show(options, {socket, token: ''});
}

async function joinOrStart(
	options: SessionOpenerOptions,
	session: SessionId,
	startAgain: () => Promise<Result<FrontEndSession>>,
): Promise<Result<FrontEndSession>> {
	const joined = await join(options, session);
	if (joined) {
		return joined;
	}
	if (options.isWatching) {
		return {ok: false, failure: failed('not-found', `Session ${session} does not run.`)};
	}
	const {clock} = options;
	const until = clock.elapsed() + winnerMsMax;
	let started = await startAgain();
	while (isTaken(started) && clock.elapsed() < until) {
		const winner = await winnerOf(options, session);
		if (winner) {
			return winner;
		}
		started = await startAgain();
	}
	return isTaken(started) ? (silentEngine(options, session) ?? started) : started;
}

function isTaken(started: Result<FrontEndSession>): boolean {
	return !started.ok && started.failure.kind === 'conflict';
}

/**
 * Connects to the engine of the session. Returns null if none is known, or if it was just ending.
 * Then the session can be resumed as usual.
 */
async function join(
	options: SessionOpenerOptions,
	session: SessionId,
): Promise<Result<FrontEndSession> | null> {
	const record = recordOf(options, session);
	if (!record) {
		return null;
	}
	const way = {socket: dialEngine(record.socket), token: record.token, isRunning: true};
	const joined = await show(options, way);
	if (!joined.ok && joined.failure.kind === 'timeout') {
		return silentEngine(options, session) ?? joined;
	}
	return joined.ok || joined.failure.kind !== 'unreachable' ? joined : null;
}

function recordOf({folders}: SessionOpenerOptions, session: SessionId): EngineRecord | null {
	const records = readRecords(enginesFolder(folders.state));
	return (records.ok && records.value.find(one => one.session === session)) || null;
}

/**
 * Waits for the engine that has the lock of the session's journal. Its record soon says how to
 * reach it, unless that engine is ending.
 */
async function winnerOf(
	options: SessionOpenerOptions,
	session: SessionId,
): Promise<Result<FrontEndSession> | null> {
	const {clock} = options;
	const until = clock.elapsed() + startAgainMs;
	while (clock.elapsed() < until) {
		const joined = await join(options, session);
		if (joined) {
			return joined;
		}
		await clock.sleep(lookAgainMs);
	}
	return null;
}

/**
 * The failure for an engine that has the session but does not answer. It names the commands that
 * help.
 */
function silentEngine(
	options: SessionOpenerOptions,
	session: SessionId,
): Result<FrontEndSession> | null {
	const record = recordOf(options, session);
	const words = `The engine of this session (process ${record?.pid}) does not answer. End it with: agent-tui stop ${session} --now. Then go on with: agent-tui resume ${session}`;
	return record && {ok: false, failure: failed('unreachable', words)};
}
