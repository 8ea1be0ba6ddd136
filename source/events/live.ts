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

/** What a pane shows: rows of text with SGR styling and OSC 8 links only, never other escapes. */
export type Picture = {
	readonly rows: readonly string[];
	readonly cursor: {readonly x: number; readonly y: number} | null;
};
