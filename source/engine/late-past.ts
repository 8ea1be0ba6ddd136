import type {Event} from '../events/event.ts';
import type {Timer} from '../platform/clock.ts';
import {createStore, type Store} from '../state/store.ts';
import type {EnginePorts} from './engine-ports.ts';
import {isAboutEarlier, type PastPart} from './past-of-session.ts';

/**
 * Reads the beginning of a long session: in small steps after the screen has appeared, from the
 * newest part to the oldest, or all at once when it is needed.
 */
export type LatePast = {
	readonly start: () => void;
	readonly readAll: () => void;
	readonly close: () => void;
};

/**
 * Makes the store of a session, and the part of its past that is still to be read into the store.
 */
export function openPast({clock, past}: Pick<EnginePorts, 'clock' | 'past'>): {
	readonly store: Store;
	readonly latePast: LatePast;
} {
	const store = createStore(clock);
	store.restore(past.state, past.seq);
	const left = [...past.earlier];
	let timer: Timer | null = null;
	const read = (count: number) => {
		const parts = left.splice(Math.max(0, left.length - count)).map(part => part());
		store.append({
			type: 'past.read',
			items: listOf(parts, 'items'),
			calls: listOf(parts, 'calls'),
		});
	};
	const readAll = () => {
		timer?.cancel();
		if (left.length > 0) {
			read(left.length);
		}
	};
	const goOn = (afterMs: number) => {
		if (left.length > 0) {
			timer = clock.after(afterMs, () => {
				read(partsAtOnce);
				goOn(restMs);
			});
		}
	};
	return {
		store: {
			...store,
			append(event) {
				if (isAboutEarlier(event, store.state())) {
					readAll();
				}
				return store.append(event);
			},
		},
		latePast: {start: () => goOn(delayMs), readAll, close: () => timer?.cancel()},
	};
}

/** After this delay, the keys that were typed during the start have been handled. */
const delayMs = 1000;
const restMs = 50;
const partsAtOnce = 64;

type Lists = Extract<Event, {type: 'past.read'}>;

function listOf(parts: readonly PastPart[], name: keyof PastPart): Lists['items'] {
	return parts.flatMap(part => part[name] as unknown as Lists['items']);
}
