import type {CallId, QuestionId} from '../../events/ids.ts';

/** A card asks about a call, or is asked by a connection. */
export type CardId = CallId | QuestionId;

/**
 * Which waiting card is shown, and whether keys go to it. A card never takes the keyboard from
 * somebody who types, and takes no key within 300 ms of being seen or of the composer's last key.
 */
export type CardFocus = {
	readonly call: CardId | null;
	readonly focused: boolean;
	/** When it appeared, or was given the keyboard. */
	readonly since: number;
	/** What is asked right now: the answer itself, or something that an answer needs. */
	readonly step: CardStep;
	/** How many cards waited when it was asked about all of them. */
	readonly listed?: number;
	/** It was put off with Esc: it does not take the keyboard again by itself. */
	readonly isPutOff: boolean;
};

export type CardStep = 'answer' | 'time' | 'rule' | 'group';

export const noCard: CardFocus = {
	call: null,
	focused: false,
	since: 0,
	step: 'answer',
	isPutOff: false,
};

export const cardGuardMs = 300;

/** What the focus becomes when the waiting calls are these. */
export function followCalls(
	card: CardFocus,
	{
		waiting,
		now,
		isNobodyTyping,
	}: {waiting: readonly CardId[]; now: number; isNobodyTyping: boolean},
): CardFocus {
	if (card.call !== null && waiting.includes(card.call)) {
		// What answers all that wait is about those that were seen: a longer list is looked at anew.
		return card.step === 'group' && waiting.length !== card.listed
			? {...card, since: now, listed: waiting.length}
			: card;
	}
	const [next] = waiting;
	return next === undefined ? noCard : {...noCard, call: next, focused: isNobodyTyping, since: now};
}

export function focusCard(card: CardFocus, now: number): CardFocus {
	return card.call === null ? card : {...card, focused: true, since: now, isPutOff: false};
}

export function leaveCard(card: CardFocus): CardFocus {
	return card.focused ? {...card, focused: false, step: 'answer'} : card;
}

/** For later: only a key that says so comes back to it. */
export function putOffCard(card: CardFocus): CardFocus {
	return {...leaveCard(card), isPutOff: true};
}

export function stepCard(
	card: CardFocus,
	{waiting, step, now}: {waiting: readonly CardId[]; step: 1 | -1; now: number},
): CardFocus {
	const at = waiting.indexOf(card.call as CardId);
	const next = waiting.at((at + step) % waiting.length);
	return next === undefined ? card : {...noCard, call: next, focused: card.focused, since: now};
}

/** Another question on the same card, which wants to be looked at as long as the first. */
export function askOnCard(card: CardFocus, {step, now}: {step: CardStep; now: number}): CardFocus {
	return {...card, step, since: now};
}

export function canAnswer(
	card: CardFocus,
	{
		now,
		seenAt,
		lastComposerKeyAt,
	}: {
		now: number;
		/** Since when the question stands whole on the terminal's screen. */
		seenAt: number | null;
		lastComposerKeyAt: number;
	},
): boolean {
	const isCalm = (since: number) => now - since >= cardGuardMs;
	return (
		card.focused &&
		seenAt !== null &&
		[card.since, seenAt, lastComposerKeyAt].every(since => isCalm(since))
	);
}
