import type {State} from '../../state/state.ts';
import type {Context} from '../actions/contexts.ts';
import type {ThemeToken} from '../theme.ts';
import type {UiState} from '../ui-state/ui-state.ts';

/** Everything about a pane except its keys and its drawing, which stand in its own folder. */
export type PaneRecord = {
	/** Help lists the keys of these contexts while the pane has the focus. */
	readonly help: readonly Context[];
	/** Ink draws it as a component, or the painter as a surface. */
	readonly drawnBy: 'ink' | 'painter';
	/** The key for the next pane skips it. */
	readonly isEmpty: (state: State) => boolean;
	/** What the status line says about it while it is hidden; null if that is only its name. */
	readonly alarm: (facts: AlarmFacts) => PaneAlarm | null;
	/** Its place beside the chat; null for the chat itself, which has the rest. */
	readonly side: SideWishes | null;
};

export type AlarmFacts = {
	readonly state: State;
	/** The proxy runs but did not answer the last probe. */
	readonly isProxySilent: boolean;
};

export type PaneAlarm = {readonly token: ThemeToken; readonly sign: string};

/** How a pane beside the chat is laid out. It is shown with the focus whatever it wishes. */
export type SideWishes = {
	/** Whether it is shown, or named in the status line, without the focus. */
	readonly isWanted: (facts: WishFacts) => boolean;
	/** Without the focus, too, it stands below the chat of a screen that is not wide. */
	readonly isBelowChat: boolean;
	/** How many columns it wants of a wide screen. */
	readonly columns: (screenColumns: number, isFocused: boolean) => number;
	/** How many rows it wants of a column that it shares with a pane above it. */
	readonly rows: (columnRows: number) => number;
};

export type WishFacts = {
	readonly hasTerminals: boolean;
	readonly ui: Pick<UiState, 'monitor'>;
};
