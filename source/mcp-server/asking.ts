import type {CallId} from '../events/ids.ts';
import {questionWords, unaskedWords} from './call-words.ts';
import {findCall, type Service} from './service.ts';

/**
 * How a client's person can be asked: by a request that we send to the client, by a form in our
 * answer, or not at all (`none`). `elsewhere`: another request of the client already asks.
 */
export type AskingWay = 'request' | 'answer' | 'none' | 'elsewhere';

export type FormAnswer = {
	readonly action: string;
	readonly content?: Readonly<Record<string, unknown>> | undefined;
	/** The time between question and answer, if it is known. */
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

/**
 * Returns the form for the question about a call; null if the question is too long for a form. It
 * offers no "always": only a person at one of our own screens can say that.
 */
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

/** Returns whether the call's card waits for an answer. */
export function isWaiting(service: Service, id: CallId): boolean {
	const call = findCall(service, id);
	return call?.status.type === 'waiting' && call.answer === undefined;
}

/**
 * Returns a text that identifies the open question about the call; null if none is open. It changes
 * when a person edits the call on a screen, so that an answer to the earlier question does not
 * count.
 */
export function openQuestion(service: Service, id: CallId): string | null {
	const status = findCall(service, id)?.status;
	return isWaiting(service, id) && status?.type === 'waiting'
		? `${status.ask} ${status.hash ?? ''}`
		: null;
}

/**
 * No person can read and refuse a question faster than this: the client has refused it by itself.
 */
const readMsMin = 500;

/**
 * Takes the answer to a question from the client's person. Only "Allow once" allows the call;
 * everything else refuses it, with one exception: if the form was dismissed, or refused too fast to
 * be read, the question stays open on our screens. Codex and Claude Code answer so when nobody is
 * there.
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

/**
 * Refuses a call because nobody can be asked about it. If one of our screens shows the session, the
 * call waits there instead.
 */
export function refuseUnasked(service: Service, id: CallId, why?: string): void {
	const call = findCall(service, id);
	if (call && isWaiting(service, id) && service.screens() === 0) {
		const reason = unaskedWords(service, call, why);
		service.parts.gate.answer(id, {type: 'deny', reason}, 'headless');
	}
}
