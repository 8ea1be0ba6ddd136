import type {State} from '../../state/state.ts';
import type {ViewHandles} from '../handles.ts';
import type {Compositor} from '../paint/compositor.ts';
import type {Sight} from '../paint/sight.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {type ShownCard, shownCard} from './shown-card.ts';

type Ports = Pick<ViewHandles, 'store' | 'ui' | 'look' | 'layout' | 'keymap' | 'clock'>;

/**
 * Paints the card directly instead of through Ink. So each frame's question is known, and a key
 * that answers can be held back until the terminal has drawn that frame.
 */
export function createCardSurface(
	ports: Ports & {readonly compositor: Compositor; readonly sight: Pick<Sight, 'drew'>},
): {
	readonly place: () => void;
	/** Call this when something that the card shows may have changed. */
	readonly touch: (how?: {readonly urgent?: boolean}) => void;
} {
	const {compositor, layout, sight, clock} = ports;
	const rect = () => cardRect(ports);
	return {
		place() {
			const within = rect();
			if (!within) {
				sight.drew(null);
			}
			compositor.setSurface(
				'card',
				within && {
					rect: within,
					picture: () => {
						const card = placedCard(ports, clock.now());
						sight.drew(card && signOf(card, ports));
						return {rows: card?.rows ?? [], cursor: null};
					},
				},
			);
		},
		touch(how) {
			if (layout.snapshot().type === 'panes' && rect()) {
				compositor.invalidate('card', how);
			}
		},
	};
}

function cardRect({layout}: Pick<Ports, 'layout'>) {
	const now = layout.snapshot();
	return now.type === 'panes' ? (now.chat?.card ?? null) : null;
}

/** Since when the present card is on the terminal's screen, and whether it is complete. */
export function seenCard(
	ports: Omit<Ports, 'clock'>,
	sight: Pick<Sight, 'since'>,
): {readonly at: number | null; readonly isWhole: boolean} {
	const card = placedCard(ports, 0);
	return {at: sight.since(card && signOf(card, ports)), isWhole: card?.isWhole ?? false};
}

type PlacedCard = ShownCard & {readonly place: string};

/** The card as drawn now; null if it has no place. */
function placedCard(ports: Omit<Ports, 'clock'>, now: number): PlacedCard | null {
	const rect = cardRect(ports);
	const {paint} = ports.look.snapshot();
	const from: {state: State; ui: UiState; now: number} = {
		state: ports.store.state(),
		ui: ports.ui.snapshot(),
		now,
	};
	const room = rect && {width: rect.width, rowsMax: rect.height};
	const card = room && shownCard(from, room, {paint, keymap: ports.keymap});
	return card && rect && {...card, place: Object.values(rect).join(' ')};
}

/**
 * Identifies what must be on the screen before a key may answer; null if the card has no keyboard.
 */
function signOf({asked, place, rows, isWhole}: PlacedCard, {ui}: Pick<Ports, 'ui'>): string | null {
	const {overlay, card} = ui.snapshot();
	return overlay !== null || !card.focused
		? null
		: JSON.stringify([asked, place, rows.length, isWhole]);
}
