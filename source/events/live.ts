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

/** What a terminal shows now. A socket sends only the newest frame and may drop older ones. */
export type TerminalFrame = PaneFrame & {
	/**
	 * The range of lines that the terminal still keeps, the visible ones included. Lines are counted
	 * from the first one that was ever shown.
	 */
	readonly lines: {readonly first: number; readonly end: number};
	/**
	 * The width of the terminal; its height is the number of rows. Frames of older engines lack it.
	 */
	readonly columns?: number;
	readonly modes: ProgramModes;
};

/** Modes that the program in a terminal has set; they decide which bytes a key or click sends. */
export type ProgramModes = {
	/** Private mode 1 (DECCKM): the program wants `SS3` from the arrows, Home and End. */
	readonly applicationCursor?: boolean;
	/** Mode DECKPAM: the program wants keypad digits to differ from the other digits. */
	readonly applicationKeypad?: boolean;
	/** Private mode 2004: the program wants to know where a paste begins and ends. */
	readonly bracketedPaste?: boolean;
	/** Private mode 1004: the program wants to know when the window gains and loses the focus. */
	readonly focusEvents?: boolean;
	readonly mouse?: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
	/** The encoding in which the program wants mouse events: `DEFAULT` or `SGR`. */
	readonly mouseEncoding?: string;
};
