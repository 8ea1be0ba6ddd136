import {readFileSync, writeFileSync} from 'node:fs';
import {failed, type Result} from '../events/failure.ts';
import type {CallId, SessionId, TerminalId} from '../events/ids.ts';
import {codeOf, makePrivateFolder, privateFileMode} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {journalPath} from './journal.ts';
import {parseLine} from './read-journal.ts';
import {newSessionId, sessionFolder} from './session-names.ts';

/**
 * Copies a session's past into a new session. The first record differs: it names the original. A
 * pending call stays with the original, so that one answer can't run it in both.
 */
export function forkSession({
	folder,
	session,
	clock,
}: {
	folder: string;
	session: SessionId;
	clock: Clock;
}): Result<SessionId> {
	const copy = newSessionId(clock);
	try {
		const lines = wholeLines(readFileSync(journalPath(folder, session), 'utf8'));
		makePrivateFolder(sessionFolder(folder, copy));
		const renamed = lines.map(line => rename(line, {session: copy}));
		const written = [...renamed, ...leaveBehind(lines, clock.now())];
		writeFileSync(journalPath(folder, copy), written.map(line => `${line}\n`).join(''), {
			mode: privateFileMode,
			flag: 'wx',
		});
		return {ok: true, value: copy};
	} catch (error) {
		return {
			ok: false,
			failure: failed('storage', `The session could not be copied (${codeOf(error)}).`),
		};
	}
}

function rename(line: string, {session}: {session: SessionId}): string {
	const parsed = line.includes('"session.started"') ? parseLine(line) : null;
	return parsed?.ok && parsed.event.type === 'session.started'
		? JSON.stringify({...parsed.event, session})
		: line;
}

/** Returns the complete lines. If the original is in use, its last line may still be incomplete. */
function wholeLines(text: string): readonly string[] {
	return text
		.slice(0, text.lastIndexOf('\n') + 1)
		.split('\n')
		.filter(line => line !== '');
}

/**
 * Ends the calls that were waiting, approved or running when the session was copied. Terminals that
 * are kept on another machine also stay with the original session.
 */
function leaveBehind(lines: readonly string[], at: number): readonly string[] {
	const open = new Set<CallId>();
	const kept = new Set<TerminalId>();
	let last = 0;
	for (const line of lines) {
		const parsed = parseLine(line);
		if (parsed.ok) {
			const {event} = parsed;
			last = Math.max(last, event.seq);
			if (event.type === 'tool.proposed') {
				open.add(event.call);
			} else if (event.type === 'tool.ended') {
				open.delete(event.call);
			} else if (event.type === 'terminal.opened' && event.kept) {
				kept.add(event.terminal);
			} else if (event.type === 'terminal.exited' || event.type === 'terminal.closed') {
				kept.delete(event.terminal);
			}
		}
	}
	const ends = [...open].map(call => ({type: 'tool.ended' as const, ...leftBehind(call)}));
	const closed = [...kept].map(terminal => ({type: 'terminal.closed' as const, terminal}));
	return [...ends, ...closed].map((event, index) =>
		JSON.stringify({v: 1, seq: last + 1 + index, at, ...event}),
	);
}

function leftBehind(call: CallId) {
	const failure = failed(
		'conflict',
		'This call was not carried along into the copy of its session. It stays in the session that was copied; nothing of it runs here.',
	);
	const outcome = {status: 'failed', failure} as const;
	return {call, outcome, durationMs: 0};
}
