import type {State} from '../../state/state.ts';
import type {ThemeToken} from '../theme.ts';
import type {UiState} from '../ui-state/ui-state.ts';

/** Everything about a pane, except its actions and its drawing, which are in its own folder. */
export type PaneRecord = {
	/** Whether the pane is a component of Ink or a surface of the painter. */
	readonly drawnBy: 'ink' | 'painter';
	/** Whether the key for the next pane skips this one. */
	readonly isEmpty: (state: State) => boolean;
	/**
	 * The sign that the status line shows for the pane while it is hidden; null to show only its
	 * name.
	 */
	readonly alarm: (facts: AlarmFacts) => PaneAlarm | null;
	/** What only panes beside the chat have; null for the chat. */
	readonly side: SideRecord | null;
};

export type AlarmFacts = {
	readonly state: State;
	/** The proxy runs but has not answered the last probe. */
	readonly isProxySilent: boolean;
};

export type PaneAlarm = {readonly token: ThemeToken; readonly sign: string};

/** On a wide screen, the chat keeps this many columns, for cards and diffs. */
export const textColumns = 80;

/** What only a pane beside the chat has: its context for keys, and how much room it wants. */
export type SideRecord = {
	/** Where the keys of the pane apply, in the words of help and README. */
	readonly where: string;
	/** The words of the action that focuses the pane. */
	readonly goTo: string;
	/** The key after the leader key that focuses the pane. The pane's number does so too. */
	readonly leaderKey: string;
	/** The action that opens and closes the pane; null if only the focus does. */
	readonly toggle: PaneToggle | null;
	/**
	 * Whether the pane should be shown, or else named in the status line, while it doesn't have the
	 * focus.
	 */
	readonly isWanted: (facts: WishFacts) => boolean;
	/** Whether the pane takes only one line until it has the focus. */
	readonly isFolded: (facts: WishFacts) => boolean;
	/**
	 * Whether the folded pane keeps its line at the bottom even if no pane is open beside the chat.
	 */
	readonly hasLineAlone: boolean;
	/** Whether the pane stays below the chat without the focus, on a screen that is not wide. */
	readonly isBelowChat: boolean;
	/** How many columns the pane wants on a wide screen. */
	readonly columns: (screenColumns: number, isFocused: boolean) => number;
	/** How many rows the pane wants in a column that it shares with panes above it. */
	readonly rows: (columnRows: number) => number;
};

/**
 * Describes the action `toggle-<pane>`, which opens or closes the pane (`openPanes` of the UI
 * state).
 */
export type PaneToggle = {
	readonly words: string;
	readonly leaderKey: string;
	/** The words in the list after the leader key. */
	readonly brief: string;
};

export type WishFacts = {
	readonly state: State;
	/**
	 * Whether the pane is open although it doesn't have the focus: the person opened it, or it opened
	 * by itself because something happened.
	 */
	readonly isOpen: boolean;
	readonly hasTerminals: boolean;
	/** Whether the screen is wide enough for panes beside the chat. */
	readonly isWide: boolean;
	readonly ui: UiState;
};
