import type {EngineSession} from '../front-ends/open-engine.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {collectGarbage} from '../platform/collect-garbage.ts';
import {createIdleMemory} from '../platform/idle-memory.ts';
import {isAtWork, isBusy} from '../state/select.ts';

export type EngineLife = {
	/** Call this with the number of screens that show the session now. */
	readonly screens: (count: number) => void;
	readonly close: () => void;
};

/**
 * How long the engine of an empty conversation waits for a screen before it ends. A screen that
 * moves to another window is back sooner.
 */
const emptyMs = 2000;

/**
 * When memory is given back. Reading a long session takes several times its size; the process of a
 * new session takes some 85 MB, including what it shares with other processes.
 */
const longPast = {idleMs: 3000, startBytes: 67_108_864, growthBytesMin: 50_331_648};

/**
 * Gives back memory while nothing is at work. Ends the engine in an orderly way if nothing runs, no
 * card waits and no screen has joined for `engine.idleEndMs`, or for a short time if the
 * conversation is empty.
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
		/** Called on every change, with whether no screen is joined and nothing runs. */
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
