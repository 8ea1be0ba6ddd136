import type {State} from '../../state/state.ts';
import type {ThemeToken} from '../theme.ts';
import type {UiState} from '../ui-state/ui-state.ts';

/** Everything about a pane except its own actions and its drawing, which stand in its own folder. */
export type PaneRecord = {
	/** Ink draws it as a component, or the painter as a surface. */
	readonly drawnBy: 'ink' | 'painter';
	/** The key for the next pane skips it. */
	readonly isEmpty: (state: State) => boolean;
	/** What the status line says about it while it is hidden; null if that is only its name. */
	readonly alarm: (facts: AlarmFacts) => PaneAlarm | null;
	/** Its place beside the chat; null for the chat itself, which has the rest. */
	readonly side: SideRecord | null;
};

export type AlarmFacts = {
	readonly state: State;
	/** The proxy runs but did not answer the last probe. */
	readonly isProxySilent: boolean;
};

export type PaneAlarm = {readonly token: ThemeToken; readonly sign: string};

/** A wide screen leaves the chat, its cards and its diffs this many columns. */
export const textColumns = 80;

/** What only a pane beside the chat has: a key context, and how much space it wants. */
export type SideRecord = {
	/** Where its keys hold, in help and in README. */
	readonly where: string;
	/** The words of the action that goes there. */
	readonly goTo: string;
	/** Goes there after the leader key, as its number does. */
	readonly leaderKey: string;
	/** What keeps it open or hides it, after the leader key; null if only the focus does. */
	readonly toggle: PaneToggle | null;
	/** Whether it is shown, or named in the status line, without the focus, which shows it anyway. */
	readonly isWanted: (facts: WishFacts) => boolean;
	/** Whether the pane takes only one line until it has the focus. */
	readonly isFolded: (facts: WishFacts) => boolean;
	/**
	 * Whether the folded pane keeps its line at the bottom even while no pane stands beside the chat.
	 */
	readonly hasLineAlone: boolean;
	/** Whether the pane stays below the chat without the focus, on a screen that is not wide. */
	readonly isBelowChat: boolean;
	/** How many columns it wants of a wide screen. */
	readonly columns: (screenColumns: number, isFocused: boolean) => number;
	/** How many rows it wants of a column that it shares with a pane above it. */
	readonly rows: (columnRows: number) => number;
};

/** Becomes the action `toggle-<pane>`, which opens or closes the pane in `openPanes` of the UI state. */
export type PaneToggle = {
	readonly words: string;
	readonly leaderKey: string;
	/** What the leader's list says. */
	readonly brief: string;
};

export type WishFacts = {
	readonly state: State;
	/** It is kept open without the focus: by its `toggle`, or because something happened. */
	readonly isOpen: boolean;
	readonly hasTerminals: boolean;
	/** The screen is wide enough for panes beside the chat. */
	readonly isWide: boolean;
	readonly ui: UiState;
};
