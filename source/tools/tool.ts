import type {Exposure, Scope} from '../events/authorization.ts';
import type {Failure, Result} from '../events/failure.ts';
import type {CallId, HostId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Preview} from '../events/preview.ts';
import type {Clock} from '../platform/clock.ts';
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
	/** One line for the card: what will run, in the words of the call itself. */
	readonly summary: (input: JsonObject) => string;
	/** What the gate's rules are compared with, beside the summary. */
	readonly exposure?: (input: JsonObject, context: ToolContext) => Exposure;
	/** The argument that is edited on the card; without it, all arguments as JSON. */
	readonly commandKey?: string;
	/** What it would change, for the card. What fails here fails before anybody is asked. */
	readonly preview?: (input: JsonObject, context: ToolContext) => Promise<Result<Preview>>;
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
	readonly terminals: Terminals;
	/** A line for the card and the journal while the call runs. */
	readonly progress: (note: string) => void;
};

/** Called right before a file is replaced, with its bytes as they are and as they will be. */
export type KeepFile = (file: {
	readonly path: string;
	readonly before: Buffer | null;
	readonly after: Buffer | null;
}) => void;

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
