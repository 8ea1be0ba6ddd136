import {failed, type Result} from '../../events/failure.ts';
import type {Json, JsonObject} from '../../events/json.ts';

/** A change that makes a client's file contain one thing. Everything else in the file is kept. */
export type Edit =
	| {readonly at: readonly string[]; readonly put: Json}
	/**
	 * An entry in a list. It replaces the entry that has the same values in the fields of `sameBy`.
	 */
	| {
			readonly at: readonly string[];
			readonly entry: JsonObject;
			readonly sameBy: readonly string[];
	  };

/** Makes the edits in the text of a file. Fails with a reason if it can't parse the text. */
export type Editor = (text: string, edits: readonly Edit[]) => Result<string>;

/** The error that editors throw for a text they can't change; `editing` makes a failure of it. */
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

/** The line end that the text uses: `\r\n` or `\n`. */
export function lineEndOf(text: string): string {
	return text.includes('\r\n') ? '\r\n' : '\n';
}
