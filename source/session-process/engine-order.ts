import {join} from 'node:path';
import type {Flags} from '../cli/parsed.ts';
import type {SessionId} from '../events/ids.ts';
import {isJsonObject, parseJson} from '../events/json.ts';
import {sessionFolder} from '../storage/session-names.ts';

/** The first word on the command line of an engine's process. It is no command for a person. */
export const engineWord = 'engine-process';

/** Which session an engine's process is for, as it stands on its command line. */
export type EngineOrder = {
	readonly session: SessionId;
	readonly isNew: boolean;
	readonly flags: Flags;
};

export function writeOrder({session, isNew, flags}: EngineOrder): string {
	return JSON.stringify({session, isNew, flags: [...flags]});
}

/** Null: this was not written by us. */
export function readOrder(text: string | undefined): EngineOrder | null {
	const order = parseJson(text ?? '');
	if (!isJsonObject(order) || typeof order['session'] !== 'string') {
		return null;
	}
	const {session, isNew, flags} = order;
	return {
		session: session as SessionId,
		isNew: isNew === true,
		flags: new Map(Array.isArray(flags) ? (flags as never) : []),
	};
}

/** Where a dying engine leaves its last words. */
export function engineLogPath(state: string, session: string): string {
	return join(sessionFolder(state, session), 'engine.log');
}
