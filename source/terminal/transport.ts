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
	/**
	 * A globally unique id, set in the environment of the program: it finds processes that left the
	 * tree.
	 */
	readonly marker: string;
	/** Variables in addition to those that every program of this owner gets. */
	readonly environment?: Readonly<Record<string, string>> | undefined;
	/**
	 * Set if the terminal already exists on its host: nothing is started, and its output is read
	 * again.
	 */
	readonly kept?: KeptTerminal | undefined;
	/** Set if the program runs already, and this process takes its terminal over from another one. */
	readonly handed?: HandedPty | undefined;
	/** Gives up a start that takes long, as one on another machine may. */
	readonly signal?: AbortSignal | undefined;
};

/** A program of this machine, whose terminal another process takes over. */
export type HandedPty = {
	/** The master side of its terminal. It has this number in the process that takes it over. */
	readonly descriptor: number;
	readonly pid: number;
	readonly start: string | null;
	/** The device of the other side. */
	readonly name: string;
	readonly marker: string;
	readonly startTicks: number;
	/** What was typed and not yet accepted by the program, as base64. */
	readonly input: string;
};

/** A channel whose program nobody reads at the moment. */
export type StoppedChannel = {
	readonly handed: HandedPty;
	/** How the program ended since then, as far as it is known. */
	readonly exit: () => Exit | null;
	/** Reads on: nobody has taken the terminal over. */
	readonly goOn: () => void;
};

export type OpenErrorCode = 'workdir' | 'shell' | 'spawn' | 'host';

export type Opened =
	| {readonly ok: true; readonly channel: Channel}
	| {
			readonly ok: false;
			readonly code: OpenErrorCode;
			readonly failure: Failure;
			/** Set if the start was given up and it is unknown whether the program has started. */
			readonly unconfirmed?: Unconfirmed;
	  };

/** A host did not answer when it was asked to end a program. */
export type Unconfirmed = {
	readonly process: FarProcess;
	/** How long the host had been silent at that time. */
	readonly silentMs: number;
};

/** What is known after the end of a program was requested. */
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
	/** Set if the program ended, and how is not known: another process had started it. */
	readonly unseen?: boolean;
};

/**
 * The order of events: first bytes, then one exit after the last output, then perhaps bytes of
 * background processes.
 */
export type ChannelEvents = {
	readonly onBytes: (bytes: Uint8Array) => void;
	readonly onExit: (exit: Exit) => void;
	/**
	 * Called with the processes that the program left running, if they are only found after its exit.
	 */
	readonly onLeft?: (pids: readonly number[]) => void;
};

/** What the foreground program waits for, from kernel facts and never from its text. */
export type Waiting = 'input' | 'password' | null;

export type Channel = {
	readonly pid: number | null;
	/** With this, a later run finds what outlived a crash of this one. Only on this machine. */
	readonly process?: OwnProcess | null;
	/** With this, a later run continues with the same terminal, if something on its host keeps it. */
	readonly kept?: KeptTerminal;
	/** How many bytes at the beginning of the output are not read again. */
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
	/**
	 * With `surely`, only a program that is blocked in a read of the terminal counts, and not one
	 * that polls it.
	 */
	readonly waiting: (how?: 'surely') => Promise<Waiting>;
	/** Processes of the program that outlive it. */
	readonly leftovers: () => readonly number[];
	/** Ends the program and its descendants. */
	readonly end: (options: {readonly force: boolean}) => Promise<EndReport>;
	/** For a crash: kills at once and waits for nothing. */
	readonly killNow: () => void;
	/** Closes our side. After this call nothing is written or read. */
	readonly release: () => void;
	/** The master side of the terminal; null if it is closed. Only on this machine. */
	readonly descriptor?: () => number | null;
	/** Stops reading and writing at once. Only on this machine, while the terminal is open. */
	readonly stop?: () => StoppedChannel | null;
	/** Begins to read a terminal that was taken over, whose end may be known already. */
	readonly begin?: (exit: Exit | null) => void;
};
