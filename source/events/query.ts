import type {Result} from './failure.ts';
import type {HostId, SessionId, TerminalId} from './ids.ts';
import type {JsonObject} from './json.ts';
import type {FrontEndSettings} from './settings.ts';
import type {WorkersView} from './worker.ts';

/**
 * Questions of a front end to the engine. They and their answers are plain JSON, so a socket can
 * carry both.
 */
export type Query =
	/** Lists the sessions that contain a message, latest first. */
	| {readonly type: 'sessions'}
	/** Lists other sessions that run in this folder; those that wait for a person come first. */
	| {readonly type: 'running-here'}
	/** Completes the first characters of a session id; refused if a program has that session open. */
	| {readonly type: 'session-to-open'; readonly wanted: string}
	/** Copies this session; the answer is the id of the copy. */
	| {readonly type: 'fork-session'}
	| {readonly type: 'delete-session'; readonly session: SessionId}
	/** Writes this session to a file; the answer is its absolute path. */
	| {readonly type: 'export-session'; readonly path: string}
	| {readonly type: 'doctor'}
	/** Returns the changes in the working folder since the last commit. */
	| {readonly type: 'diff'}
	/** Returns the branch that is checked out in the working folder on this machine. */
	| {readonly type: 'branch'}
	/** Reads the settings and rules from disk again. `live.settings` has those read last. */
	| {readonly type: 'settings'}
	/**
	 * Stores one setting, such as `proxy.port`; the answer contains all settings after the change.
	 */
	| {readonly type: 'change-setting'; readonly key: string; readonly value: string}
	/**
	 * Returns the files that a message can mention, relative to the folder in which calls run now.
	 */
	| {readonly type: 'files'}
	/** Returns the hosts that the user's ssh config names, including those in included files. */
	| {readonly type: 'hosts'}
	/** Lists a folder of a connected host; names of folders end with a slash. */
	| {readonly type: 'files-there'; readonly host: HostId; readonly folder: string}
	/** Returns a page of a terminal's output. Lines are counted since its program began. */
	| {
			readonly type: 'terminal-rows';
			readonly terminal: TerminalId;
			readonly from: number;
			readonly to: number;
	  }
	/** Returns those lines as one text, and joins rows that the terminal had wrapped. */
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
	/** Checks the state of the background workers once. */
	| {readonly type: 'workers'}
	/** Returns all tools of one MCP server; starts the server if its tools are not known yet. */
	| {readonly type: 'server-tools'; readonly server: string}
	/**
	 * Replaces the MCP servers that the editor `from` has brought before. `servers` has the format of
	 * the settings. They stay until the session's process ends. Returns sentences on what is wrong
	 * with them.
	 */
	| {readonly type: 'bring-servers'; readonly from: string; readonly servers: JsonObject}
	| {readonly type: 'debug-status'}
	/** Connects to a host and makes it the current one; `isQuiet`: no notices are shown. */
	| {readonly type: 'connect-host'; readonly target: string; readonly isQuiet: boolean}
	/** Runs `!command`: opens a terminal for the user on the current host. */
	| {readonly type: 'run-shell'; readonly command: string}
	/** Starts another agent in a terminal and makes it use our proxy as its API. */
	| {readonly type: 'launch'; readonly words: readonly [string, ...string[]]}
	/** The answer comes as soon as no turn is active. */
	| {readonly type: 'idle'};

/** The type of the answer to each query. A query without one here does not compile. */
export type QueryAnswers = {
	readonly sessions: readonly SessionSummary[];
	readonly 'running-here': readonly RunningHere[];
	readonly 'session-to-open': Result<SessionId>;
	readonly 'fork-session': Result<SessionId>;
	readonly 'delete-session': Result<null>;
	readonly 'export-session': Result<string>;
	readonly doctor: readonly DoctorCheck[];
	/** Null if the folder has no repository with a commit, or git fails. */
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
	readonly 'bring-servers': Result<readonly string[]>;
	readonly 'debug-status': DebugStatus;
	readonly 'connect-host': Result<null>;
	readonly 'run-shell': Result<TerminalId>;
	readonly launch: Result<TerminalId>;
	readonly idle: null;
};

export type QueryType = Query['type'];

/**
 * What a query does besides answering. `reads`: nothing, so a screen that only watches may send it.
 * `changes`: it changes, starts or writes something. `acts`: it runs or connects something, which a
 * read-only session refuses.
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
	'bring-servers': 'acts',
	'debug-status': 'reads',
	'connect-host': 'acts',
	'run-shell': 'acts',
	launch: 'acts',
	idle: 'reads',
} as const satisfies Readonly<Record<QueryType, 'reads' | 'changes' | 'acts'>>;

export type AnswerTo<Asked extends Query> = QueryAnswers[Asked['type']];

export type Ask = <Asked extends Query>(query: Asked) => Promise<AnswerTo<Asked>>;

/** A tool of an MCP server, as a person sees it in a list. */
export type ListedTool = {
	readonly name: string;
	/** The server's description of the tool, shortened. */
	readonly description: string;
	/** Whether the model gets the tool's description with every request. */
	readonly isSent: boolean;
	/** Whether a person has allowed the tool: with this description, with another one, or never. */
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
	 * Only the beginning and the end of the journal were read, because it is long. There are more
	 * messages than `messages`.
	 */
	readonly isPartial: boolean;
	/** How many calls wait for an answer. */
	readonly waiting: number;
	/** `open`: a running agent-tui has the session open. */
	readonly state: 'open' | 'waiting' | 'closed';
	/** The activity of a session that runs in its own process, so that other screens can join it. */
	readonly runs?: 'idle' | 'working' | 'waiting';
};

/** The result of one check. It never contains a key or a part of one. */
export type DoctorCheck = {
	readonly name: string;
	readonly status: 'ok' | 'warn' | 'fail';
	readonly message: string;
	/** What the user can do about the problem. */
	readonly hint?: string;
};

export type TerminalRows = {
	/** The number of the first row here: older ones may have been dropped. */
	readonly from: number;
	/** Rows of text with SGR styling and OSC 8 links only. */
	readonly rows: readonly string[];
	/** The number of the terminal's last line, plus one. */
	readonly end: number;
};

export type FoundInTerminal = {
	/** The number of the line that was found; null if no line matches in that direction. */
	readonly line: number | null;
	/** Whether any line of the terminal matches, in either direction. */
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
	/** The engine is ending. Whatever a front end sends to it from now on has no effect. */
	{readonly type: 'leave'; readonly reason: string};
