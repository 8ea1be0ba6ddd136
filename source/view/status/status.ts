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
	/** The search text in a pane without a composer; null without a search. */
	readonly seeking: string | null;
	readonly isProxySilent: boolean;
	/** What the model server does before its answer begins, where it says so. */
	readonly reading: string | null;
	/** The folded monitor where it has no line of its own; null where it has, or has no room. */
	readonly dots: string | null;
	/** Panes that don't fit on this screen; their alarms are shown here. */
	readonly hidden: readonly Pane[];
};

/** Something at the right end of the status line. */
export type StatusItem = {
	readonly parts: (facts: StatusFacts, paint: Paint) => readonly StatusPart[];
	/** The values that the item depends on: when one of them changes, the line is drawn at once. */
	readonly madeOf: (state: State, ui: UiState) => readonly unknown[];
	/** Whether it also changes as time passes, e.g. in a countdown. */
	readonly isMoving?: (state: State) => boolean;
	/**
	 * Keeps up a value of the UI state that only this item needs, while the screen is open. Returns a
	 * function that stops this.
	 */
	readonly follow?: (sources: ItemSources) => () => void;
};

/** Where an item gets a value from that the session's state doesn't have. */
export type ItemSources = {
	readonly store: StateSource;
	readonly query: Ask;
	readonly ui: Pick<UiStore, 'change' | 'snapshot'>;
};

/** What the items at the right end are made of. */
export type StatusFacts = Pick<
	Status,
	'state' | 'ui' | 'now' | 'isProxySilent' | 'hidden' | 'dots'
>;

export type StatusPart = {
	readonly text: string;
	/** How long the item stays when there is little space. */
	readonly stays: StayingPower;
	/** Stands close to the part after it. */
	readonly isClose?: true;
};

export type StayingPower = 'always' | 'longer' | 'long' | 'with room';
