import type {Timer} from '../../platform/clock.ts';
import {focusCard} from './card-focus.ts';
import type {DeskTools} from './hands.ts';

/** A card that did not get the keyboard because somebody typed gets it when the hands rest. */
export type CardReturn = {
	/** A key, a click or a paste: the hands do not rest. */
	readonly touched: () => void;
	readonly watch: () => void;
	readonly close: () => void;
};

/** Long enough that nobody who only thinks about the next word answers a card with it. */
export const handsRestMs = 3000;

export function createCardReturn(tools: DeskTools): CardReturn {
	let timer: Timer | null = null;
	const isWanted = () => {
		const {call, focused, isPutOff} = tools.desk().card;
		return call !== null && !focused && !isPutOff && areHandsFree(tools);
	};
	const close = () => {
		timer?.cancel();
		timer = null;
	};
	const watch = () => {
		if (timer || !isWanted()) {
			return;
		}
		timer = tools.clock.after(handsRestMs, () => {
			timer = null;
			if (isWanted()) {
				tools.change({card: focusCard(tools.desk().card, tools.clock.elapsed())});
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
export function areHandsFree({desk, store}: DeskTools): boolean {
	const {composer, mode} = desk();
	const {screen} = store.state();
	return (
		composer.draft.text === '' &&
		mode === 'compose' &&
		screen.focus === 'chat' &&
		screen.overlay === null
	);
}
