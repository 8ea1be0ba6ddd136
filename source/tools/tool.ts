import type {Exposure, Scope} from '../events/authorization.ts';
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
 * One thing that the model may ask for. A tool that changes anything names its scope; `null`
 * means that the call touches nothing and is never asked about.
 */
export type Tool = {
	readonly name: string;
	/** Other names under which models know the same tool. */
	readonly aliases?: readonly string[];
	readonly description: string;
	/** JSON Schema of the arguments: sent to the model, and checked before anything else. */
	readonly parameters: JsonObject;
	readonly scope: (input: JsonObject, context: ToolContext) => Scope | null;
	/** Why such a call can never be made, whoever allows it; null: it can. */
	readonly problem?: (input: JsonObject) => string | null;
	/** Where it acts, when what it acts on says so; null: where its arguments say. */
	readonly host?: (input: JsonObject, context: ToolContext) => HostId | null;
	/** This program does it by itself, so it needs no connection to that host. */
	readonly isDoneHere?: true;
	/** One line for the card: what will run, in the words of the call itself. */
	readonly summary: (input: JsonObject) => string;
	/** What the gate's rules are compared with, beside the summary. */
	readonly exposure?: (input: JsonObject, context: ToolContext) => Exposure;
	/** The argument that is edited on the card; without it, all arguments as JSON. */
	readonly commandKey?: string;
	/** What it would change, for the card. What fails here fails before anybody is asked. */
	readonly preview?: (input: JsonObject, context: ToolContext) => Promise<Result<Preview>>;
	/** Marks of hidden secrets among its arguments mean something to it. */
	readonly restoresSecrets?: true;
	readonly run: (input: JsonObject, context: ToolContext) => Promise<Outcome>;
};

export type ToolContext = {
	readonly call: CallId;
	readonly host: HostId;
	/** Where commands start and relative paths are resolved. */
	readonly cwd: string;
	/** Reading inside it asks nothing. */
	readonly workspace: string;
	/** The user's shell, which runs commands unless a call names another. */
	readonly shell?: string;
	readonly signal: AbortSignal;
	readonly clock: Clock;
	/** What the person was shown; what it is about must not have changed. */
	readonly preview?: Preview;
	/** Keeps what a file was before it is written. */
	readonly keep?: KeepFile;
	/** The secrets of a text, by the marks that the model sees in their place. */
	readonly marks?: (text: string) => ReadonlyMap<string, string>;
	/** Which files hold secrets there; without it, those that everybody has. */
	readonly secrets?: Secrets;
	/** What a rule says of reading one file, named relative to the workspace where it lies in it. */
	readonly ruleForReading?: (target: string) => 'ask' | 'deny' | null;
	/** Those of `host`; may be left out for this machine. */
	readonly files?: Files;
	readonly terminals: Terminals;
	/** Other machines; left out where there are none to be had. */
	readonly hops?: HostTools;
	/** What the watchdog knows; left out where nothing is watched. */
	readonly incidents?: () => JsonObject;
	/** A line for the card and the journal while the call runs. */
	readonly progress: (note: string) => void;
};

/** What the model may do about other machines; what it is told of them is plain JSON. */
export type HostTools = {
	readonly connect: (request: {
		readonly target: string;
		/** Whether calls go there from then on. */
		readonly isChosen: boolean;
		readonly signal: AbortSignal;
	}) => Promise<Result<JsonObject>>;
	readonly disconnect: (host: HostId) => Promise<Result<JsonObject>>;
	readonly list: () => readonly JsonObject[];
	readonly current: () => HostId;
};

/**
 * Called right before a file is replaced, with its bytes as they are and as they will be: what can't
 * be kept is not written over. What it returns is called when the file has been replaced.
 */
export type KeepFile = (file: {
	readonly host: HostId;
	readonly path: string;
	readonly before: Buffer | null;
	readonly after: Buffer | null;
}) => () => void;

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
