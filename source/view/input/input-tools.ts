import type {State} from '../../state/state.ts';
import type {Action} from '../actions/actions.ts';
import type {Suggester} from '../composer/suggester.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {CardLoss} from './card-loss.ts';
import type {HeldKey} from './held-key.ts';
import type {HiddenText} from './hidden-text.ts';
import type {InputPorts} from './input-ports.ts';

/** Everything that actions may use. */
export type InputTools = CoreTools & {
	readonly suggester: Suggester;
	readonly heldKey: HeldKey;
	readonly cardLoss: CardLoss;
	/** Secrets that are typed for programs, by the id of the terminal. */
	readonly secret: HiddenText;
	/** Secrets that are typed for hosts, by the id of the question. */
	readonly answer: HiddenText;
};

export type CoreTools = InputPorts & {
	readonly ui: () => UiState;
	readonly change: (part: Partial<UiState>) => void;
	/** Shows a message in the status line for a moment. */
	readonly flash: (text: string, isTrue?: (state: State) => boolean) => void;
	/** Carries out an intent: those about this screen here, all others by sending them. */
	readonly perform: (intent: Intent) => void;
	/** Call this after the view of the transcript has moved. */
	readonly moved: () => void;
	/** Carries out an action by its name, for lists that offer actions. */
	readonly act: (action: Action) => void;
};
