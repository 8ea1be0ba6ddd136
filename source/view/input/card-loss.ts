import {chordOf, type KeyPress} from '../../keys/key.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {CardFocus} from './card-focus.ts';
import type {CoreTools} from './input-tools.ts';

/**
 * A card can go while the person is about to answer it: another screen was first, or its deadline
 * has passed. The answer, which comes a moment later, is no message.
 */
export type CardLoss = {
	/** Call this for each intent of the person: a card that goes after an answer is no loss. */
	readonly wished: (intent: Intent) => void;
	/** Call this when another card, or none, has the keyboard now. */
	readonly follow: (before: CardFocus, now: CardFocus) => void;
	/** Whether this key was meant for the card that has gone; it is dropped then, which is said. */
	readonly takes: (key: KeyPress) => boolean;
};

/** How long a person who has begun to press a key may take until it arrives. */
const lateMsMax = 1000;

export function createCardLoss({
	clock,
	keymap,
	ui,
	flash,
}: Pick<CoreTools, 'clock' | 'keymap' | 'ui' | 'flash'>): CardLoss {
	let wishedAt = Number.NEGATIVE_INFINITY;
	let lostAt = Number.NEGATIVE_INFINITY;
	return {
		wished({type}) {
			if (answers.has(type)) {
				wishedAt = clock.elapsed();
			}
		},
		follow(before, now) {
			const isGone = before.focused && before.call !== null && now.call === null;
			if (isGone && clock.elapsed() - wishedAt > lateMsMax) {
				lostAt = clock.elapsed();
			}
		},
		takes(key) {
			const isLate = clock.elapsed() - lostAt < lateMsMax && isForCard(key);
			lostAt = Number.NEGATIVE_INFINITY;
			if (isLate) {
				flash('The card had gone already: that key did nothing.');
			}
			return isLate;
		},
	};

	/** A letter that no key of a card is, or a text that is begun already, is a message. */
	function isForCard(key: KeyPress): boolean {
		return ui().composer.draft.text === '' && keymap.resolve(['card'], chordOf(key)) !== null;
	}
}

/** What takes a card away because the person wishes it. */
const answers: ReadonlySet<string> = new Set<Intent['type']>([
	'answer',
	'answer-hop',
	'answer-trust',
	'interrupt',
]);
