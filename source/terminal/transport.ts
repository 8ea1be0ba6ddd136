import type {Failure} from '../events/failure.ts';
import type {FarProcess, KeptTerminal, OwnProcess} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';

/**
 * Where terminals run: on this machine or through a chain of SSH connections. Everything above
 * (sessions, screens, tools) uses the same code for both.
 */
export type Transport = {
	readonly host: HostId;
	/** Checks what it can, then starts the program once. It never retries. */
	readonly open: (request: OpenRequest, events: ChannelEvents) => Promise<Opened>;
	/** Loads the modules that the first `open` needs. */
	readonly prepare: () => Promise<void>;
};

export type Size = {readonly columns: number; readonly rows: number};

export type Program =
	/** The command goes to the shell as one argument; `null` starts an interactive shell. */
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
	/** Globally unique, and set in the environment: processes that left the tree are found by it. */
	readonly marker: string;
	/** Added to what every program of that owner gets. */
	readonly environment?: Readonly<Record<string, string>> | undefined;
	/** It is there already: nothing is started, and its output is heard again. */
	readonly kept?: KeptTerminal | undefined;
	/** Gives the start up if it takes long, as it may on another machine. */
	readonly signal?: AbortSignal | undefined;
};

export type OpenErrorCode = 'workdir' | 'shell' | 'spawn' | 'host';

export type Opened =
	| {readonly ok: true; readonly channel: Channel}
	| {
			readonly ok: false;
			readonly code: OpenErrorCode;
			readonly failure: Failure;
			/** Set if the start was given up, and it is not known whether the program began. */
			readonly unconfirmed?: Unconfirmed;
	  };

/** A program that was asked to end, by a host that did not answer. */
export type Unconfirmed = {
	readonly process: FarProcess;
	/** How long the host had been silent by then. */
	readonly silentMs: number;
};

/** What is known of an end that was asked for. */
export type EndReport = {
	/** Processes that are known to still run. */
	readonly left: readonly number[];
	readonly unconfirmed?: Unconfirmed;
};

export type Exit = {
	/** 128 + n after signal n; null if the connection was lost before the exit was known. */
	readonly exitCode: number | null;
	readonly signal: string | null;
	/** Set if the connection was lost, so that it is unknown whether and how the program ended. */
	readonly lost?: string;
};

/** First bytes, then one exit after the last output, then perhaps bytes of background processes. */
export type ChannelEvents = {
	readonly onBytes: (bytes: Uint8Array) => void;
	readonly onExit: (exit: Exit) => void;
	/** What the program left running, where that is found out only after its exit. */
	readonly onLeft?: (pids: readonly number[]) => void;
};

/** What the foreground program waits for, from kernel facts and never from its text. */
export type Waiting = 'input' | 'password' | null;

export type Channel = {
	readonly pid: number | null;
	/** By it a later run finds what outlived a crash of this one; only on this machine. */
	readonly process?: OwnProcess | null;
	/** By it a later run goes on with the same terminal; only where something keeps it. */
	readonly kept?: KeptTerminal;
	/** How many bytes at the beginning of its output are not heard again. */
	readonly passedOver?: number;
	/** Another terminal in between, such as tmux, already answers the program's terminal queries. */
	readonly answersQueries?: true;
	/** Returns false, and writes nothing, if the queue is full. */
	readonly write: (bytes: Uint8Array) => boolean;
	readonly resize: (size: Size) => void;
	/** Back-pressure: the program is paused until `resume`. */
	readonly pause: () => void;
	readonly resume: () => void;
	/** Signals the foreground process. Returns false if there is none left. */
	readonly signal: (name: NodeJS.Signals) => boolean;
	/** `surely`: only what is blocked in a read of the terminal counts, not one that polls it. */
	readonly waiting: (how?: 'surely') => Promise<Waiting>;
	/** Processes of the program that outlive it. */
	readonly leftovers: () => readonly number[];
	/** Ends the program and its descendants. */
	readonly end: (options: {readonly force: boolean}) => Promise<EndReport>;
	/** For a crash: kills at once and waits for nothing. */
	readonly killNow: () => void;
	/** Closes our side. After this call nothing is written or read. */
	readonly release: () => void;
};
