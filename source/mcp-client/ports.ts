import type {AuthProvider} from '@modelcontextprotocol/client';
import type {Failure, Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {ProcessGroup} from '../platform/process-group.ts';
import type {ReferencePorts} from './secrets.ts';
import type {ServerEntry} from './server-entry.ts';

/** Everything outside of this room that it uses; tests pass their own. */
export type McpPorts = ReferencePorts & {
	readonly clock: Clock;
	readonly version: string;
	readonly servers: readonly ServerEntry[];
	/** Takes out the secrets that this installation knows. */
	readonly redact: (text: string) => string;
	/** Where lists of tools are kept between sessions; null to keep none. */
	readonly cacheFolder: string | null;
	/** A mark for the programs of one start of a server. */
	readonly mark: () => ProgramMark;
	/** The tokens of a server that wants a sign-in; it never asks a person. */
	readonly tokensFor: (url: string) => AuthProvider | null;
};

/**
 * A mark in the environment of a server's program and of all that it starts, by which they are
 * found again also where they have left its process group.
 */
export type ProgramMark = {
	readonly env: Readonly<Record<string, string>>;
	/** Call this as soon as the program runs; returns what ends all that bear the mark. */
	readonly started: (pid: number) => () => Promise<void>;
};

/** The other machines that a session has, for the servers that belong to one of them. */
export type OtherMachines = {
	/** Why nothing can be started there now; null if it can. */
	readonly whyNot: (host: string) => Failure | null;
	readonly start: (request: {
		readonly host: string;
		readonly argv: readonly [string, ...string[]];
		readonly env: Readonly<Record<string, string>>;
		readonly cwd: string | null;
		readonly signal: AbortSignal;
	}) => Promise<Result<ProcessGroup>>;
	/** Calls the listener with each host that can be used from now on, or again. */
	readonly onReady: (listener: (host: string) => void) => () => void;
};
