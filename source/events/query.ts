import type {Result} from './failure.ts';
import type {HostId, SessionId, TerminalId} from './ids.ts';
import type {FrontEndSettings} from './settings.ts';
import type {WorkersView} from './worker.ts';

/**
 * Questions of a front end to the engine. They and their answers are plain JSON, so a socket can
 * carry both.
 */
export type Query =
	/** Lists the sessions that contain a message, latest first. */
	| {readonly type: 'sessions'}
	/** Lists other sessions that run in this folder, first those that wait for a person. */
	| {readonly type: 'running-here'}
	/** Completes the start of a session id; refused if that session is open already. */
	| {readonly type: 'session-to-open'; readonly wanted: string}
	/** Copies this session; the answer is the id of the copy. */
	| {readonly type: 'fork-session'}
	| {readonly type: 'delete-session'; readonly session: SessionId}
	/** Writes this session to a file; the answer is its absolute path. */
	| {readonly type: 'export-session'; readonly path: string}
	| {readonly type: 'doctor'}
	/** Returns what has changed in the working folder since the last commit. */
	| {readonly type: 'diff'}
	/** Returns the branch that is checked out in the working folder of this machine. */
	| {readonly type: 'branch'}
	/** Reads the settings again, rules included. `live.settings` has what was read last. */
	| {readonly type: 'settings'}
	/** Stores one setting, such as `proxy.port`; the answer is what applies from now on. */
	| {readonly type: 'change-setting'; readonly key: string; readonly value: string}
	/** Returns the files that can be mentioned, relative to the folder in which calls run now. */
	| {readonly type: 'files'}
	/** Returns the hosts that the user's ssh config names, including those in included files. */
	| {readonly type: 'hosts'}
	/** Returns what is in a folder of a connected host; names of folders end with a slash. */
	| {readonly type: 'files-there'; readonly host: HostId; readonly folder: string}
	/** Returns a page of a terminal's output. Lines are counted since its program began. */
	| {
			readonly type: 'terminal-rows';
			readonly terminal: TerminalId;
			readonly from: number;
			readonly to: number;
	  }
	/** Returns the same lines as one text, in which rows that the terminal wrapped are joined. */
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
			/** The line to search from; null to search from the end. */
			readonly beside: number | null;
			readonly direction: 'next' | 'previous';
	  }
	/** Looks at the background workers once. */
	| {readonly type: 'workers'}
	/** Returns all tools of one MCP server; starts it if they are not known. */
	| {readonly type: 'server-tools'; readonly server: string}
	| {readonly type: 'debug-status'}
	/** Makes a host the current one at once, and connects it; `isQuiet`: without notices. */
	| {readonly type: 'connect-host'; readonly target: string; readonly isQuiet: boolean}
	/** Runs `!command`: opens a terminal for the user on the current host. */
	| {readonly type: 'run-shell'; readonly command: string}
	/** Starts another agent in a terminal and points its API at our proxy. */
	| {readonly type: 'launch'; readonly words: readonly [string, ...string[]]}
	/** Is answered as soon as no turn is active. */
	| {readonly type: 'idle'};

/** The answer to each query. A query without one does not compile. */
export type QueryAnswers = {
	readonly sessions: readonly SessionSummary[];
	readonly 'running-here': readonly RunningHere[];
	readonly 'session-to-open': Result<SessionId>;
	readonly 'fork-session': Result<SessionId>;
	readonly 'delete-session': Result<null>;
	readonly 'export-session': Result<string>;
	readonly doctor: readonly DoctorCheck[];
	/** Null if there is no repository with a commit, or git can't tell. */
	readonly diff: {readonly patch: string | null};
	/** Null if the folder is in no repository. */
	readonly branch: {readonly branch: string | null};
	readonly settings: FrontEndSettings;
	readonly 'change-setting': Result<FrontEndSettings>;
	readonly files: readonly string[];
	readonly hosts: readonly string[];
	readonly 'files-there': readonly string[];
	readonly 'terminal-rows': TerminalRows;
	readonly 'terminal-text': string;
	readonly 'find-in-terminal': FoundInTerminal;
	readonly workers: WorkersView;
	readonly 'server-tools': Result<readonly ListedTool[]>;
	readonly 'debug-status': DebugStatus;
	readonly 'connect-host': Result<null>;
	readonly 'run-shell': Result<TerminalId>;
	readonly launch: Result<TerminalId>;
	readonly idle: null;
};

