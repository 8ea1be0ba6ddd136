import type {TerminalId} from '../../events/ids.ts';
import type {FocusChange, KeyPress, MouseMove} from '../../keys/key.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {Action} from './actions.ts';
import type {Context} from './contexts.ts';

/**
 * One action, with everything about it. Its record stands beside its pane or feature. Keymap, help,
 * palette, the list after the leader key and docs/keys.md are all made from these records.
 */
export type ActionRecord = {
	/** What the action does, in the words of help, palette and docs. */
	readonly words: string;
	/**
	 * The built-in chords, by context. Each works through tmux and on a plain VT: control letters,
	 * editing keys, and Alt sent as Escape. `leader` stands for the leader key.
	 */
	readonly keys: Readonly<Partial<Record<Context, readonly string[]>>>;
	/**
	 * A few words to show beside the action's first chord, on a card or in the list after the leader
	 * key. A function returns null where the action has no use. A context without words here doesn't
	 * show the action.
	 */
	readonly brief?: Readonly<
		Partial<Record<Context, string | ((card: CardFacts) => string | null)>>
	>;
	/** Set if the command palette lists the action. */
	readonly isOffered?: true;
	/**
	 * Returns why the action is impossible now, in a sentence for the status line; null if it is
	 * possible.
	 */
	readonly unless?: (tools: InputTools) => string | null;
	/**
	 * Carries out the action. With a record, each focus does something of its own. A focus in that
	 * record that has no chord for the action also handles chords of contexts below it in the stack.
	 */
	readonly run: RunAction | Readonly<Partial<Record<FocusName, RunAction>>>;
};

/** What decides which keys a card offers, and with which words. */
export type CardFacts = {
	/** How many cards wait. */
	readonly total: number;
	/** How many cards, this one included, ask for the same scope on the same host. */
	readonly alike: number;
	/** The terminal that the call types into; null for other calls. */
	readonly terminal: TerminalId | null;
	/** What a yes for the session would cover; null if that takes more than a few words. */
	readonly covered: string | null;
};

/**
 * Returns false if the key has no meaning here and should count as text. `key` is null if the
 * action was chosen from a list.
 */
export type RunAction = (tools: InputTools, key: KeyPress | null) => unknown;

export type ActionTable = Readonly<Record<string, ActionRecord>>;

/**
 * What can have the focus: each context except that of the leader key, and some that settings don't
 * name.
 */
export type FocusName = Exclude<Context, 'leader'> | 'lost' | 'edit' | 'find' | 'line' | 'answer';

/**
 * One entry in the stack of contexts, through which a key falls from the top. It says what becomes
 * of keys and text.
 */
export type FocusContext = {
	readonly name: FocusName;
	/**
	 * The context of the setting `keys` whose chords apply here; null if this entry has no chords of
	 * its own.
	 */
	readonly keys: Exclude<Context, 'leader'> | null;
	/** Whether this entry is in the stack now. */
	readonly holds: (tools: Pick<InputTools, 'ui' | 'store'>) => boolean;
	/** Set if entries below get no keys, except the leader key. */
	readonly takesEverything?: true;
	/** While this entry is in the stack, chords of these actions count as text. */
	readonly without?: readonly Action[];
	/** Gets each key before any action. Returns true if it has handled the key. */
	readonly first?: (tools: InputTools, key: KeyPress) => boolean;
	/**
	 * Called before an action of an entry below is carried out. Returns true to prevent the action.
	 */
	readonly yields?: (tools: InputTools, action: Action) => boolean;
	/** Handles text. Without `type` and `paste`, text goes to the next entry below. */
	readonly type?: (tools: InputTools, key: KeyPress) => void;
	readonly paste?: (tools: InputTools, text: string, raw: string) => void;
	/** Handles the mouse or the window's focus. Returns false if it isn't meant for this pane. */
	readonly point?: (tools: InputTools, input: MouseMove | FocusChange) => boolean;
};
