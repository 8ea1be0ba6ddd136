import {createEmitter, type Live, type PaneFrame} from '../events/live.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import type {Emulator} from './emulator.ts';
import {createRowCache} from './row-cache.ts';

export type LivePicture = {
	readonly picture: Live<PaneFrame>;
	/** Call this when bytes were parsed or the size has changed. */
	readonly changed: () => void;
	/** Returns whether there are listeners. */
	readonly isWatched: () => boolean;
	readonly close: () => void;
};

export const frameMs = 33;
/** If a program never ends its synchronized update, the frame is delayed by this at most. */
const heldBackMsMax = 150;

/**
 * The visible part of an emulator, for panes. Rows are rendered on demand, and only if bytes were
 * parsed since. Listeners are called at once, then at most once per frame.
 */
export function createLivePicture(emulator: Emulator, clock: Clock): LivePicture {
	const emitter = createEmitter();
	const rowCache = createRowCache(emulator);
	let picture: PaneFrame | null = null;
	let isStale = true;
	const update = watchUpdate(emulator, clock);
	let emittedAt = Number.NEGATIVE_INFINITY;
	let timer: Timer | null = null;
	const listeners = countListeners(emitter.subscribe);

	const emit = (): void => {
		if (update.isHeldBack()) {
			timer = clock.after(frameMs, emit);
			return;
		}
		timer = null;
		emittedAt = clock.elapsed();
		emitter.emit();
	};
	const schedule = (): void => {
		if (listeners.count() === 0 || timer !== null) {
			return;
		}
		const waitMs = frameMs - (clock.elapsed() - emittedAt);
		if (waitMs <= 0) {
			emit();
		} else {
			timer = clock.after(waitMs, emit);
		}
	};
	const snapshot = (): PaneFrame => {
		if (picture !== null && (!isStale || update.isHeldBack())) {
			return picture;
		}
		isStale = false;
		update.shown();
		const rows = rowCache.rows();
		const cursor = visibleCursor(emulator);
		if (picture === null || picture.rows !== rows || !isSamePlace(picture.cursor, cursor)) {
			picture = {rows, cursor};
		}
		return picture;
	};
	return {
		picture: {snapshot, subscribe: listeners.subscribe},
		isWatched: () => listeners.count() > 0,
		changed() {
			isStale = true;
			update.note();
			schedule();
		},
		close() {
			timer?.cancel();
			timer = null;
			listeners.close();
		},
	};
}

/** Counts the listeners. After `close`, the count stays below zero. */
function countListeners(subscribe: Live<PaneFrame>['subscribe']) {
	let count = 0;
	return {
		count: () => count,
		subscribe(listener: () => void): () => void {
			const stop = subscribe(listener);
			count += 1;
			return () => {
				stop();
				count -= 1;
			};
		},
		close() {
			count = Number.NEGATIVE_INFINITY;
		},
	};
}

/** Follows a program's synchronized updates, during which no frame is shown, up to a time limit. */
function watchUpdate(emulator: Emulator, clock: Clock) {
	let heldSince: number | null = null;
	return {
		note() {
			const isUpdating = emulator.terminal.modes.synchronizedOutputMode;
			heldSince = isUpdating ? (heldSince ?? clock.elapsed()) : null;
		},
		isHeldBack: () => heldSince !== null && clock.elapsed() - heldSince < heldBackMsMax,
		/** Call this when a frame was shown during an update after all: the time limit starts anew. */
		shown() {
			heldSince = heldSince === null ? null : clock.elapsed();
		},
	};
}

export function visibleCursor(emulator: Emulator): PaneFrame['cursor'] {
	const {x, y, isHidden} = emulator.cursor();
	// After it has written the last column, the emulator's cursor is beyond the edge.
	return isHidden ? null : {x: Math.min(x, emulator.terminal.cols - 1), y};
}

function isSamePlace(left: PaneFrame['cursor'], right: PaneFrame['cursor']): boolean {
	return left?.x === right?.x && left?.y === right?.y;
}
