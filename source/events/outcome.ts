import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';

/** How a call ended. `result` is the one JSON object that the model is given. */
export type Outcome =
	| {readonly status: 'ok'; readonly result: JsonObject}
	| {readonly status: 'failed'; readonly failure: Failure; readonly result?: JsonObject}
	| {readonly status: 'denied'; readonly reason?: string}
	| {readonly status: 'cancelled'}
	| {readonly status: 'interrupted'};
