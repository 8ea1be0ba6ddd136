import type {Result} from './failure.ts';
import type {SessionId, TerminalId} from './ids.ts';
import type {Settings} from './settings.ts';

/** What a front end asks the engine. Plain JSON, like every answer: a socket can carry both. */
export type Query =
	/** The sessions in which something was said, the latest first. */
	| {readonly type: 'sessions'}
	/** The whole id for the beginning of one; refused if the session is open already. */
	| {readonly type: 'session-to-open'; readonly wanted: string}
	/** Copies this session; the answer is the id of the copy. */
	| {readonly type: 'fork-session'}
	| {readonly type: 'delete-session'; readonly session: SessionId}
	/** Writes this session to a file; the answer is its absolute path. */
	| {readonly type: 'export-session'; readonly path: string}
	| {readonly type: 'doctor'}
	/** What has changed in the working folder since the last commit. */
	| {readonly type: 'diff'}
	| {readonly type: 'settings'}
	/** Stores one setting, such as `proxy.port`; the answer is what applies from now on. */
	| {readonly type: 'change-setting'; readonly key: string; readonly value: string}
	/** Files that can be mentioned, relative to the folder in which calls run now. */
	| {readonly type: 'files'}
	/** A page of what a terminal has shown. Lines are counted since its program began. */
	| {
			readonly type: 'terminal-rows';
			readonly terminal: TerminalId;
			readonly from: number;
			readonly to: number;
	  }
	/** The same as one text, as the program wrote it: wrapped rows are joined. */
	| {
			readonly type: 'terminal-text';
			readonly terminal: TerminalId;
			readonly from: number;
			readonly to: number;
	  }
	| {
			readonly type: 'find-in-terminal';
			readonly terminal: TerminalId;
			readonly text: string;
			/** The line to begin beside; null: the end. */
			readonly beside: number | null;
			readonly direction: 'next' | 'previous';
	  }
	| {readonly type: 'debug-status'}
	/** Makes a host the current one at once, and connects it; `isQuiet`: without notices. */
	| {readonly type: 'connect-host'; readonly target: string; readonly isQuiet: boolean}
	/** `!command`: opens a terminal of the user's on the current host. */
	| {readonly type: 'run-shell'; readonly command: string}
	/** Another agent in a terminal, its API pointed at our proxy. */
	| {readonly type: 'launch'; readonly words: readonly [string, ...string[]]}
	/** Answered when no turn is running. */
	| {readonly type: 'idle'};

/** The answer to each query. A query without one does not compile. */
export type QueryAnswers = {
	readonly sessions: readonly SessionSummary[];
	readonly 'session-to-open': Result<SessionId>;
	readonly 'fork-session': Result<SessionId>;
	readonly 'delete-session': Result<null>;
	readonly 'export-session': Result<string>;
	readonly doctor: readonly DoctorCheck[];
	/** Null: there is no repository with a commit, or git can't say. */
	readonly diff: {readonly patch: string | null};
	readonly settings: FrontEndSettings;
	readonly 'change-setting': Result<FrontEndSettings>;
	readonly files: readonly string[];
	readonly 'terminal-rows': TerminalRows;
	readonly 'terminal-text': string;
	readonly 'find-in-terminal': FoundInTerminal;
	readonly 'debug-status': DebugStatus;
	readonly 'connect-host': Result<null>;
	readonly 'run-shell': Result<TerminalId>;
	readonly launch: Result<TerminalId>;
	readonly idle: null;
};

export type QueryType = Query['type'];

export type AnswerTo<Asked extends Query> = QueryAnswers[Asked['type']];

export type Ask = <Asked extends Query>(query: Asked) => Promise<AnswerTo<Asked>>;

export type SessionSummary = {
	readonly id: SessionId;
	/** As renamed, else the first words that were said. */
	readonly title: string;
	readonly cwd: string;
	readonly startedAt: number;
	readonly updatedAt: number;
	readonly messages: number;
	/** A long journal was read at its two ends only: there are more messages than counted. */
	readonly isPartial: boolean;
	/** Calls that wait for an answer. */
	readonly waiting: number;
	/** `open`: a running agent-tui has it. */
	readonly state: 'open' | 'waiting' | 'closed';
};

/** One thing that the doctor looked at. Nothing in it is ever a key, or a part of one. */
export type DoctorCheck = {
	readonly name: string;
	readonly status: 'ok' | 'warn' | 'fail';
	readonly message: string;
	/** What to do about it. */
	readonly hint?: string;
};

/** The settings that a front end shows or follows; keys of providers are not among them. */
export type FrontEndSettings = Pick<Settings, 'monitoring' | 'theme' | 'vim' | 'bell'> & {
	readonly rules: Settings['permissions']['rules'];
};

export type TerminalRows = {
	/** The number of the first row here: older ones may have been dropped. */
	readonly from: number;
	/** Rows of text with SGR styling and OSC 8 links only. */
	readonly rows: readonly string[];
};

export type FoundInTerminal = {
	/** Null: not in that direction. */
	readonly line: number | null;
	/** Whether it stands in any line. */
	readonly isAnywhere: boolean;
};

export type DebugStatus = {
	readonly isOn: boolean;
	readonly path: string;
	readonly bytes: number;
	/** The newest first. */
	readonly lines: readonly string[];
};

/** What the engine asks of every front end. */
export type FrontEndRequest =
	/** The engine ends: nothing that is sent to it has any effect from now on. */
	{readonly type: 'leave'; readonly reason: string};
