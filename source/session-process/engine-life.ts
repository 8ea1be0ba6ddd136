import type {EngineSession} from '../front-ends/open-engine.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {isBusy} from '../state/select.ts';

export type EngineLife = {
	/** How many screens show the engine now. */
	readonly screens: (count: number) => void;
	readonly close: () => void;
};

/**
 * How long the engine of an empty conversation waits for a screen. A screen that only moves to
 * another window is back sooner.
 */
const emptyMs = 2000;

/**
 * Ends the engine in order when nothing runs, no card waits and no screen has been there for a
 * while. If nothing was ever said in the conversation, that while is short.
 */
export function keepLife(
	{engine, settings}: EngineSession,
	{clock, end}: {clock: Clock; end: (reason: string) => void},
): EngineLife {
	const {store} = engine.parts;
	let screens = 1;
	let timer: Timer | null = null;
	const look = () => {
		const isWanted = screens > 0 || isBusy(store.state());
		if (isWanted) {
			timer?.cancel();
			timer = null;
		} else {
			const isEmpty = store.state().chat.items.length === 0;
			const waitMs = isEmpty ? emptyMs : settings.engine.idleEndMs;
			timer ??= clock.after(waitMs, () => end('idle'));
		}
	};
	const stop = store.subscribe(look);
	return {
		screens(count) {
			screens = count;
			look();
		},
		close() {
			stop();
			timer?.cancel();
		},
	};
}
