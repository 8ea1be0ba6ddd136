import type {CallFailure} from '../failure.ts';
import type {NeutralFinish, NeutralItem} from '../neutral.ts';
import type {Again, ClientResponse, OnFinish, Said} from '../translate/client-response.ts';

/**
 * What is needed to continue an answer by asking the model once more. That happens for three
 * reasons: the stream died (`resumed`), plain text reached the length limit (`continued`), or the
 * pipe wants to ask the model back (`asked-back`), for example about an unreadable call. A pipe
 * requests this by setting `state.again` when its model has finished. Then `route/call.ts` appends
 * the new items to the request and makes a new pipe for the same client response, so that the
 * client sees a single answer.
 */
export type GoingOn = {
	/** Null until the client has seen a part of the answer, or certainly will. */
	clientResponse: ClientResponse | null;
	/** Items that earlier continuations have added to the conversation for good. */
	settled: readonly NeutralItem[];
	/** The items since then, with the request to continue. The next continuation replaces them. */
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

/** Records that the model is to be asked again. Returns false if that has happened too often. */
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
 * Whether an answer can be continued after its stream died. It can't if a call had begun: the
 * client may already have run it, and can't forget a part of it.
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

/** Prepares the request that makes the model continue after its last words. */
export function resume(going: GoingOn, clientResponse: ClientResponse): void {
	going.counts.resumed += 1;
	going.pending = itemsOf(clientResponse.said(), cutOffWords);
}

/**
 * Implements the setting `proxy.autoContinue`: continues plain text that reached the length limit.
 */
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
