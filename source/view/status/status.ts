import type {Ask} from '../../events/query.ts';
import type {State} from '../../state/state.ts';
import type {StateSource} from '../../state/store.ts';
import type {Pane} from '../panes/panes.ts';
import type {Paint} from '../theme.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {UiStore} from '../ui-state/ui-store.ts';

export type Status = {
	readonly state: State;
	readonly ui: UiState;
	readonly now: number;
	readonly columns: number;
	/** A short-lived message, e.g. what was copied or why a key did nothing. */
	readonly flash: string;
	readonly leader: boolean;
	/** The search text in a pane that has no composer; null if there is no search. */
	readonly seeking: string | null;
	readonly isProxySilent: boolean;
	/** What the model server reports before its answer begins; null if it reports nothing. */
	readonly reading: string | null;
	/**
	 * The dots of the layers, in place of the monitor's own line; null if that line is shown or there
	 * is no room.
	 */
	readonly dots: string | null;
	/** Panes that don't fit on this screen. The status line shows their alarms. */
	readonly hidden: readonly Pane[];
};

/** An item at the right end of the status line. */
export type StatusItem = {
	readonly parts: (facts: StatusFacts, paint: Paint) => readonly StatusPart[];
	/** The values on which the item depends. If one changes, the line is drawn at once. */
	readonly madeOf: (state: State, ui: UiState) => readonly unknown[];
	/** Whether the item also changes as time passes, e.g. in a countdown. */
	readonly isMoving?: (state: State) => boolean;
	/**
	 * Keeps a value of the UI state up to date that only this item needs. Returns a function that
	 * stops this.
	 */
	readonly follow?: (sources: ItemSources) => () => void;
};

/** The sources from which an item gets a value that the session's state lacks. */
export type ItemSources = {
	readonly store: StateSource;
	readonly query: Ask;
	readonly ui: Pick<UiStore, 'change' | 'snapshot'>;
};

/** The values from which the items are made. */
export type StatusFacts = Pick<
	Status,
	'state' | 'ui' | 'now' | 'isProxySilent' | 'hidden' | 'dots'
>;

export type StatusPart = {
	readonly text: string;
	/** How long the item stays when there is little room. */
	readonly stays: StayingPower;
	/** Set if only one blank separates this part from the next. */
	readonly isClose?: true;
};

export type StayingPower = 'always' | 'longer' | 'long' | 'with room';
