import type {Stamped} from '../events/event.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import {type Journal, journalPath, memoryJournal, openJournal} from './journal.ts';
import {isFromFuture, readJournal} from './read-journal.ts';
import type {Redactor} from './redact.ts';
import {findSession, newSessionId} from './sessions.ts';

export type OpenedSession = {
	readonly session: SessionId;
	readonly journal: Journal;
	/** The events so far; empty for a new session. */
	readonly history: readonly Stamped[];
	/** Why the session can only be read; null if it can be continued. */
	readonly readOnly: string | null;
};

const fromFuture =
	'A newer agent-tui wrote in this session. It can be read here as far as this version understands it; nothing in it is run, sent or written. Update agent-tui to go on with it.';

/**
 * Opens a new session, or an earlier one by the beginning of its id. Its journal is locked, then
 * repaired, then read, so that no other process can add to it after it was read.
 */
export function openSession({
	folder,
	wanted,
	newId = null,
	clock,
	redactor,
	onProblem,
}: {
	folder: string;
	wanted: string | null;
	/** The id of a new session; if absent, one is made. */
	newId?: SessionId | null;
	clock: Clock;
	redactor: Redactor;
	onProblem: (problem: Failure) => void;
}): Result<OpenedSession> {
	const found: Result<SessionId> =
		wanted === null ? {ok: true, value: newId ?? newSessionId(clock)} : findSession(folder, wanted);
	if (!found.ok) {
		return found;
	}
	const session = found.value;
	const path = journalPath(folder, session);
	const readOnly = isFromFuture(path) ? fromFuture : null;
	const journal: Result<Journal> =
		readOnly === null
			? openJournal({folder, session, clock, redactor, onProblem})
			: {ok: true, value: memoryJournal(path, null)};
	if (!journal.ok) {
		return journal;
	}
	try {
		const {events, problems} = readJournal(path);
		for (const message of problems) {
			onProblem(failed('incomplete', message));
		}
		if (readOnly !== null) {
			onProblem(failed('conflict', readOnly));
		}
		return {ok: true, value: {session, journal: journal.value, history: events, readOnly}};
	} catch (error) {
		journal.value.close();
		return {
			ok: false,
			failure: failed('storage', `Session ${session} can't be read: ${String(error)}`),
		};
	}
}
