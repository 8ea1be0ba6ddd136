import type {Engine} from '../engine/engine.ts';
import {hasDraft} from '../storage/draft.ts';
import {deleteSession} from '../storage/sessions.ts';
import type {CellSize} from '../wire/message.ts';
import type {RemoteEngine} from '../wire/remote-engine.ts';
import type {EngineSession} from './open-engine.ts';

/** A session as a front end uses it, whether its engine runs in this process or in another. */
export type FrontEndSession = Pick<
	EngineSession,
	'session' | 'settings' | 'folders' | 'redactor' | 'journalPath' | 'readOnly'
> & {
	readonly engine: Engine;
	/** Starts the session. Call this once the front end listens to events. */
	readonly start: () => void;
	/** Loads what the first message needs, so that it starts faster. */
	readonly warmUp: () => void;
	/**
	 * Call this with the size of the screen, and the size of the pane in which a new terminal would
	 * be shown.
	 */
	readonly setSize: (screen: CellSize, pane: CellSize) => void;
	/** Kills programs that would outlive this process. Call it as the last thing before exit. */
	readonly killPrograms: () => void;
	/** Writes a report of the last requests. Returns its path, or null if there is none. */
	readonly reportCrash: (error: unknown) => string | null;
	/** Ends the session in order. A session without a message leaves nothing behind. */
	readonly end: (reason: string) => Promise<SessionEnd>;
	/**
	 * The engine, if it runs in a process of its own and can continue without this front end; else
	 * null.
	 */
	readonly remote: RemoteEngine | null;
};

export type SessionEnd = {
	/** Whether the journal was written to the end, so that the session can be resumed. */
	readonly isWritten: boolean;
	/** Set if only this front end was disconnected, by another one, and the session continues. */
	readonly goesOn?: boolean;
	/** Why the connection ended, for a person; null if the process of the session died. */
	readonly why?: string | null;
};

/** A session whose engine runs in this process and ends with it. */
export function insideSession(
	opened: EngineSession,
	pane: {columns: number; rows: number},
): FrontEndSession {
	const {engine} = opened;
	return {
		...opened,
		warmUp: () => void engine.warmUp(),
		setSize(_, {columns, rows}) {
			pane.columns = columns;
			pane.rows = rows;
		},
		killPrograms: engine.killPrograms,
		reportCrash: engine.reportCrash,
		end: reason => endSession(opened, reason),
		remote: null,
	};
}

export async function endSession(
	{engine, isWritten, folders, session}: EngineSession,
	reason: string,
): Promise<SessionEnd> {
	const written = isWritten();
	await engine.stop(reason);
	const isEmpty = engine.shared?.state().chat.items.length === 0;
	// If the window was lost, keep the session: the text in its composer comes back when it is
	// resumed.
	const isKept = reason !== 'quit' && (reason !== 'idle' || hasDraft(folders.state, session));
	if (isEmpty && !isKept) {
		deleteSession(folders.state, session);
	}
	return {isWritten: written};
}
