import type {CallId} from '../events/ids.ts';
import {
	type AskingWay,
	type Form,
	type FormAnswer,
	formFor,
	isWaiting,
	openQuestion,
	refuseUnasked,
	takeAnswer,
} from './asking.ts';
import {endedAnswer, openAnswer, type ToolAnswer} from './call-result.ts';
import {callWords} from './call-words.ts';
import {findCall, type Service} from './service.ts';

/** One request of a client that waits for a call's end. */
export type Waiter = {
	/** Aborts when the client cancels the request. */
	readonly signal: AbortSignal;
	/** Sends a progress notification; null if the request has no progress token. */
	readonly tell: ((note: string) => void) | null;
	readonly asking: AskingWay;
	/** Sends the client a form for its person. Used only if `asking` is `request`. */
	readonly ask: (form: Form, signal: AbortSignal) => Promise<FormAnswer>;
	/** How long this request may stay unanswered. */
	readonly lastsMs: number;
	/** A sentence that goes into the answer, such as that the call was made before. */
	readonly note?: string | undefined;
};

export type Waited =
	| {readonly type: 'answer'; readonly answer: ToolAnswer; readonly isWhole: boolean}
	/** The client has to show its person this form, and to repeat the request with the answer. */
	| {readonly type: 'question'; readonly form: Form}
	| {readonly type: 'cancelled'};

/**
 * Waits until the call has ended, or as long as this request may stay unanswered. Meanwhile sends
 * progress. If the call needs a permission, asks for it at the client if possible.
 */
export async function waitForCall(service: Service, id: CallId, waiter: Waiter): Promise<Waited> {
	const {clock} = service.parts.ports;
	const over = new AbortController();
	const question = askWhenNeeded(service, id, {waiter, signal: over.signal});
	const beat = clock.every(service.limits.progressMs, () => tellProgress(service, id, waiter));
	try {
		const first = await Promise.race([
			whenEnded(service, id, over.signal),
			question,
			clock.sleep(waiter.lastsMs, over.signal).then(() => 'late' as const),
			whenAborted(waiter.signal, over.signal),
		]);
		return outcomeOf(service, id, {first, waiter});
	} finally {
		beat.cancel();
		over.abort();
	}
}

function outcomeOf(
	service: Service,
	id: CallId,
	{first, waiter}: {first: 'ended' | 'late' | 'aborted' | Form; waiter: Waiter},
): Waited {
	const call = findCall(service, id);
	if (first === 'aborted' || !call) {
		return {type: 'cancelled'};
	}
	if (typeof first === 'object') {
		return {type: 'question', form: first};
	}
	const {
		clock,
		redactor: {text: hide, document},
	} = service.parts.ports;
	return call.status.type === 'ended'
		? {type: 'answer', answer: endedAnswer(call, document, waiter.note), isWhole: true}
		: {
				type: 'answer',
				answer: openAnswer(call, {
					words: hide(callWords(service, call)),
					ageMs: clock.now() - call.proposedAt,
				}),
				isWhole: false,
			};
}

function tellProgress(service: Service, id: CallId, {tell, signal}: Waiter): void {
	const call = findCall(service, id);
	if (tell && call && call.status.type !== 'ended' && !signal.aborted) {
		tell(callWords(service, call));
	}
}

function whenEnded({parts: {store}}: Service, id: CallId, over: AbortSignal): Promise<'ended'> {
	return new Promise(resolve => {
		if (store.state().calls.get(id)?.status.type === 'ended') {
			resolve('ended');
			return;
		}
		const stop = store.onEvent(event => {
			if (event.type === 'tool.ended' && event.call === id) {
				// Listeners are called before the state changes, so wait a microtask.
				queueMicrotask(() => resolve('ended'));
			}
		});
		over.addEventListener('abort', stop, {once: true});
	});
}

function whenAborted(signal: AbortSignal, over: AbortSignal): Promise<'aborted'> {
	return new Promise(resolve => {
		if (signal.aborted) {
			resolve('aborted');
		}
		signal.addEventListener('abort', () => resolve('aborted'), {once: true, signal: over});
	});
}

/**
 * Has the question of a call asked as soon as it waits for a permission. Resolves only if the
 * client must be answered with a form that it shows before it repeats its request.
 */
function askWhenNeeded(
	service: Service,
	id: CallId,
	{waiter, signal}: {waiter: Waiter; signal: AbortSignal},
): Promise<Form> {
	return new Promise(resolve => {
		const look = () => {
			if (!isWaiting(service, id) || signal.aborted || waiter.asking === 'elsewhere') {
				return;
			}
			tellProgress(service, id, waiter);
			const form = waiter.asking === 'none' ? null : formFor(service, id);
			if (form === null) {
				refuseUnasked(service, id);
			} else if (waiter.asking === 'answer') {
				resolve(form);
			} else {
				void askByRequest(service, id, {waiter, form});
			}
		};
		const stop = service.parts.store.onEvent(event => {
			if (event.type === 'authorization.asked' && event.call === id) {
				queueMicrotask(look);
			}
		});
		signal.addEventListener('abort', stop, {once: true});
		look();
	});
}

/**
 * Asks the client's person by a request of ours. The form stays open if the call's own request is
 * meanwhile answered with a call id. It is withdrawn when another screen answers the question, or
 * when a person has changed the call.
 */
async function askByRequest(
	service: Service,
	id: CallId,
	{waiter, form}: {waiter: Waiter; form: Form},
): Promise<void> {
	const {clock} = service.parts.ports;
	const askedAt = clock.elapsed();
	const answered = new AbortController();
	const question = openQuestion(service, id);
	const stop = service.parts.store.onEvent(event => {
		const isOver = event.type === 'authorization.answered' || event.type === 'tool.edited';
		if (isOver && event.call === id) {
			answered.abort();
		}
	});
	try {
		const answer = await waiter.ask(form, answered.signal);
		const afterMs = clock.elapsed() - askedAt;
		takeAnswer(service, {call: id, question}, {...answer, afterMs});
	} catch {
		// The client can't show the form, or has disconnected.
		refuseUnasked(service, id);
	} finally {
		stop();
	}
}
