import {failed, type Result} from '../../events/failure.ts';
import type {Json, JsonObject} from '../../events/json.ts';

/** One thing that a client's file must say. Everything else in the file stays as it is. */
export type Edit =
	| {readonly at: readonly string[]; readonly put: Json}
	/** An entry of a list. The entry whose fields of these names are equal is replaced. */
	| {
			readonly at: readonly string[];
			readonly entry: JsonObject;
			readonly sameBy: readonly string[];
	  };

/** Makes the edits in the text of a file; fails, with words, where it can't read that text. */
export type Editor = (text: string, edits: readonly Edit[]) => Result<string>;

/** Thrown by an editor's parts, and made a failure of by `editing`. */
export class Unreadable extends Error {}

export function editing(run: () => string): Result<string> {
	try {
		return {ok: true, value: run()};
	} catch (error) {
		if (error instanceof Unreadable) {
			return {ok: false, failure: failed('bad-input', error.message)};
		}
		throw error;
	}
}

/** The line end that the file uses. */
export function lineEndOf(text: string): string {
	return text.includes('\r\n') ? '\r\n' : '\n';
}
