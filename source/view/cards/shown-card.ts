import {waitingCalls} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import type {Keymap} from '../actions/keymap.ts';
import type {Paint} from '../theme.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {KeyRow} from './card-keys.ts';
import {cardRows} from './card-rows.ts';
import {questionRows} from './question-rows.ts';
import {trustRows} from './trust-rows.ts';
import {questionOf, trustOf, waitingCards} from './waiting-cards.ts';

/** A card, fitted into the rows and columns that it gets. */
export type ShownCard = {
	readonly title: string;
	/** The text in the lower border; empty if there is none. */
	readonly foot: string;
	readonly width: number;
	readonly focused: boolean;
	/** Styled rows, each as wide as the card's inside or narrower. */
	readonly body: readonly string[];
	readonly keys: readonly KeyRow[];
	/** Identifies the question. If it differs, the cards ask different things. */
	readonly asked: string;
	/** Whether the rows contain what a yes requires: the warnings and both ends of the command. */
	readonly isWhole: boolean;
};

/** The height of a card, with its border. */
export function heightOf({body, keys}: Pick<ShownCard, 'body' | 'keys'>): number {
	return body.length + keys.length + 2;
}

export type CardRoom = {readonly width: number; readonly rowsMax: number};

type From = {
	readonly state: State;
	readonly ui: Pick<UiState, 'card' | 'ruleMatch' | 'hiddenLength' | 'answer'>;
	readonly now: number;
};

/**
 * Makes the card for the current question (about a call, a connection or a folder); null if there
 * is none.
 */
export function shownCard(
	{state, ui, now}: From,
	{width, rowsMax}: CardRoom,
	look: {readonly paint: Paint; readonly keymap: Keymap},
): ShownCard | null {
	const {card, ruleMatch, hiddenLength, answer} = ui;
	const {focused, step} = card;
	const question = questionOf(state, card.call);
	if (question) {
		const typed = {length: hiddenLength, text: answer};
		return questionRows({question, focused, typed, width, rowsMax}, look);
	}
	const trust = trustOf(state, card.call);
	if (trust) {
		const total = waitingCards(state).length;
		return trustRows({question: trust, focused, total, width, rowsMax}, look);
	}
	const waiting = waitingCalls(state);
	const call = waiting.find(one => one.id === card.call);
	const {hops, session} = state;
	const {home, mode} = session;
	return call
		? cardRows(
				{call, waiting, focused, step, ruleMatch, width, rowsMax, hops, home, mode, now},
				look,
			)
		: null;
}
