import {randomBytes} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import type {CallId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';

/**
 * Questions that were sent as the answer to a request. The client brings the answer with a new
 * request that names the question. Each question is answered once, and for the same call only.
 */
export type FormQuestions = {
	/** Returns the question's name, which can't be guessed. */
	readonly open: (about: About, asked: AskedCall) => string;
	/**
	 * Returns what the question is about, and closes it. Returns null if it is not open, or was asked
	 * for another call.
	 */
	readonly take: (state: string, asked: AskedCall) => About | null;
};

type AskedCall = {readonly name: string; readonly args: JsonObject};

/** A call, and the question about it that was shown (see `openQuestion`). */
type About = {readonly call: CallId; readonly question: string | null};

const openMax = 200;

export function createQuestions(): FormQuestions {
	const open = new Map<string, AskedCall & {readonly about: About}>();
	return {
		open(about, asked) {
			const state = randomBytes(24).toString('base64url');
			open.set(state, {...asked, about});
			const [oldest] = open.keys();
			if (open.size > openMax && oldest !== undefined) {
				open.delete(oldest);
			}
			return state;
		},
		take(state, {name, args}) {
			const found = open.get(state);
			open.delete(state);
			return found && found.name === name && isDeepStrictEqual(found.args, args)
				? found.about
				: null;
		},
	};
}
