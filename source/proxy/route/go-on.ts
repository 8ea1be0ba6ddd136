import type {CallFailure} from '../failure.ts';
import type {NeutralFinish, NeutralItem} from '../neutral.ts';
import type {Again, ClientResponse, OnFinish, Said} from '../translate/client-response.ts';

/**
 * How one answer goes on after the model was asked a second time. Three things lead here: a stream
 * that died (`resumed`), a length limit in plain text (`continued`), and a pipe that asks back
 * (`asked-back`, such as for a call that could not be read). To use it, a pipe sets `state.again`
 * when its model has finished; `route/call.ts` does the rest: the items are put after the
 * request's own, a new pipe is made on the same outlet, and its events follow in the same answer.
 */
export type GoingOn = {
	/** Null until the client has seen, or is bound to see, a part of the answer. */
	clientResponse: ClientResponse | null;
	/** What the conversation has become within this answer; it stays. */
	settled: readonly NeutralItem[];
	/** What was said since, and the request to go on with it; each going on replaces it. */
	pending: readonly NeutralItem[];
	readonly counts: Record<Again['why'] | 'resumed', number>;
};

const timesMax: Readonly<GoingOn['counts']> = {resumed: 3, continued: 8, 'asked-back': 3};

export function createGoingOn(): GoingOn {
	return {
		clientResponse: null,
		settled: [],
		pending: [],
		counts: {resumed: 0, continued: 0, 'asked-back': 0},
	};
}

export function itemsToAdd({settled, pending}: GoingOn): readonly NeutralItem[] {
	return settled.length === 0 ? pending : [...settled, ...pending];
}

/** Takes the wish of a pipe over; false: it was wished too often. */
export function askAgain(going: GoingOn, again: Again, clientResponse: ClientResponse): boolean {
	if (going.counts[again.why] >= (again.timesMax ?? timesMax[again.why])) {
		return false;
	}
	going.counts[again.why] += 1;
	going.clientResponse = clientResponse;
	if (again.why === 'asked-back') {
		going.settled = [...going.settled, ...again.items];
		going.pending = [];
		clientResponse.settle();
	} else {
		going.pending = again.items;
	}
	return true;
}

/**
 * A stream has died after the client saw a part of it. It may be gone on with as long as no call
 * of it was begun: what a client has of a call can't be taken back, and one that was whole may be
 * running already.
 */
export function mayResume(
	{counts}: GoingOn,
	failure: CallFailure,
	clientResponse: ClientResponse,
): boolean {
	return (
		failure.retry !== 'never' &&
		clientResponse.said().callsBegun === 0 &&
		counts.resumed < timesMax.resumed
	);
}

/** From here on the model is asked to go on after what it has said. */
export function resume(going: GoingOn, clientResponse: ClientResponse): void {
	going.counts.resumed += 1;
	going.pending = itemsOf(clientResponse.said(), cutOffWords);
}

/** For `proxy.autoContinue`: plain text that reached the length limit is gone on with. */
export const continueAtLength: OnFinish = (finish: NeutralFinish, said) =>
	finish === 'length' && said.callsBegun === 0 && said.text !== ''
		? {
				why: 'continued',
				items: itemsOf(said, lengthWords),
				otherwise: {type: 'finish', finish},
			}
		: null;

const goOnWords =
	'Go on with it exactly after its last character: repeat nothing, begin nothing anew, and say nothing about this note.';
const cutOffWords = `[The connection broke off in the middle of your answer above. ${goOnWords}]`;
const lengthWords = `[Your answer above has reached the length limit of one reply. ${goOnWords}]`;

function itemsOf({text}: Readonly<Said>, words: string): readonly NeutralItem[] {
	return text === '' ? [] : [messageOf('assistant', text), messageOf('user', words)];
}

function messageOf(role: 'assistant' | 'user', text: string): NeutralItem {
	return {type: 'message', role, parts: [{type: 'text', text}]};
}
