import type {CallId, QuestionId} from '../../events/ids.ts';

/** The id of a card: that of its call or its question. */
export type CardId = CallId | QuestionId;

/**
 * Which waiting card is shown, and whether it gets the keys. A card never takes the keyboard while
 * a person types, and ignores keys for 300 ms after it became visible or after the composer's last
 * key.
 */
export type CardFocus = {
	readonly call: CardId | null;
	readonly focused: boolean;
	/** When the card appeared or was given the keyboard. */
	readonly since: number;
	/**
	 * The step of the card: its first question, or a further question before the answer is complete.
	 */
	readonly step: CardStep;
	/** How many cards waited when the step `group` was shown. */
	readonly listed?: number;
	/** Set if the person postponed the card with Esc: then it doesn't take the keyboard by itself. */
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

/** Returns the focus after the list of waiting cards has changed. */
export function followCalls(
	card: CardFocus,
	{
		waiting,
		now,
		isNobodyTyping,
	}: {waiting: readonly CardId[]; now: number; isNobodyTyping: boolean},
): CardFocus {
	if (card.call !== null && waiting.includes(card.call)) {
		// The answer to a group covers only the cards that were shown. If their number changes, ask
		// again.
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

/** Postpones the card. Only the key for cards gives it the keyboard again. */
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

/**
 * Goes to another step of the card. Keys count only after its question has been visible for a
 * while, as for a new card.
 */
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
		/** Since when the terminal shows the whole question; null if it doesn't. */
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
