import type {CallId} from '../../events/ids.ts';

/**
 * Which waiting card is shown, and whether keys go to it. A card never takes the keyboard from
 * somebody who types, and takes no key within 300 ms of appearing or of the composer's last key.
 */
export type CardFocus = {
	readonly call: CallId | null;
	readonly focused: boolean;
	/** When it appeared, or was given the keyboard. */
	readonly since: number;
	/** What is asked right now: the answer itself, or something that an answer needs. */
	readonly step: CardStep;
};

export type CardStep = 'answer' | 'time' | 'rule' | 'group';

export const noCard: CardFocus = {call: null, focused: false, since: 0, step: 'answer'};

export const cardGuardMs = 300;

/** What the focus becomes when the waiting calls are these. */
export function followCalls(
	card: CardFocus,
	{waiting, now, handsFree}: {waiting: readonly CallId[]; now: number; handsFree: boolean},
): CardFocus {
	if (card.call !== null && waiting.includes(card.call)) {
		return card;
	}
	const [next] = waiting;
	return next === undefined ? noCard : {call: next, focused: handsFree, since: now, step: 'answer'};
}

export function focusCard(card: CardFocus, now: number): CardFocus {
	return card.call === null ? card : {...card, focused: true, since: now};
}

export function leaveCard(card: CardFocus): CardFocus {
	return card.focused ? {...card, focused: false, step: 'answer'} : card;
}

export function stepCard(
	card: CardFocus,
	{waiting, step, now}: {waiting: readonly CallId[]; step: 1 | -1; now: number},
): CardFocus {
	const at = waiting.indexOf(card.call as CallId);
	const next = waiting.at((at + step) % waiting.length);
	return next === undefined
		? card
		: {call: next, focused: card.focused, since: now, step: 'answer'};
}

/** Another question on the same card, which wants to be looked at as long as the first. */
export function askOnCard(card: CardFocus, {step, now}: {step: CardStep; now: number}): CardFocus {
	return {...card, step, since: now};
}

export function canAnswer(
	card: CardFocus,
	{now, lastComposerKeyAt}: {now: number; lastComposerKeyAt: number},
): boolean {
	return card.focused && now - card.since >= cardGuardMs && now - lastComposerKeyAt >= cardGuardMs;
}
