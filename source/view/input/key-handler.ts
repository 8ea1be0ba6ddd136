import type {Action, Context} from '../../keys/actions.ts';
import type {FocusChange, KeyPress, MouseMove} from '../../keys/key.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {InputPorts} from './input-ports.ts';

/** One way of taking keys: the composer's, a card's, a list's, a terminal's. */
export type KeyHandler = {
	readonly contexts: () => readonly Context[];
	/** Nothing but the leader key gets past it. */
	readonly takesEverything?: boolean;
	/** False: not mine; somebody else may know the action, else the key's text is typed. */
	readonly act: (action: Action, key: KeyPress | null) => boolean;
	readonly type: (key: KeyPress) => void;
	readonly paste: (text: string, raw: string) => void;
	/** The mouse, or the window's focus. False: not mine. */
	readonly point?: (input: MouseMove | FocusChange) => boolean;
};

export type InputTools = InputPorts & {
	readonly ui: () => UiState;
	readonly change: (part: Partial<UiState>) => void;
	/** Says something in the status line for a moment. */
	readonly flash: (text: string) => void;
	/** Performs any intent: what changes this screen here, everything else outside. */
	readonly perform: (intent: Intent) => void;
	/** The transcript's view has moved. */
	readonly moved: () => void;
	/** Does what a key would do, for lists that offer actions. */
	readonly act: (action: Action) => void;
};
