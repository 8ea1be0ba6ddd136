import {readFileSync, writeFileSync} from 'node:fs';
import {failed, type Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import {codeOf, makePrivateFolder, privateFileMode} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {journalPath, sessionFolder} from './journal.ts';
import {parseLine} from './read-journal.ts';
import {newSessionId} from './sessions.ts';

/** A new session with the same past. Only the first record differs: it says whose past it is. */
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
		const lines = readFileSync(journalPath(folder, session), 'utf8').split('\n');
		makePrivateFolder(sessionFolder(folder, copy));
		const renamed = lines.map(line => rename(line, {session: copy}));
		writeFileSync(journalPath(folder, copy), renamed.join('\n'), {
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
