import {localHost} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {TerminalInfo} from '../terminal/terminal.ts';
import {isVisible} from './terminal-input.ts';
import {succeed, type Tool, type ToolContext} from './tool.ts';

export const listPtySessions: Tool = {
	name: 'list_pty_sessions',
	description:
		'Lists the sessions that run, and those that ended and were not read to the end yet.',
	parameters: {type: 'object', properties: {}},
	scope: () => null,
	summary: () => 'list the terminals',
	host: () => localHost,
	isDoneHere: true,
	run,
};

async function run(_input: JsonObject, {terminals, clock}: ToolContext): Promise<Outcome> {
	const sessions = terminals.list().filter(isVisible);
	return succeed({
		count: sessions.length,
		sessions: await Promise.all(
			sessions.map(async session => ({
				...describe(session, clock.now()),
				waiting: await terminals.waiting(session.id),
			})),
		),
	});
}

function describe(session: TerminalInfo, now: number): JsonObject {
	return {
		session_id: Number(session.id),
		title: session.title,
		pid: session.pid,
		host: session.host,
		cwd: session.cwd,
		running: session.ended === null,
		exit_code: session.ended?.exitCode ?? null,
		signal: session.ended?.signal ?? null,
		created_at: new Date(session.openedAt).toISOString(),
		age_s: Math.round((now - session.openedAt) / 1000),
		idle_s: Math.round(session.idleMs / 1000),
		unread_bytes: session.unreadBytes,
		controlled_by: session.control,
	};
}