export type QueryType = Query['type'];

/**
 * What a query does beside answering. `reads`: nothing, so a screen that only watches may send it.
 * `changes`: it changes, starts or writes something. `acts`: it runs or connects something, which a read-only
 * session refuses.
 */
export const queryEffects = {
	sessions: 'reads',
	'running-here': 'reads',
	'session-to-open': 'reads',
	'fork-session': 'changes',
	'delete-session': 'changes',
	'export-session': 'changes',
	doctor: 'reads',
	diff: 'reads',
	branch: 'reads',
	settings: 'reads',
	'change-setting': 'changes',
	files: 'reads',
	hosts: 'reads',
	'files-there': 'reads',
	'terminal-rows': 'reads',
	'terminal-text': 'reads',
	'find-in-terminal': 'reads',
	workers: 'reads',
	'server-tools': 'changes',
	'debug-status': 'reads',
	'connect-host': 'acts',
	'run-shell': 'acts',
	launch: 'acts',
	idle: 'reads',
} as const satisfies Readonly<Record<QueryType, 'reads' | 'changes' | 'acts'>>;

export type AnswerTo<Asked extends Query> = QueryAnswers[Asked['type']];

export type Ask = <Asked extends Query>(query: Asked) => Promise<AnswerTo<Asked>>;

/** A tool of an MCP server, for a person. */
export type ListedTool = {
	readonly name: string;
	/** The server's own words, cut. */
	readonly description: string;
	/** The model is sent its description with every request. */
	readonly isSent: boolean;
	/** Whether a person has allowed it as it is now. */
	readonly standing: 'same' | 'changed' | 'new';
};

export type RunningHere = {
	readonly session: SessionId;
	readonly name: string;
	readonly isWaiting: boolean;
};

export type SessionSummary = {
	readonly id: SessionId;
	/** The name given by the user, else the first words of the session. */
	readonly title: string;
	readonly cwd: string;
	readonly startedAt: number;
	readonly updatedAt: number;
	readonly messages: number;
	/**
	 * Only the beginning and the end of a long journal were read, so there are more messages than
	 * this.
	 */
	readonly isPartial: boolean;
	/** How many calls wait for an answer. */
	readonly waiting: number;
	/** `open`: a running agent-tui has the session open. */
	readonly state: 'open' | 'waiting' | 'closed';
	/** What it does now, if it runs in a process of its own, which other screens can join. */
	readonly runs?: 'idle' | 'working' | 'waiting';
};

/** The result of one check. It never contains a key or a part of one. */
export type DoctorCheck = {
	readonly name: string;
	readonly status: 'ok' | 'warn' | 'fail';
	readonly message: string;
	/** What the user can do about it. */
	readonly hint?: string;
};

export type TerminalRows = {
	/** The number of the first row here: older ones may have been dropped. */
	readonly from: number;
	/** Rows of text with SGR styling and OSC 8 links only. */
	readonly rows: readonly string[];
	/** After the last line that the terminal has now. */
	readonly end: number;
};

export type FoundInTerminal = {
	/** The line that was found; null if there is none in that direction. */
	readonly line: number | null;
	/** Whether any line matches. */
	readonly isAnywhere: boolean;
};

export type DebugStatus = {
	readonly isOn: boolean;
	readonly path: string;
	readonly bytes: number;
	/** Newest first. */
	readonly lines: readonly string[];
};

/** What the engine requests from every front end. */
export type FrontEndRequest =
	/** The engine is ending: anything sent to it from now on has no effect. */
	{readonly type: 'leave'; readonly reason: string};
