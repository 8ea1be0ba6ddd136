import {failed, type Result} from '../../events/failure.ts';
import type {Json, JsonObject} from '../../events/json.ts';

/** One thing that a client's file must contain. Everything else in the file is kept. */
export type Edit =
	| {readonly at: readonly string[]; readonly put: Json}
	/** An entry of a list. It replaces the entry whose fields named in `sameBy` are equal. */
	| {
			readonly at: readonly string[];
			readonly entry: JsonObject;
			readonly sameBy: readonly string[];
	  };

/**
 * Makes the edits in the text of a file. Returns a failure with its reason if it can't read that
 * text.
 */
export type Editor = (text: string, edits: readonly Edit[]) => Result<string>;

/** Editors throw this; `editing` turns it into a failure. */
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
