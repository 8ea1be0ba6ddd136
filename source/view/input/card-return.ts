import type {Timer} from '../../platform/clock.ts';
import {focusCard} from './card-focus.ts';
import type {InputTools} from './key-handler.ts';

/** A card that did not get the keyboard because somebody typed gets it when nobody types any more. */
export type CardReturn = {
	/** A key, a click or a paste came. */
	readonly touched: () => void;
	readonly watch: () => void;
	readonly close: () => void;
};

/** Long enough that nobody who only thinks about the next word answers a card with it. */
export const noTypingMs = 3000;

export function createCardReturn(tools: InputTools): CardReturn {
	let timer: Timer | null = null;
	const isWanted = () => {
		const {call, focused, isPutOff} = tools.ui().card;
		return call !== null && !focused && !isPutOff && isNobodyTyping(tools);
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

/** Nothing is written, and nothing else is looked at. */
export function isNobodyTyping({ui}: InputTools): boolean {
	const {composer, mode, focus, overlay} = ui();
	return composer.draft.text === '' && mode === 'compose' && focus === 'chat' && overlay === null;
}
