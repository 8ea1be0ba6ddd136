import type {RiskFacts, Scope} from '../events/authorization.ts';
import type {Failure, Result} from '../events/failure.ts';
import type {CallId, HostId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Preview} from '../events/preview.ts';
import type {Clock} from '../platform/clock.ts';
import type {Files} from '../platform/files.ts';
import type {Secrets} from '../platform/secret-places.ts';
import type {Terminals} from '../terminal/terminals.ts';

/**
 * A tool for the model. `scope` returns what a call needs permission for; null if it changes
 * nothing and needs none.
 */
export type Tool = {
	readonly name: string;
	/** Other names that models use for the same tool. */
	readonly aliases?: readonly string[];
	readonly description: string;
	/** The JSON Schema of the arguments. It is sent to the model, and each call is checked by it. */
	readonly parameters: JsonObject;
	/**
	 * The schema comes from an MCP server, which checks the arguments itself. Here they must only be
	 * an object.
	 */
	readonly isCheckedElsewhere?: true;
	readonly scope: (input: JsonObject, context: ToolContext) => Scope | null;
	/** Returns why the call can't succeed even with permission; null if it can. */
	readonly problem?: (input: JsonObject) => string | null;
	/**
	 * Returns the host on which the call acts, if the tool decides that; null if the call's own
	 * `host` argument does.
	 */
	readonly host?: (input: JsonObject, context: ToolContext) => HostId | null;
	/** This program does the work itself, so the host need not be connected. */
	readonly isDoneHere?: true;
	/** Returns one line for the card that says what will run. */
	readonly summary: (input: JsonObject) => string;
	/** The summary is a command or typed text, which may have several lines. */
	readonly summaryHasLines?: true;
	/** Returns the facts with which the gate compares its rules, besides the summary. */
	readonly exposure?: (input: JsonObject, context: ToolContext) => RiskFacts;
	/**
	 * The argument that the user can edit on the card. If absent, all arguments are edited as JSON.
	 */
	readonly commandKey?: string;
	/**
	 * Returns the planned change for the card; null if there is none to show. If planning fails, the
	 * user is not asked.
	 */
	readonly preview?: (input: JsonObject, context: ToolContext) => Promise<Result<Preview | null>>;
	/** The tool is offered only if config.json names background workers. */
	readonly needsWorkers?: true;
	/** The arguments may contain marks for secrets; the tool replaces them by the secrets. */
	readonly restoresSecrets?: true;
	/**
	 * Returns why the call can't succeed now, in which case nobody is asked; null if it may succeed.
	 */
	readonly hindrance?: (input: JsonObject, context: ToolContext) => Promise<Outcome | null>;
	readonly run: (input: JsonObject, context: ToolContext) => Promise<Outcome>;
};

export type ToolContext = {
	readonly call: CallId;
	readonly host: HostId;
	/** The folder in which commands start and relative paths begin. */
	readonly cwd: string;
	/** Reading inside this folder needs no question. */
	readonly workspace: string;
	/** The user's shell; it runs commands unless a call names another. */
	readonly shell?: string;
	readonly signal: AbortSignal;
	readonly clock: Clock;
	/** The preview that the user was shown. The files must not have changed since. */
	readonly preview?: Preview;
	/** Saves a file before it is overwritten. */
	readonly keep?: KeepFile;
	/** Removes secrets from a text that the model gets in pieces. */
	readonly hide?: (text: string) => string;
	/** Returns the secrets in a text, keyed by the marks that the model sees in their place. */
	readonly marks?: (text: string) => ReadonlyMap<string, string>;
	/** Knows which files on that host hold secrets. If absent, the built-in list is used. */
	readonly secrets?: Secrets;
	/**
	 * Returns the rule for reading a file. The path is relative to the workspace if it lies inside.
	 */
	readonly ruleForReading?: (target: string) => 'ask' | 'deny' | null;
	/** The files of `host`. May be absent for this machine. */
	readonly files?: Files;
	readonly terminals: Terminals;
	/** Remote hosts; absent if none can be connected. */
	readonly hops?: HostTools;
	/** Background workers; absent if config.json names none. */
	readonly workers?: WorkerTools;
	/** Returns the watchdog's incidents; absent if nothing is watched. */
	readonly incidents?: () => JsonObject;
	/** Adds a line to the card and the journal while the call runs. */
	readonly progress: (note: string) => void;
};

/** The functions by which the model's tools use remote hosts. Results are plain JSON. */
export type HostTools = {
	readonly connect: (request: {
		readonly target: string;
		/** Whether calls run on this host from now on. */
		readonly isChosen: boolean;
		readonly signal: AbortSignal;
	}) => Promise<Result<JsonObject>>;
	readonly disconnect: (host: HostId) => Promise<Result<JsonObject>>;
	readonly list: () => readonly JsonObject[];
	readonly current: () => HostId;
};

/** The functions by which the model's tools use the background workers of config.json. */
export type WorkerTools = {
	/** Returns the worker's host; null if there is no worker of that name. */
	readonly hostOf: (name: string) => HostId | null;
	/** Returns the status of one worker, or without a name, of all workers. */
	readonly status: (name: string | null, signal: AbortSignal) => Promise<Result<JsonObject>>;
	readonly jobs: (request: {
		readonly name: string;
		readonly showsArguments: boolean;
		readonly signal: AbortSignal;
	}) => Promise<Result<JsonObject>>;
	/** Returns what a restart would interrupt; a failure if no restart is possible. */
	readonly plan: (name: string, signal: AbortSignal) => Promise<Result<Preview>>;
	readonly restart: (request: {
		readonly name: string;
		/** The preview that the user was shown. */
		readonly preview: Preview;
		readonly signal: AbortSignal;
		readonly progress: (note: string) => void;
	}) => Promise<Outcome>;
};

/**
 * Called right before a file is replaced, with its old and new bytes. If the old bytes can't be
 * saved, the file is not overwritten. Call one of the returned functions once the result is known,
 * or once it is certain that it stays unknown.
 */
export type KeepFile = (file: {
	readonly host: HostId;
	readonly path: string;
	readonly before: Buffer | null;
	readonly after: Buffer | null;
}) => {
	readonly written: () => void;
	/** The host was silent for so long that it is unknown whether the file was replaced. */
	readonly inDoubt: (silentMs: number) => void;
};

export function succeed(result: JsonObject): Outcome {
	return {status: 'ok', result: {success: true, ...result}};
}

export function fail(failure: Failure): Outcome {
	return {
		status: 'failed',
		failure,
		result: {success: false, error: {kind: failure.kind, message: failure.message}},
	};
}
