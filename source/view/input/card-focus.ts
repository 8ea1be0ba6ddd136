import type {CallId, QuestionId} from '../../events/ids.ts';

/** The id of a card: a call's or a connection's question. */
export type CardId = CallId | QuestionId;

/**
 * Which waiting card is shown, and whether it gets the keys. A card never takes the keyboard from
 * someone who types, and takes no key within 300 ms of being seen or of the composer's last key.
 */
export type CardFocus = {
	readonly call: CardId | null;
	readonly focused: boolean;
	/** When the card appeared or was given the keyboard. */
	readonly since: number;
	/** The question that the card shows: the first one, or a step towards an answer. */
	readonly step: CardStep;
	/** How many cards were waiting when the question about all of them was shown. */
	readonly listed?: number;
	/** The person postponed the card with Esc, so it does not take the keyboard by itself again. */
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

/** Returns the focus after the waiting calls have changed. */
export function followCalls(
	card: CardFocus,
	{
		waiting,
		now,
		isNobodyTyping,
	}: {waiting: readonly CardId[]; now: number; isNobodyTyping: boolean},
): CardFocus {
	if (card.call !== null && waiting.includes(card.call)) {
		// An answer to all covers only the cards that were listed; if there are more now, ask
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

/** Postpones the card: only the key for cards brings it back. */
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
 * Moves to another step of the same card. The step's question must be visible for as long as the
 * first one before keys count.
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
		/** Since when the whole question has been visible in the terminal; null if it is not. */
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
