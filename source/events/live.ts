/**
 * A value that changes often and is never part of the event log, such as a terminal's rows. It fits
 * `useSyncExternalStore`: `snapshot()` returns the same reference until the value has changed.
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
export type PaneFrame = {
	readonly rows: readonly string[];
	readonly cursor: {readonly x: number; readonly y: number} | null;
};

/** What a terminal shows now. A socket carries the newest one and may drop those before it. */
export type TerminalFrame = PaneFrame & {
	/**
	 * Line numbers of the kept lines, the visible ones included, counted from the first ever shown.
	 */
	readonly lines: {readonly first: number; readonly end: number};
	/** How wide the terminal is; it has as many rows as the picture. An older engine does not say. */
	readonly columns?: number;
	readonly modes: ProgramModes;
};

/** Modes that the program in a terminal has set; they decide which bytes a key or click sends. */
export type ProgramModes = {
	/** Private mode 1 (DECCKM): the program wants `SS3` from the arrows, Home and End. */
	readonly applicationCursor?: boolean;
	/** DECKPAM: it wants to tell the keypad from the digits. */
	readonly applicationKeypad?: boolean;
	/** Private mode 2004: it wants to know where a paste begins and ends. */
	readonly bracketedPaste?: boolean;
	/** Private mode 1004: it wants to know when the window gains and loses the focus. */
	readonly focusEvents?: boolean;
	readonly mouse?: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
	/** How it wants the mouse written: DEFAULT or SGR. */
	readonly mouseEncoding?: string;
};
