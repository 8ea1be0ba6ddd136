import type {Timer} from '../../platform/clock.ts';
import {focusCard} from './card-focus.ts';
import type {InputTools} from './input-tools.ts';

/** If somebody was typing when a card appeared, the card gets the keyboard once they stop. */
export type CardReturn = {
	/** Call this for a key, a click or a paste. */
	readonly touched: () => void;
	readonly watch: () => void;
	readonly close: () => void;
};

/**
 * How long nobody must have typed. A pause for thought between two words is shorter, so it does not
 * make the next key answer a card.
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

/** Whether nobody is typing: the composer is empty and nothing else is open or focused. */
export function isNobodyTyping({ui}: InputTools): boolean {
	const {composer, mode, focus, overlay} = ui();
	return composer.draft.text === '' && mode === 'compose' && focus === 'chat' && overlay === null;
}
