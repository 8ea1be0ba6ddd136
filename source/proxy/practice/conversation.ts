import {isJsonObject, type Json} from '../../events/json.ts';
import type {NeutralCall, NeutralItem, NeutralRequest} from '../neutral.ts';
import {textOfParts} from '../neutral.ts';
import {parseJson} from '../translate/request-reading.ts';
import {readOutcome, type SeenOutcome} from './outcome.ts';

/** The parts of a conversation by which the practice model answers. */
export type Conversation = {
	/** The model has not answered anything yet. */
	readonly isFirst: boolean;
	/** The user's last message. */
	readonly words: string;
	/** The results of calls since the last answer. If there are any, the model answers from them. */
	readonly results: readonly SeenResult[];
	/** The id of the terminal that still runs; null if none does. */
	readonly session: Json | null;
};

/** Returns the id of the terminal that a call was for; null if it was for none. */
export function sessionOf(call: NeutralCall): Json | null {
	const given = parseJson(call.arguments);
	return isJsonObject(given) ? (given['session_id'] ?? null) : null;
}

export type SeenResult = {readonly call: NeutralCall | null; readonly outcome: SeenOutcome};

export function readConversation({items}: NeutralRequest): Conversation {
	const calls = new Map<string, NeutralCall>();
	let isFirst = true;
	let words = '';
	let session: Json | null = null;
	let results: SeenResult[] = [];
	for (const item of items) {
		if (item.type === 'call') {
			calls.set(item.id, item);
		}
		if (item.type === 'call' || (item.type === 'message' && item.role === 'assistant')) {
			isFirst = false;
			results = [];
		} else if (item.type === 'message' && item.role === 'user') {
			words = wordsOf(item);
			results = [];
		} else if (item.type === 'result') {
			const call = calls.get(item.id) ?? null;
			const seen = {call, outcome: readOutcome(textOfParts(item.parts))};
			session = sessionAfter(session, seen);
			results.push(seen);
		}
	}
	return {isFirst, words, results, session};
}

/** Returns the text that the user wrote: the last part, since clients put context before it. */
function wordsOf({parts}: NeutralItem & {readonly type: 'message'}): string {
	const texts = parts.flatMap(part => (part.type === 'text' ? [part.text.trim()] : []));
	return texts.findLast(text => text !== '') ?? '';
}

/**
 * Returns the terminal that runs after this result. A result that names no terminal changes
 * nothing, unless its call was for the terminal that was running.
 */
function sessionAfter(session: Json | null, {call, outcome}: SeenResult): Json | null {
	if (outcome.session !== null) {
		return outcome.session;
	}
	return call && sessionOf(call) === session && !outcome.failure ? null : session;
}
