import type {Failure} from '../events/failure.ts';
import type {FarProcess, KeptTerminal, OwnProcess} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';

/**
 * The place where terminals run: this machine, or another one over SSH connections. Everything that
 * uses it (sessions, screens, tools) has the same code for both.
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
	 * A globally unique id. The program gets it in its environment, so that its processes are found
	 * even if they have left its process tree.
	 */
	readonly marker: string;
	/** Variables besides those that every program of this owner gets. */
	readonly environment?: Readonly<Record<string, string>> | undefined;
	/**
	 * Set if the terminal already exists on its host: nothing is started, and its output is read
	 * again.
	 */
	readonly kept?: KeptTerminal | undefined;
	/**
	 * Set if this process takes over the terminal from another one, in which the program already
	 * runs.
	 */
	readonly handed?: HandedPty | undefined;
	/** Aborts a start that takes long, as one on another machine may. */
	readonly signal?: AbortSignal | undefined;
};

/** A program of this machine whose terminal another process takes over. */
export type HandedPty = {
	/** The PTY's master side. The process that takes over inherits it under this number. */
	readonly descriptor: number;
	readonly pid: number;
	readonly start: string | null;
	/** The device of the PTY's other side. */
	readonly name: string;
	readonly marker: string;
	readonly startTicks: number;
	/** What was typed but not yet accepted by the program, as base64. */
	readonly input: string;
};

/** A channel that is neither read nor written at the moment. */
export type StoppedChannel = {
	readonly handed: HandedPty;
	/** Returns how the program has ended since the stop; null if that is not known. */
	readonly exit: () => Exit | null;
	/** Resumes reading, because no other process has taken over the terminal. */
	readonly goOn: () => void;
};

export type OpenErrorCode = 'workdir' | 'shell' | 'spawn' | 'host';

export type Opened =
	| {readonly ok: true; readonly channel: Channel}
	| {
			readonly ok: false;
			readonly code: OpenErrorCode;
			readonly failure: Failure;
			/** Set if the start was abandoned and the program may nevertheless have started. */
			readonly unconfirmed?: Unconfirmed;
	  };

/** What is known if a host does not answer when a program on it should be ended. */
export type Unconfirmed = {
	readonly process: FarProcess;
	/** How long the host had been silent at that time. */
	readonly silentMs: number;
};

/** The result of ending a program. */
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
	/** Set if the program has ended but it is unknown how, because another process had started it. */
	readonly unseen?: boolean;
};

/**
 * Called in this order: bytes, then one exit after the last output, then perhaps bytes of
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
	/** Facts by which a later run can find the program if this one crashes. Only on this machine. */
	readonly process?: OwnProcess | null;
	/**
	 * Set if something on the host keeps the terminal: facts by which a later run continues with it.
	 */
	readonly kept?: KeptTerminal;
	/** The number of bytes at the beginning of the output that will not be read again. */
	readonly passedOver?: number;
	/** A terminal in between, such as tmux, already answers the program's terminal queries. */
	readonly answersQueries?: true;
	/** Returns false, and writes nothing, if the queue is full. */
	readonly write: (bytes: Uint8Array) => boolean;
	readonly resize: (size: Size) => void;
	/** Pauses the program until `resume`, because its output can't be processed fast enough. */
	readonly pause: () => void;
	readonly resume: () => void;
	/** Signals the foreground process. Returns false if there is none left. */
	readonly signal: (name: NodeJS.Signals) => boolean;
	/**
	 * Returns what the program waits for. With `surely`, a program that polls the terminal does not
	 * count as waiting, only one that is blocked in a read.
	 */
	readonly waiting: (how?: 'surely') => Promise<Waiting>;
	/** Returns processes of the program that run on after its end. */
	readonly leftovers: () => readonly number[];
	/** Ends the program and its descendants. */
	readonly end: (options: {readonly force: boolean}) => Promise<EndReport>;
	/** Kills everything at once and waits for nothing. Call this after a crash. */
	readonly killNow: () => void;
	/** Closes our side. After this call nothing is written or read. */
	readonly release: () => void;
	/** Returns the PTY's master side; null if it is closed. Only on this machine. */
	readonly descriptor?: () => number | null;
	/** Stops reading and writing at once. Only on this machine, while the terminal is open. */
	readonly stop?: () => StoppedChannel | null;
	/**
	 * Starts reading a terminal that was taken over. `exit` is set if its program has already ended.
	 */
	readonly begin?: (exit: Exit | null) => void;
};
