import {randomInt} from 'node:crypto';
import {join} from 'node:path';
import type {SessionId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';

/** Returns the folder that holds all files of a session. */
export function sessionFolder(folder: string, session: string): string {
	return join(folder, 'sessions', session);
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates an id. Ids sort by time, are safe as file names, and short enough to type. */
export function newSessionId(clock: Clock): SessionId {
	const stamp = new Date(clock.now())
		.toISOString()
		.slice(0, 19)
		.replace(/[-:]/g, '')
		.replace('T', '-');
	const letters = Array.from({length: 5}, () => alphabet[randomInt(alphabet.length)]).join('');
	return `${stamp}-${letters}` as SessionId;
}

/** Whether a text from a command line or a file is plain enough to become part of a path. */
export function isSessionId(text: string): text is SessionId {
	return /^[A-Za-z0-9][A-Za-z0-9_-]{0,80}$/.test(text);
}
