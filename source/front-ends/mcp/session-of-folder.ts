import {createHash} from 'node:crypto';
import {existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {EngineRecord} from '../../engine/registry/engine-record.ts';
import {readRecords} from '../../engine/registry/registry.ts';
import {enginesFolder} from '../../engine/registry/run-folder.ts';
import type {Result} from '../../events/failure.ts';
import type {SessionId} from '../../events/ids.ts';
import {sessionFolder} from '../../storage/session-names.ts';

export type McpPlace = {
	readonly state: string;
	readonly cwd: string;
	/** The name that a person gave to the session; null for the default session of the folder. */
	readonly name: string | null;
};

/** A session that was not used for this long is not continued: a new one begins. */
const pauseMsMax = 12 * 3_600_000;
const slugLengthMax = 24;

/** The beginning of the ids of all sessions that serve clients in this folder. */
function sessionPrefix({cwd, name}: McpPlace): string {
	const folder = realpathSync(cwd);
	const key = createHash('sha256')
		.update(JSON.stringify([folder, name]))
		.digest('hex');
	const slug = (name ?? basename(folder)).replace(/[^A-Za-z0-9]+/g, '-').slice(0, slugLengthMax);
	return `mcp-${slug.replace(/^-|-$/g, '') || 'folder'}-${key.slice(0, 8)}-`;
}

/**
 * Returns a function that recognises this folder's sessions. It also checks that nothing but a date
 * follows the prefix, because another folder's name could be chosen to look alike.
 */
function ownSessions(place: McpPlace): (session: string) => boolean {
	const prefix = sessionPrefix(place);
	return session => session.startsWith(prefix) && /^\d{8}$/.test(session.slice(prefix.length));
}

/** Whether the folder exists. It may be deleted while a client runs that was started in it. */
export function hasFolder({cwd}: McpPlace): boolean {
	try {
		return statSync(cwd).isDirectory();
	} catch {
		return false;
	}
}

/** The running engine that serves clients in this folder; null if none runs. */
export function runningEngine(place: McpPlace): Result<EngineRecord | null> {
	const isOwn = ownSessions(place);
	const records = readRecords(enginesFolder(place.state));
	return records.ok
		? {ok: true, value: records.value.find(({session}) => isOwn(session)) ?? null}
		: records;
}

/**
 * The session to continue or to begin. A new id contains the date, so that two clients that start
 * at the same moment begin the same session, and no session is continued forever.
 */
export function sessionToStart(
	place: McpPlace,
	now: number,
): {readonly session: SessionId; readonly isNew: boolean} {
	const isOwn = ownSessions(place);
	const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
	const known = names(join(place.state, 'sessions'))
		.filter(isOwn)
		.map(name => ({name, at: writtenAt(journalOf(place.state, name))}))
		.toSorted((left, right) => right.at - left.at);
	const [latest] = known;
	const session =
		latest && now - latest.at < pauseMsMax ? latest.name : `${sessionPrefix(place)}${day}`;
	return {
		session: session as SessionId,
		isNew: !existsSync(journalOf(place.state, session)),
	};
}

function journalOf(state: string, session: string): string {
	return join(sessionFolder(state, session), 'journal.jsonl');
}

function writtenAt(path: string): number {
	return statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
}

function names(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
