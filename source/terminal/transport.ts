import type {Failure} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';

/**
 * Where terminals run. This machine is one transport, a chain of SSH connections is another;
 * everything above (sessions, screens, tools) is the same code over either.
 */
export type Transport = {
	readonly host: HostId;
	/** Checks what can be checked, then starts exactly once. Nothing is ever started twice. */
	readonly open: (request: OpenRequest, events: ChannelEvents) => Promise<Opened>;
	/** Loads what the first `open` would have to wait for. */
	readonly prepare: () => Promise<void>;
};

export type Size = {readonly columns: number; readonly rows: number};

export type Program =
	/** Handed to the shell as one argument; `null` is the interactive shell itself. */
	| {
			readonly type: 'shell';
			readonly command: string | null;
			readonly shell?: string;
			readonly login: boolean;
	  }
	| {readonly type: 'argv'; readonly argv: readonly [string, ...string[]]};

export type Owner = 'model' | 'user';

export type OpenRequest = {
	readonly program: Program;
	readonly cwd: string;
	readonly size: Size;
	readonly owner: Owner;
	/** Unique in the world: put into the environment, so that stray descendants are found again. */
	readonly marker: string;
	/** Beside what every program of that owner gets. */
	readonly environment?: Readonly<Record<string, string>> | undefined;
};

export type OpenErrorCode = 'workdir' | 'shell' | 'spawn' | 'host';

export type Opened =
	| {readonly ok: true; readonly channel: Channel}
	| {readonly ok: false; readonly code: OpenErrorCode; readonly failure: Failure};

export type Exit = {
	/** 128 + n when signal n ended it; null when the connection was lost before anyone knew. */
	readonly exitCode: number | null;
	readonly signal: string | null;
	/** Why nobody knows how it ended, or whether it did: the connection is gone. */
	readonly lost?: string;
};

/** Bytes, then one exit (after the last output was read), then perhaps bytes of what stayed behind. */
export type ChannelEvents = {
	readonly onBytes: (bytes: Uint8Array) => void;
	readonly onExit: (exit: Exit) => void;
};

/** What the program in the foreground waits for, from facts of the kernel and never from its text. */
export type Waiting = 'input' | 'password' | null;

export type Channel = {
	readonly pid: number | null;
	/** Something between here and the program answers its questions about the terminal already. */
	readonly answersQueries?: true;
	/** False: the queue is full, and nothing of these bytes was taken. */
	readonly write: (bytes: Uint8Array) => boolean;
	readonly resize: (size: Size) => void;
	/** Back-pressure: the program is held up until `resume`. */
	readonly pause: () => void;
	readonly resume: () => void;
	/** To what runs in the foreground. False: there is nothing left to signal. */
	readonly signal: (name: NodeJS.Signals) => boolean;
	readonly waiting: () => Promise<Waiting>;
	/** Processes that it started and that outlive it. */
	readonly leftovers: () => readonly number[];
	/** Ends the program with all its descendants, and answers with those that are still there. */
	readonly end: (options: {readonly force: boolean}) => Promise<readonly number[]>;
	/** Kills at once and waits for nothing: for a crash, where there is no later. */
	readonly killNow: () => void;
	/** Closes our side, after which nothing is written or read any more. */
	readonly release: () => void;
};
