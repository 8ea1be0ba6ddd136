import type {Duplex} from 'node:stream';
import {withGlobals} from '../../cli/globals.ts';
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
 * Two engines may start for one session. This is how long to look for the one that got the
 * session's lock.
 */
const winnerMsMax = 5000;
const lookAgainMs = 50;

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

type Way = {readonly socket: Duplex; readonly token: string};

function show(
	options: SessionOpenerOptions,
	{socket, token}: Way,
): Promise<Result<FrontEndSession>> {
	const {flags, env, folders, clock, size, isWatching} = options;
	return attach({
		socket,
		token,
		kind: isWatching ? 'watch' : 'screen',
		size: size?.() ?? {columns: 0, rows: 0},
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
	const running = wayTo(options, session);
	if (running) {
		const joined = await show(options, running);
		// The engine was just ending. The session can now be resumed as usual.
		if (joined.ok || joined.failure.kind !== 'unreachable') {
			return joined;
		}
	}
	if (options.isWatching) {
		return {ok: false, failure: failed('not-found', `Session ${session} does not run.`)};
	}
	const started = await startAgain();
	if (started.ok || started.failure.kind !== 'conflict') {
		return started;
	}
	const winner = await winnerOf(options, session);
	return winner ? show(options, winner) : started;
}

/** Returns how to reach the running engine of a session; null if none is known. */
function wayTo({folders}: SessionOpenerOptions, session: SessionId): Way | null {
	const records = readRecords(enginesFolder(folders.state));
	const record = records.ok ? records.value.find(one => one.session === session) : undefined;
	return record ? {socket: dialEngine(record.socket), token: record.token} : null;
}

/**
 * Another process holds the session's lock. If that is an engine, its record soon says how to reach
 * it.
 */
async function winnerOf(options: SessionOpenerOptions, session: SessionId): Promise<Way | null> {
	const {clock} = options;
	const until = clock.elapsed() + winnerMsMax;
	while (clock.elapsed() < until) {
		const way = wayTo(options, session);
		if (way) {
			return way;
		}
		await clock.sleep(lookAgainMs);
	}
	return null;
}
