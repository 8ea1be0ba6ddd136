import type {Action, Context} from '../../keys/actions.ts';
import type {FocusChange, KeyPress, MouseMove} from '../../keys/key.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {InputPorts} from './input-ports.ts';

/** One way of taking keys: the composer's, a card's, a list's, a terminal's. */
export type KeyHandler = {
	readonly contexts: () => readonly Context[];
	/** Gets every key except the leader. */
	readonly takesEverything?: boolean;
	/** Returns false if another handler should try; if none takes the key, its text is typed. */
	readonly act: (action: Action, key: KeyPress | null) => boolean;
	readonly type: (key: KeyPress) => void;
	readonly paste: (text: string, raw: string) => void;
	/** Handles the mouse or the window's focus. Returns false if it isn't meant for this pane. */
	readonly point?: (input: MouseMove | FocusChange) => boolean;
};

export type InputTools = InputPorts & {
	readonly ui: () => UiState;
	readonly change: (part: Partial<UiState>) => void;
	/** Says something in the status line for a moment. */
	readonly flash: (text: string) => void;
	/** Performs any intent: UI intents here, all others outside. */
	readonly perform: (intent: Intent) => void;
	/** The transcript's view has moved. */
	readonly moved: () => void;
	/** Performs a key's action, for lists that offer actions. */
	readonly act: (action: Action) => void;
};
