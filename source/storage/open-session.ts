import type {Stamped} from '../events/event.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import {type Checkpoint, type FoundCheckpoint, readCheckpoint} from './checkpoint.ts';
import {
	type Journal,
	type JournalOptions,
	journalPath,
	openJournal,
	readOnlyJournal,
} from './journal.ts';
import {isFromFuture, type JournalPlace, journalStart, readJournal} from './read-journal.ts';
import type {Redactor} from './redact.ts';
import {newSessionId} from './session-names.ts';
import {findSession} from './sessions.ts';

export type OpenedSession = {
	readonly session: SessionId;
	readonly journal: Journal;
	readonly past: Past;
	/** Why the session can only be read; null if it can be continued. */
	readonly readOnly: string | null;
};

/** The content of the journal. Its beginning may come from a checkpoint. */
export type Past = {
	readonly checkpoint: Checkpoint | null;
	/** Why an existing checkpoint is not used; null if there was none, or if it is used. */
	readonly refused: string | null;
	/** The events after the checkpoint; empty for a new session. */
	readonly events: readonly Stamped[];
	/** The end of the journal: the position that a new checkpoint would have. */
	readonly place: JournalPlace;
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
	version = null,
	clock,
	redactor,
	onProblem,
	lock,
}: {
	folder: string;
	wanted: string | null;
	/** The id of a new session; if absent, one is made. */
	newId?: SessionId | null;
	/** The version of the code that makes checkpoints; if absent, no checkpoint is read. */
	version?: string | null;
	clock: Clock;
	redactor: Redactor;
	onProblem: (problem: Failure) => void;
	lock?: JournalOptions['lock'];
}): Result<OpenedSession> {
	const found: Result<SessionId> =
		wanted === null ? {ok: true, value: newId ?? newSessionId(clock)} : findSession(folder, wanted);
	if (!found.ok) {
		return found;
	}
	const session = found.value;
	const path = journalPath(folder, session);
	const checkpoint: FoundCheckpoint =
		version === null ? {status: 'none'} : readCheckpoint({folder, session, version});
	const from = checkpoint.status === 'good' ? checkpoint.checkpoint.place : journalStart;
	const readOnly = isFromFuture(path, from) ? fromFuture : null;
	const journal: Result<Journal> =
		readOnly === null
			? openJournal({folder, session, clock, redactor, onProblem, lock})
			: {ok: true, value: readOnlyJournal(path)};
	if (!journal.ok) {
		return journal;
	}
	try {
		const {events, problems, end} = readJournal(path, from);
		for (const message of problems) {
			onProblem(failed('incomplete', message));
		}
		if (readOnly !== null) {
			onProblem(failed('conflict', readOnly));
		}
		const past: Past = {
			checkpoint: checkpoint.status === 'good' ? checkpoint.checkpoint : null,
			refused: checkpoint.status === 'refused' ? checkpoint.why : null,
			events,
			place: end,
		};
		return {ok: true, value: {session, journal: journal.value, past, readOnly}};
	} catch (error) {
		journal.value.close();
		return {
			ok: false,
			failure: failed('storage', `Session ${session} can't be read: ${String(error)}`),
		};
	}
}
