import {chordOf, type KeyPress} from '../../keys/key.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {CardFocus} from './card-focus.ts';
import type {CoreTools} from './input-tools.ts';

/**
 * Protects an answer that comes too late. A card may disappear while a person is about to answer
 * it, because another screen answered first or its time ran out. The key that follows must not
 * become text in the composer.
 */
export type CardLoss = {
	/**
	 * Call this for each intent of the person. If the card disappears because of it, nothing was
	 * lost.
	 */
	readonly wished: (intent: Intent) => void;
	/** Call this when the keyboard has moved to another card, or to none. */
	readonly follow: (before: CardFocus, now: CardFocus) => void;
	/**
	 * Whether this key was meant for the card that disappeared. The key is then dropped, and the
	 * status line says so.
	 */
	readonly takes: (key: KeyPress) => boolean;
};

/** How long after the card has disappeared a key still counts as meant for it. */
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

	/**
	 * Whether the key would have answered a card. If not, or if the composer contains text, it is
	 * text.
	 */
	function isForCard(key: KeyPress): boolean {
		return ui().composer.draft.text === '' && keymap.resolve(['card'], chordOf(key)) !== null;
	}
}

/** Intents by which the person makes a card disappear. */
const answers: ReadonlySet<string> = new Set<Intent['type']>([
	'answer',
	'answer-hop',
	'answer-trust',
	'interrupt',
]);
