import {join} from 'node:path';
import type {Flags} from '../cli/parsed.ts';
import type {SessionId} from '../events/ids.ts';
import {isJsonObject, parseJson} from '../events/json.ts';
import {sessionFolder} from '../storage/session-names.ts';

/** The first word on the command line of an engine's process. People are not meant to type it. */
export const engineWord = 'engine-process';

/** What the command line of an engine's process says: which session to run, and how. */
export type EngineOrder = {
	readonly session: SessionId;
	readonly isNew: boolean;
	readonly flags: Flags;
	/** Whether it goes on with a session that the process which starts it hands over. */
	readonly takesOver?: boolean;
};

export function writeOrder({flags, ...order}: EngineOrder): string {
	return JSON.stringify({...order, flags: [...flags]});
}

/** Returns null if this program did not write the text. */
export function readOrder(text: string | undefined): EngineOrder | null {
	const order = parseJson(text ?? '');
	if (!isJsonObject(order) || typeof order['session'] !== 'string') {
		return null;
	}
	const {session, isNew, flags} = order;
	return {
		session: session as SessionId,
		isNew: isNew === true,
		takesOver: order['takesOver'] === true,
		flags: new Map(Array.isArray(flags) ? (flags as never) : []),
	};
}

/** The log of an engine's process: it keeps the last messages of one that dies. */
export function engineLogPath(state: string, session: string): string {
	return join(sessionFolder(state, session), 'engine.log');
}
