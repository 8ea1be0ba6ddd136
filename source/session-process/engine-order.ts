import {join} from 'node:path';
import type {Flags} from '../cli/parsed.ts';
import type {SessionId} from '../events/ids.ts';
import {isJsonObject, parseJson} from '../events/json.ts';
import {sessionFolder} from '../storage/session-names.ts';

/** The first argument in the command line of an engine's process. It is not meant for people. */
export const engineWord = 'engine-process';

/**
 * The second argument in the command line of an engine's process: which session to run, and how.
 */
export type EngineOrder = {
	readonly session: SessionId;
	readonly isNew: boolean;
	readonly flags: Flags;
	/**
	 * Set if another agent, which uses the session's tools, causes the start. Then the proxy starts
	 * only with the first screen.
	 */
	readonly isForTools?: boolean;
	/** Whether the process that starts this one hands a running session over to it. */
	readonly takesOver?: boolean;
};

export function writeOrder({flags, ...order}: EngineOrder): string {
	return JSON.stringify({...order, flags: [...flags]});
}

/** Returns null if the text is no order that this program has written. */
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
		isForTools: order['isForTools'] === true,
		flags: new Map(Array.isArray(flags) ? (flags as never) : []),
	};
}

/** The file to which an engine's process writes its errors, so that a crash can be understood. */
export function engineLogPath(state: string, session: string): string {
	return join(sessionFolder(state, session), 'engine.log');
}
