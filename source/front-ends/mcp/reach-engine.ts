import {connect} from 'node:net';
import type {Duplex} from 'node:stream';
import {version} from '../../cli/version.ts';
import {failed, type Result} from '../../events/failure.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Environment} from '../../platform/folders.ts';
import {encodeMessage, readFirstMessage} from '../../wire/frame.ts';
import {protocol, protocolMin, type ToolHello, type ToScreen} from '../../wire/message.ts';
import {startEngine} from '../attach/start-engine.ts';
import {hasFolder, type McpPlace, runningEngine, sessionToStart} from './session-of-folder.ts';

export type EngineReach = {
	readonly place: McpPlace;
	readonly env: Environment;
	readonly clock: Clock;
	/** Which process this is and which one has started it, in words for the journal. */
	readonly from: string;
	readonly http?: ToolHello['http'];
};

export type ReachedEngine = {
	readonly socket: Duplex;
	readonly session: string;
	/** Whether the engine was started just now. False if it ran already. */
	readonly isNew: boolean;
};

const reachMsMax = 30_000;
const lookAgainMs = 50;
/**
 * How long to look for the engine that another process has started at the same moment. After that,
 * the other start may have failed. Where many clients start at once, each further start makes the
 * first one slower.
 */
const winnerMsMax = 5000;
const welcomeMsMax = 10_000;
/** An engine that has just been started has to load first; if it ends instead, that is noticed. */
const firstWelcomeMsMax = 30_000;
const welcomeBytesMax = 65_536;

/** Joins the engine of this folder; null if none runs. */
export async function joinEngine(reach: EngineReach): Promise<Result<ReachedEngine | null>> {
	if (!hasFolder(reach.place)) {
		return {ok: false, failure: failed('not-found', noFolder(reach.place.cwd))};
	}
	const record = runningEngine(reach.place);
	if (!record.ok || record.value === null) {
		return record.ok ? {ok: true, value: null} : record;
	}
	const {socket, token} = record.value;
	const joined = await greet(reach, {socket: connect(socket), token, isNew: false});
	// An engine that was just ending can't be reached. That counts as if none were running.
	return joined.ok || joined.failure.kind !== 'unreachable' ? joined : {ok: true, value: null};
}

/**
 * Joins the engine of this folder, or starts one. If two processes start one at the same moment,
 * both join the one that succeeds.
 */
export async function reachEngine(reach: EngineReach): Promise<Result<ReachedEngine>> {
	const {place, env, clock} = reach;
	const until = clock.elapsed() + reachMsMax;
	for (let patienceMs = 0; ; patienceMs = winnerMsMax) {
		const joined = await joinWithin(reach, patienceMs);
		if (joined) {
			return joined;
		}
		const order = {...sessionToStart(place, clock.now()), flags: new Map(), isForTools: true};
		const socket = startEngine(order, {state: place.state, env, cwd: place.cwd});
		const started = await greet(reach, {socket, token: '', isNew: true});
		if (started.ok || clock.elapsed() > until || started.failure.kind !== 'conflict') {
			return started;
		}
	}
}

/**
 * Tries to join the engine for `patienceMs`, because one that has just been started can't be found
 * at once.
 */
async function joinWithin(
	reach: EngineReach,
	patienceMs: number,
): Promise<Result<ReachedEngine> | null> {
	const until = reach.clock.elapsed() + patienceMs;
	for (;;) {
		const joined = await joinEngine(reach);
		if (!joined.ok) {
			return joined;
		}
		if (joined.value !== null) {
			return {ok: true, value: joined.value};
		}
		if (reach.clock.elapsed() >= until) {
			return null;
		}
		await reach.clock.sleep(lookAgainMs);
	}
}

/** Sends a hello and waits for the welcome. Afterwards the socket carries lines of MCP. */
function greet(
	{place, clock, from, http}: EngineReach,
	{socket, token, isNew}: {socket: Duplex; token: string; isNew: boolean},
): Promise<Result<ReachedEngine>> {
	return new Promise(resolve => {
		let received = Buffer.alloc(0);
		const timer = clock.after(isNew ? firstWelcomeMsMax : welcomeMsMax, () => end(unreachable));
		const end = (result: Result<ReachedEngine>) => {
			timer.cancel();
			// Not without a name: that would set the socket flowing again, and what comes would be lost.
			for (const name of ['data', 'close', 'error']) {
				socket.removeAllListeners(name);
			}
			socket.on('error', () => {});
			if (!result.ok) {
				socket.destroy();
			}
			resolve(result);
		};
		socket.on('error', () => end(unreachable));
		socket.on('close', () => end(unreachable));
		socket.on('data', (bytes: Buffer) => {
			received = Buffer.concat([received, bytes]);
			const first = readFirstMessage(received, welcomeBytesMax);
			if (first === 'incomplete') {
				return;
			}
			if (first === 'broken') {
				end(unreachable);
				return;
			}
			const message = first.message as Partial<ToScreen>;
			if (message.type === 'tool-welcome' && typeof message.session === 'string') {
				socket.pause();
				// The engine may have written its first line already.
				socket.unshift(first.rest);
				end({ok: true, value: {socket, session: message.session, isNew}});
			} else if (message.type === 'refused') {
				end({ok: false, failure: failed(message.kind ?? 'protocol', String(message.why))});
			} else {
				end(unreachable);
			}
		});
		const hello: ToolHello = {
			type: 'hello',
			kind: 'tool',
			protocol,
			protocolMin,
			version,
			token,
			from,
			...(place.name !== null && {session: place.name}),
			...(http && {http}),
		};
		socket.write(encodeMessage(hello));
	});
}

const noFolder = (cwd: string) =>
	`There is no folder ${cwd} (any more), in which the tools of agent-tui would work.`;

const unreachable = {
	ok: false,
	failure: failed('unreachable', 'The session of agent-tui could not be reached.'),
} as const;
