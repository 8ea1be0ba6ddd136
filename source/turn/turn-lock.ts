import type {TurnId} from '../events/ids.ts';
import {createEmitter} from '../events/live.ts';
import {onlyWaits} from '../state/select.ts';
import type {Store} from '../state/store.ts';

/**
 * A lock that lets one turn at a time ask the model. A turn that only waits for cards releases it
 * to any other turn, and takes it again when the others have finished.
 */
export type TurnLock = {
	/** Resolves to false if the turn was interrupted before it got the lock. */
	readonly take: (turn: TurnId, signal: AbortSignal) => Promise<boolean>;
	readonly leave: (turn: TurnId) => void;
	readonly close: () => void;
};

export function createTurnLock(store: Store): TurnLock {
	let holder: TurnId | null = null;
	const changed = createEmitter();
	const close = store.onEvent(changed.emit);
	const isFree = (turn: TurnId) =>
		holder === null || holder === turn || onlyWaits(store.state(), holder);
	return {
		async take(turn, signal) {
			while (!isFree(turn) && !signal.aborted) {
				await next(changed, signal);
			}
			if (signal.aborted) {
				return false;
			}
			holder = turn;
			return true;
		},
		leave(turn) {
			if (holder === turn) {
				holder = null;
				changed.emit();
			}
		},
		close,
	};
}

/**
 * Waits for the next event and for the state after it: listeners are called before the state
 * changes.
 */
function next(changed: ReturnType<typeof createEmitter>, signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		const end = () => {
			unsubscribe();
			signal.removeEventListener('abort', end);
			resolve();
		};
		const unsubscribe = changed.subscribe(end);
		signal.addEventListener('abort', end);
	});
}
