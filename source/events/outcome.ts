import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';

/** How a call ended. `result` is the one JSON object that the model is given. */
export type Outcome =
	| {readonly status: 'ok'; readonly result: JsonObject}
	| {readonly status: 'failed'; readonly failure: Failure; readonly result?: JsonObject}
	/** The connection went: nobody knows whether it ran, or how it ended. */
	| {readonly status: 'lost'; readonly failure: Failure; readonly result?: JsonObject}
	| {readonly status: 'denied'; readonly reason?: string}
	/** By a person, or because the program ended; `result` is what was known of it by then. */
	| {readonly status: 'cancelled'; readonly result?: JsonObject}
	| {readonly status: 'interrupted'; readonly result?: JsonObject};
