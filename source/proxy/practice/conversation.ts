import {isJsonObject, type Json} from '../../events/json.ts';
import type {NeutralCall, NeutralItem, NeutralRequest} from '../neutral.ts';
import {textOfParts} from '../neutral.ts';
import {parseJson} from '../translate/request-reading.ts';
import {readOutcome, type SeenOutcome} from './outcome.ts';

/** What the practice model looks at in a conversation. */
export type Conversation = {
	/** Nothing was answered yet. */
	readonly isFirst: boolean;
	/** The last words of the user. */
	readonly words: string;
	/** What came back since then; not empty when the model has to answer from results. */
	readonly results: readonly SeenResult[];
	/** The terminal session that still runs, if one does. */
	readonly session: Json | null;
};

/** The terminal that a call was for. */
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

/** Clients put context before what the user wrote: the last part is theirs. */
function wordsOf({parts}: NeutralItem & {readonly type: 'message'}): string {
	const texts = parts.flatMap(part => (part.type === 'text' ? [part.text.trim()] : []));
	return texts.findLast(text => text !== '') ?? '';
}

/** A result that tells of no terminal leaves the one that was there. */
function sessionAfter(session: Json | null, {call, outcome}: SeenResult): Json | null {
	if (outcome.session !== null) {
		return outcome.session;
	}
	return call && sessionOf(call) === session && !outcome.failure ? null : session;
}
