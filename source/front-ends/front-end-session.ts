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
	/** Tells the size of the screen, and of the pane in which the next terminal appears. */
	readonly setSize: (screen: CellSize, pane: CellSize) => void;
	/**
	 * Kills programs that would otherwise outlive this process. It is called in the last moment
	 * before exit.
	 */
	readonly killPrograms: () => void;
	/** Writes a report of the last requests. Returns its path, or null if there is none. */
	readonly reportCrash: (error: unknown) => string | null;
	/** Ends the session in order. A session without a message leaves nothing behind. */
	readonly end: (reason: string) => Promise<SessionEnd>;
	/** The engine that goes on without this front end; null if it runs in this process. */
	readonly remote: RemoteEngine | null;
};

export type SessionEnd = {
	/** Whether the journal was being written to the end, so that the session can be resumed. */
	readonly isWritten: boolean;
	/** Whether only this front end had to go, since another one sent it away. */
	readonly goesOn?: boolean;
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
	// What was being typed when a window was lost comes back when the session is resumed.
	const isKept = reason !== 'quit' && (reason !== 'idle' || hasDraft(folders.state, session));
	if (isEmpty && !isKept) {
		deleteSession(folders.state, session);
	}
	return {isWritten: written};
}
