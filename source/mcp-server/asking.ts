import type {CallId} from '../events/ids.ts';
import {questionWords, unaskedWords} from './call-words.ts';
import {findCall, type Service} from './service.ts';

/**
 * How a client can be asked: by a request of ours, by an answer that asks, or not at all;
 * `elsewhere` if another request of the client has it asked already.
 */
export type AskingWay = 'request' | 'answer' | 'none' | 'elsewhere';

export type FormAnswer = {
	readonly action: string;
	readonly content?: Readonly<Record<string, unknown>> | undefined;
	/** How long after the question it came, where that is known. */
	readonly afterMs?: number;
};

export type Form = {
	readonly message: string;
	readonly requestedSchema: {
		readonly type: 'object';
		readonly properties: Readonly<Record<string, object>>;
		readonly required: readonly string[];
	};
};

const yes = 'Allow once';
const no = 'Do not allow';

/** The form of a question. There is no "always": that is said on a screen of ours only. */
export function formFor(service: Service, id: CallId): Form | null {
	const call = findCall(service, id);
	const message = call ? questionWords(service, call) : null;
	return message === null
		? null
		: {
				message,
				requestedSchema: {
					type: 'object',
					properties: {answer: {type: 'string', title: 'Your answer', enum: [yes, no]}},
					required: ['answer'],
				},
			};
}

/** Whether a card of this call waits for an answer. */
export function isWaiting(service: Service, id: CallId): boolean {
	const call = findCall(service, id);
	return call?.status.type === 'waiting' && call.answer === undefined;
}

/**
 * Which question is open about the call; null if none is. Another one takes its place when a person
 * has changed the call on a screen: an answer to the earlier one must not count for it.
 */
export function openQuestion(service: Service, id: CallId): string | null {
	const status = findCall(service, id)?.status;
	return isWaiting(service, id) && status?.type === 'waiting'
		? `${status.ask} ${status.hash ?? ''}`
		: null;
}

/** Nobody has read a question and refused it in so short a time: the client did, by itself. */
const readMsMin = 500;

/**
 * Takes the answer of a person at the client to this question. Only the one word allows; whatever
 * else came is a no, except that a question which nobody has read stays on the screens that show
 * it: one that was put away, and one that was refused at once. Codex and Claude Code do that where
 * no person is.
 */
export function takeAnswer(
	service: Service,
	{call: id, question}: {readonly call: CallId; readonly question: string | null},
	{action, content, afterMs = readMsMin}: FormAnswer,
): void {
	if (question === null || openQuestion(service, id) !== question) {
		return;
	}
	const from = findCall(service, id)?.caller?.name ?? 'a client';
	const screen = {id: 'client', from};
	if (action === 'accept' && content?.['answer'] === yes) {
		service.parts.gate.answer(id, {type: 'once'}, 'client', screen);
	} else if (action === 'cancel' || (action === 'decline' && afterMs < readMsMin)) {
		refuseUnasked(service, id, `${from} showed the question to nobody who answered it`);
	} else {
		service.parts.gate.answer(id, {type: 'deny', reason: `refused in ${from}`}, 'client', screen);
	}
}

/** Refuses a call that nobody can be asked about. Not if a screen shows it: there it waits. */
export function refuseUnasked(service: Service, id: CallId, why?: string): void {
	const call = findCall(service, id);
	if (call && isWaiting(service, id) && service.screens() === 0) {
		const reason = unaskedWords(service, call, why);
		service.parts.gate.answer(id, {type: 'deny', reason}, 'headless');
	}
}
