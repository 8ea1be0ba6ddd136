import type {AuthProvider} from '@modelcontextprotocol/client';
import type {Failure, Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {ProcessGroup} from '../platform/process-group.ts';
import type {ReferencePorts} from './secrets.ts';
import type {ServerEntry} from './server-entry.ts';

/** Everything outside of this room that the room uses; tests pass their own. */
export type McpPorts = ReferencePorts & {
	readonly clock: Clock;
	readonly version: string;
	readonly servers: readonly ServerEntry[];
	/** Removes the secrets that this installation knows from a text. */
	readonly redact: (text: string) => string;
	/** The folder in which lists of tools are kept between sessions; null to keep none. */
	readonly cacheFolder: string | null;
	/** Creates a mark for the programs of one start of a server. */
	readonly mark: () => ProgramMark;
	/** Returns the tokens for a server that wants a sign-in. It never asks a person. */
	readonly tokensFor: (url: string) => AuthProvider | null;
};

/**
 * Marks a server's program and everything that it starts, by an environment variable. By this mark
 * they are found again, even if they have left the program's process group.
 */
export type ProgramMark = {
	readonly env: Readonly<Record<string, string>>;
	/**
	 * Call this as soon as the program runs. Returns a function that ends all programs with the mark.
	 */
	readonly started: (pid: number) => () => Promise<void>;
};

/** The other machines of a session, for servers that run on one of them. */
export type OtherMachines = {
	/** Returns why nothing can be started on the machine now; null if it can. */
	readonly whyNot: (host: string) => Failure | null;
	readonly start: (request: {
		readonly host: string;
		readonly argv: readonly [string, ...string[]];
		readonly env: Readonly<Record<string, string>>;
		readonly cwd: string | null;
		readonly signal: AbortSignal;
	}) => Promise<Result<ProcessGroup>>;
	/** Calls the listener with each host that becomes usable, for the first time or again. */
	readonly onReady: (listener: (host: string) => void) => () => void;
};
