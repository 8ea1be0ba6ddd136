import type {TerminalId} from '../../events/ids.ts';
import type {FocusChange, KeyPress, MouseMove} from '../../keys/key.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {Action} from './actions.ts';
import type {Context} from './contexts.ts';

/**
 * All there is to one action. It stands beside its pane or feature; keymap, help, palette, the
 * leader's list and docs/keys.md are made from these records.
 */
export type ActionRecord = {
	/** What help, the palette and the docs say. */
	readonly words: string;
	/**
	 * The built-in chords, by context. Every chord works through tmux and a plain VT: control
	 * letters, the editing keys, and Alt as Escape. `leader` stands for the leader key.
	 */
	readonly keys: Readonly<Partial<Record<Context, readonly string[]>>>;
	/**
	 * What a card, or the list after the leader key, says beside the first of its chords, in few
	 * words; null where it has no use. Without it, the action is not offered there.
	 */
	readonly brief?: Readonly<
		Partial<Record<Context, string | ((card: CardFacts) => string | null)>>
	>;
	/** The command palette lists it. */
	readonly isOffered?: true;
	/** Why it can't be done now, in a sentence for the status line; null if it can. */
	readonly unless?: (tools: InputTools) => string | null;
	/**
	 * What it does: the same in every context of `keys`, or something else in each focus. A focus
	 * that is named without a chord of its own does it for the keys of a focus below.
	 */
	readonly run: RunAction | Readonly<Partial<Record<FocusName, RunAction>>>;
};

/** What the keys that a card offers depend on. */
export type CardFacts = {
	/** How many cards wait. */
	readonly total: number;
	/** How many cards, this one included, ask for the same scope on the same host. */
	readonly alike: number;
	/** The terminal that the call types into; null for other calls. */
	readonly terminal: TerminalId | null;
};

/** Returns false if the key means nothing here and is text. The key is null if a list chose it. */
export type RunAction = (tools: InputTools, key: KeyPress | null) => unknown;

export type ActionTable = Readonly<Record<string, ActionRecord>>;

/** What can have the focus: each context but the leader's, and some without a name in settings. */
export type FocusName = Exclude<Context, 'leader'> | 'lost' | 'edit' | 'find' | 'line' | 'answer';

/** One entry of the stack that a key falls through, and what it does with keys and text. */
export type FocusContext = {
	readonly name: FocusName;
	/** The context of the setting `keys` whose chords hold here; null if it has none of its own. */
	readonly keys: Exclude<Context, 'leader'> | null;
	/** Whether it is in the stack now. */
	readonly holds: (tools: Pick<InputTools, 'ui' | 'store'>) => boolean;
	/** Nothing below gets a key, except the leader. */
	readonly takesEverything?: true;
	/** While it is in the stack, the chords of these actions are text. */
	readonly without?: readonly Action[];
	/** Gets each key before any action does; true if it was taken. */
	readonly first?: (tools: InputTools, key: KeyPress) => boolean;
	/** Called before an action of a context below; true if that isn't to happen. */
	readonly yields?: (tools: InputTools, action: Action) => boolean;
	/** Without these, text and pastes go to the next context below. */
	readonly type?: (tools: InputTools, key: KeyPress) => void;
	readonly paste?: (tools: InputTools, text: string, raw: string) => void;
	/** Handles the mouse or the window's focus. Returns false if it isn't meant for this pane. */
	readonly point?: (tools: InputTools, input: MouseMove | FocusChange) => boolean;
};
