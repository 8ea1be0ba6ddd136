import type {TerminalId} from '../../events/ids.ts';
import type {WatchView} from '../../events/incident.ts';
import type {EngineIntent} from '../../events/intent.ts';
import type {TerminalFrame} from '../../events/live.ts';
import type {Ask} from '../../events/query.ts';
import type {Clock} from '../../platform/clock.ts';
import type {State} from '../../state/state.ts';
import type {Keymap} from '../actions/keymap.ts';
import type {PromptCommand, SlashCommand} from '../command.ts';
import type {Viewport} from '../handles.ts';
import type {Layout} from '../layout.ts';
import type {TerminalPages} from '../terminal/terminal-pages.ts';
import type {FrontEndIntent} from '../ui-state/intent.ts';
import type {UiStore} from '../ui-state/ui-store.ts';
import type {Browser} from './transcript-browser.ts';

/** What the input needs from other parts of the program. */
export type InputPorts = {
	readonly store: {
		readonly state: () => State;
		readonly subscribe: (listener: () => void) => () => void;
	};
	readonly uiStore: Pick<UiStore, 'snapshot' | 'change'>;
	readonly clock: Clock;
	readonly keymap: Keymap;
	readonly browser: Browser;
	readonly look: () => Viewport;
	/** Since when the terminal shows the card, and whether it shows all that a yes requires. */
	readonly seenCard: () => {readonly at: number | null; readonly isWhole: boolean};
	readonly layout: () => Layout;
	/** Sends intents that the engine or the front end has to carry out. */
	readonly send: (intent: EngineIntent | FrontEndIntent) => void;
	readonly commands: Readonly<Record<string, SlashCommand>>;
	readonly promptCommands: readonly PromptCommand[];
	/** The picture that a terminal shows now. */
	readonly frame: (terminal: TerminalId) => TerminalFrame | null;
	/** The earlier output of terminals. */
	readonly pages: TerminalPages;
	readonly query: Ask;
	readonly themes: readonly string[];
	readonly incidents: () => WatchView;
	/** Earlier input of the person, oldest first. */
	readonly history: readonly string[];
	readonly remember: (text: string) => void;
	/** Files for `@` mentions, relative to the working folder. */
	readonly files: () => Promise<readonly string[]>;
	readonly system: SystemServices;
	/** Whether the session can continue without this screen. */
	readonly canDetach: boolean;
};

/** Services of the terminal and the operating system around this program. */
export type SystemServices = {
	/** Returns a sentence that says where the text was copied to. */
	readonly copy: (text: string) => string;
	/** Edits a text in the person's editor. Resolves to null if that fails. */
	readonly edit: (text: string) => Promise<string | null>;
	readonly suspend: () => void;
	readonly redraw: () => void;
	/**
	 * Call this once the terminal was given back. Nothing must change it afterwards, not even a
	 * signal.
	 */
	readonly close: () => void;
};
