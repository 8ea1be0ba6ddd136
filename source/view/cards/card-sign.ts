import type {ViewHandles} from '../handles.ts';
import type {Rect} from '../layout.ts';
import type {Sight} from '../paint/sight.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {heightOf, type ShownCard, shownCard} from './shown-card.ts';

/**
 * Identifies what the terminal must show before a key may answer: the question, its place and its
 * size. Null if no card has the keyboard.
 */
export function signOf(
	card: ShownCard,
	{place, ui}: {readonly place: Rect; readonly ui: Pick<UiState, 'overlay' | 'card'>},
): string | null {
	const {x, y, width, height} = place;
	return ui.overlay !== null || !ui.card.focused
		? null
		: JSON.stringify([card.asked, x, y, width, height, heightOf(card), card.isWhole]);
}

/**
 * Returns since when the card is visible on the terminal, and whether it is complete. A question
 * that is new in the state counts as not drawn until Ink's next picture shows it.
 */
export function seenCard(
	{store, ui, look, layout, keymap}: Omit<ViewHandles, 'clock'>,
	sight: Pick<Sight, 'since'>,
): {readonly at: number | null; readonly isWhole: boolean} {
	const shape = layout.snapshot();
	const place = shape.type === 'panes' ? (shape.chat?.card ?? null) : null;
	const {paint} = look.snapshot();
	// Without the time, since the sign may only change when the question does: a card must not have
	// more rows because time has passed.
	const from = {state: store.state(), ui: ui.snapshot(), now: 0};
	const card =
		place && shownCard(from, {width: place.width, rowsMax: place.height}, {paint, keymap});
	const sign = card && place && signOf(card, {place, ui: ui.snapshot()});
	return {at: sight.since(sign), isWhole: card?.isWhole ?? false};
}
