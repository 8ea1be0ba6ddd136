import type {Timer} from '../../platform/clock.ts';
import {focusCard} from './card-focus.ts';
import type {InputTools} from './input-tools.ts';

/**
 * If a card appeared while a person was typing, gives the card the keyboard once the person stops.
 */
export type CardReturn = {
	/** Call this for each key, click and paste. */
	readonly touched: () => void;
	readonly watch: () => void;
	readonly close: () => void;
};

/**
 * A waiting card gets the keyboard back when the person has not typed for so long. A pause for thought
 * between two words is shorter, so the next key after it doesn't answer the card.
 */
export const noTypingMs = 3000;

export function createCardReturn(tools: InputTools): CardReturn {
	let timer: Timer | null = null;
	const isWanted = () => {
		const {call, focused, isPutOff} = tools.ui().card;
		const isPatient = tools.store.state().project.question?.id === call;
		return call !== null && !isPatient && !focused && !isPutOff && isNobodyTyping(tools);
	};
	const close = () => {
		timer?.cancel();
		timer = null;
	};
	const watch = () => {
		if (timer || !isWanted()) {
			return;
		}
		timer = tools.clock.after(noTypingMs, () => {
			timer = null;
			if (isWanted()) {
				tools.change({card: focusCard(tools.ui().card, tools.clock.elapsed())});
			}
		});
	};
	return {
		touched() {
			close();
			watch();
		},
		watch,
		close,
	};
}

/**
 * Whether no person is typing: the composer is empty, and nothing else is open or has the focus.
 */
export function isNobodyTyping({ui}: InputTools): boolean {
	const {composer, mode, focus, overlay} = ui();
	return composer.draft.text === '' && mode === 'compose' && focus === 'chat' && overlay === null;
}
