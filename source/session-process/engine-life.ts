import type {EngineSession} from '../front-ends/open-engine.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {collectGarbage} from '../platform/collect-garbage.ts';
import {createIdleMemory} from '../platform/idle-memory.ts';
import {isAtWork, isBusy} from '../state/select.ts';

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
 * The past of a long session takes a multiple of its size while it is read. The process of a new
 * session takes some 85 MB, with what it shares with others.
 */
const longPast = {idleMs: 3000, startBytes: 67_108_864, growthBytesMin: 50_331_648};

/**
 * Gives back memory when nothing is at work, and ends the engine in order when nothing runs, no card waits and no screen has been there for a
 * while. If nothing was ever said in the conversation, that while is short.
 */
export function keepLife(
	{engine, settings}: EngineSession,
	{
		clock,
		end,
		onRest,
	}: {
		clock: Clock;
		end: (reason: string) => void;
		/** Called with whether nobody looks and nothing runs, when that may have changed. */
		onRest: (isResting: boolean) => void;
	},
): EngineLife {
	const {store} = engine.parts;
	const memory = createIdleMemory({
		...longPast,
		clock,
		collect: collectGarbage,
		isIdle: () => !isAtWork(store.state()),
	});
	let screens = 1;
	let timer: Timer | null = null;
	const look = () => {
		memory.idle();
		const isWanted = screens > 0 || isBusy(store.state());
		engine.parts.monitoring.rest(!isWanted);
		onRest(!isWanted);
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
			memory.stop();
			timer?.cancel();
		},
	};
}
