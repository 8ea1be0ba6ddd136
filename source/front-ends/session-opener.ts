import type {Flags} from '../cli/parsed.ts';
import type {Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {Environment, Folders} from '../platform/folders.ts';
import type {CellSize} from '../wire/message.ts';
import type {FrontEndSession} from './front-end-session.ts';
import type {EngineSessionRequest} from './open-engine.ts';

/** The options that are the same for all sessions that a front end opens. */
export type OpenerOptions = {
	readonly flags: Flags;
	readonly env: Environment;
	readonly cwd: string;
	readonly folders: Folders;
	readonly clock: Clock;
	/** The size of the screen; null for the line-by-line front end. */
	readonly size: (() => CellSize) | null;
	/** Where the person sits. Set if the environment doesn't tell, as for an editor. */
	readonly seat?: string;
};

export type WantedSession = {
	/** The id of an earlier session or its first characters; null for a new session. */
	readonly wanted: SessionId | null;
	/** The id to give to a new session; if absent, one is made up. */
	readonly newId?: SessionId | null;
	/** Called for each problem, even later: writing the journal can fail at any time. */
	readonly onProblem: (text: string) => void;
};

export type SessionOpener = (request: WantedSession) => Promise<Result<FrontEndSession>>;

const firstPane = {columns: 80, rows: 24};

/** Makes a function that opens sessions whose engine runs in this process and ends with it. */
export function insideOpener(
	{flags, env, cwd, folders, clock, size}: OpenerOptions,
	ports?: EngineSessionRequest['ports'],
): SessionOpener {
	return async ({wanted, newId = null, onProblem}) => {
		const {openEngineSession} = await import('./open-engine.ts');
		const {insideSession} = await import('./front-end-session.ts');
		const pane = {...firstPane};
		const opened = openEngineSession({
			flags,
			wanted,
			newId,
			env,
			cwd,
			folders,
			clock,
			...(ports && {ports}),
			headless: null,
			...(size && {terminalSize: () => pane}),
			onProblem,
		});
		return opened.ok ? {ok: true, value: insideSession(opened.value, pane)} : opened;
	};
}
