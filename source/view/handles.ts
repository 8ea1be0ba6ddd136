import type {WatchView} from '../events/incident.ts';
import type {Live} from '../events/live.ts';
import type {Meter} from '../events/meter.ts';
import type {WorkersView} from '../events/worker.ts';
import type {Clock} from '../platform/clock.ts';
import type {State} from '../state/state.ts';
import type {Keymap} from './actions/keymap.ts';
import type {PlaceBook} from './ink/places.ts';
import type {Layout} from './layout.ts';
import type {HelpCommand} from './overlays/help-lines.ts';
import type {Pane} from './panes/panes.ts';
import type {Status} from './status/status.ts';
import type {Paint} from './theme.ts';
import type {UiState} from './ui-state/ui-state.ts';

/** What components can access: sources to subscribe to, and constants. */
export type ViewHandles = {
	readonly store: {
		readonly state: () => State;
		readonly subscribe: (listener: () => void) => () => void;
	};
	readonly ui: Live<UiState>;
	readonly meter: Live<Meter>;
	readonly incidents: Live<WatchView>;
	readonly workers: Live<WorkersView>;
	readonly look: Live<Viewport>;
	readonly layout: Live<Layout>;
	/**
	 * The layout as it would be with a terminal open and this focus. A new terminal gets its size
	 * from it.
	 */
	readonly layoutWithTerminal: (focus: Pane) => Layout;
	/** Where components report the rectangles of Ink's boxes. */
	readonly places: Pick<PlaceBook, 'put'>;
	/**
	 * Components call this with the card that Ink's picture shows; null if it shows none that takes
	 * keys.
	 */
	readonly cardDrawn: (sign: string | null) => void;
	readonly status: Live<Status>;
	/**
	 * Whether the list of keys after the leader key should be shown, because no key has followed for
	 * a while.
	 */
	readonly hesitates: Live<boolean>;
	readonly keymap: Keymap;
	readonly clock: Clock;
	readonly commands: readonly HelpCommand[];
};

/** The size of the screen, and its colours. */
export type Viewport = {readonly columns: number; readonly rows: number; readonly paint: Paint};
