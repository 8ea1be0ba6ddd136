import {randomBytes} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import type {CallId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';

/**
 * Questions that went out as the answer to a request. The client brings its person's answer with a
 * new request, which has to name the question; each question is answered once, for the same call.
 */
export type FormQuestions = {
	/** Returns the name of the question. It can't be guessed. */
	readonly open: (about: About, asked: AskedCall) => string;
	/** Returns what the question is about; null if there is no such question, or it was taken. */
	readonly take: (state: string, asked: AskedCall) => About | null;
};

type AskedCall = {readonly name: string; readonly args: JsonObject};

/** The call, and which question about it was shown. */
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
