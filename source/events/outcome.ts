import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';

/** The outcome of a call. `result` is the one JSON object that the model gets. */
export type Outcome =
	| {readonly status: 'ok'; readonly result: JsonObject}
	| {readonly status: 'failed'; readonly failure: Failure; readonly result?: JsonObject}
	/** The connection was lost: it is unknown whether the call ran, or how it ended. */
	| {readonly status: 'lost'; readonly failure: Failure; readonly result?: JsonObject}
	| {readonly status: 'denied'; readonly reason?: string}
	/** A person cancelled the call, or the program ended; `result` is what was known by then. */
	| {readonly status: 'cancelled'; readonly result?: JsonObject}
	| {readonly status: 'interrupted'; readonly result?: JsonObject};
