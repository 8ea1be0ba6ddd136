import type {State} from '../../state/state.ts';
import type {Action} from '../actions/actions.ts';
import type {Suggester} from '../composer/suggester.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {HeldKey} from './held-key.ts';
import type {HiddenText} from './hidden-text.ts';
import type {InputPorts} from './input-ports.ts';

/** What an action is done with. */
export type InputTools = CoreTools & {
	readonly suggester: Suggester;
	readonly heldKey: HeldKey;
	/** What is typed for a program that hides its input, by the id of its terminal. */
	readonly secret: HiddenText;
	/** What is typed for a host, by the id of its question. */
	readonly answer: HiddenText;
};

export type CoreTools = InputPorts & {
	readonly ui: () => UiState;
	readonly change: (part: Partial<UiState>) => void;
	/** Says something in the status line for a moment. */
	readonly flash: (text: string, isTrue?: (state: State) => boolean) => void;
	/** Performs any intent: UI intents here, all others outside. */
	readonly perform: (intent: Intent) => void;
	/** The transcript's view has moved. */
	readonly moved: () => void;
	/** Performs a key's action, for lists that offer actions. */
	readonly act: (action: Action) => void;
};
