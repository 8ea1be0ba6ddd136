import {randomBytes} from 'node:crypto';
import {resolve} from 'node:path';
import type {Flags} from '../../cli/parsed.ts';
import {flagText} from '../../cli/parsed.ts';
import {refusedToStart, whyNotStart} from '../../cli/unread-settings.ts';
import {systemClock} from '../../platform/clock.ts';
import {foldersOf} from '../../platform/folders.ts';
import {watchEndings} from './endings.ts';
import type {EngineReach} from './reach-engine.ts';
import {openShimLog, type ShimLog} from './shim-log.ts';

/**
 * Runs `agent-tui mcp`, which clients of the Model Context Protocol start. It has no state of its
 * own: if it ends, the session continues. Only messages of the protocol go to stdout. Resolves to
 * the exit code.
 */
export async function runShim({
	flags,
	cwd: started = process.cwd(),
}: {
	readonly flags: Flags;
	readonly cwd?: string;
}): Promise<number> {
	const {ppid: parent} = process;
	// Remove the variable that says in which session's terminal this was started: the new engine
	// outlives that terminal.
	const {AGENT_TUI_SESSION: _, ...env} = process.env;
	const {state, config} = foldersOf(env, process.platform);
	const cwd = resolve(started, flagText(flags, 'cwd') ?? '.');
	const name = flagText(flags, 'session') ?? null;
	const log = openShimLog(state, {cwd, name, parent});
	const refusal = whyNotStart(config, 'mcp');
	if (refusal !== null) {
		process.stderr.write(refusal);
		log.end(refusal.trimEnd());
		return refusedToStart;
	}
	const reach: EngineReach = {
		place: {state, cwd, name},
		env,
		clock: systemClock(),
		from: `process ${process.pid}, started by process ${parent}`,
	};
	const port = flagText(flags, 'http');
	if (port === undefined) {
		const {pumpStdio} = await import('./pump-stdio.ts');
		return pumpStdio({reach, config, log, parent});
	}
	return serveHttp(reach, {port: Number(port), log, parent});
}

/** Lets the engine serve MCP over HTTP for as long as this program runs. */
async function serveHttp(
	reach: EngineReach,
	{port, log, parent}: {readonly port: number; readonly log: ShimLog; readonly parent: number},
): Promise<number> {
	const {reachEngine} = await import('./reach-engine.ts');
	const {createLineReader} = await import('../../platform/line-reader.ts');
	const token = reach.env['AGENT_TUI_MCP_TOKEN'] || randomBytes(32).toString('base64url');
	const reached = await reachEngine({...reach, http: {port, token}});
	if (!reached.ok) {
		process.stderr.write(`agent-tui: ${reached.failure.message}\n`);
		log.end(reached.failure.message);
		return 1;
	}
	const {socket, session} = reached.value;
	log.engine(reached.value);
	let why = 'the session ended';
	const lines = createLineReader({
		onLine(line) {
			const told = JSON.parse(line) as {type: string; url: string; why?: string};
			if (told.type === 'listening') {
				process.stdout.write(`${JSON.stringify({...told, token, session, pid: process.pid})}\n`);
			} else {
				why = `port ${port} can't be listened on: ${told.why}`;
			}
		},
		onLongLine() {},
	});
	socket.on('data', lines.push);
	const ended = new Promise<string>(done => {
		socket.on('close', () => done(why));
		socket.on('end', () => socket.end());
		watchEndings(reach.clock, {parent, onEnd: done, readsInput: false});
	});
	socket.resume();
	const reason = await ended;
	socket.destroy();
	log.end(reason);
	if (reason === why) {
		process.stderr.write(`agent-tui: ${why}\n`);
		return 1;
	}
	return 0;
}
