/**
 * The data plane: bytes and samples that never enter the event log.
 * Shaped for `useSyncExternalStore`; `snapshot()` returns the same reference until something changed.
 */
export type Live<Value> = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly snapshot: () => Value;
};

export type Emitter = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly emit: () => void;
};

export function createEmitter(): Emitter {
	const listeners = new Set<() => void>();
	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		emit() {
			for (const listener of [...listeners]) {
				listener();
			}
		},
	};
}

/** Everything that a terminal has shown and still keeps, the oldest first. */
export type Scrollback = {
	/** Lines are numbered from the first that was ever shown; older ones than `first` are dropped. */
	readonly extent: () => {readonly first: number; readonly end: number};
	readonly rows: (range: {readonly from: number; readonly to: number}) => readonly string[];
	readonly plainRows: (range: {readonly from: number; readonly to: number}) => readonly string[];
	/** The lines as the program wrote them: rows that were wrapped are joined. */
	readonly text: (range: {readonly from: number; readonly to: number}) => string;
};

/** What a pane shows: rows of text with SGR styling and OSC 8 links only, never other escapes. */
export type Picture = {
	readonly rows: readonly string[];
	readonly cursor: {readonly x: number; readonly y: number} | null;
};
