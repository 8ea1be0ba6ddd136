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

/** What the handling of input needs from the rest of the program. */
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
	/** Since when the current card is on the terminal's screen, and whether it is complete. */
	readonly seenCard: () => {readonly at: number | null; readonly isWhole: boolean};
	readonly layout: () => Layout;
	/** Sends intents that the screen can't perform itself. */
	readonly send: (intent: EngineIntent | FrontEndIntent) => void;
	readonly commands: Readonly<Record<string, SlashCommand>>;
	readonly promptCommands: readonly PromptCommand[];
	/** What a terminal shows now. */
	readonly frame: (terminal: TerminalId) => TerminalFrame | null;
	/** What terminals have shown before. */
	readonly pages: TerminalPages;
	readonly query: Ask;
	readonly themes: readonly string[];
	readonly incidents: () => WatchView;
	/** Earlier input, oldest first. */
	readonly history: readonly string[];
	readonly remember: (text: string) => void;
	/** Files for `@` mentions, relative to the working folder. */
	readonly files: () => Promise<readonly string[]>;
	readonly system: SystemServices;
	/** Whether the session can go on without this screen. */
	readonly canDetach: boolean;
};

/** Services of the terminal in which this program runs. */
export type SystemServices = {
	/** Returns a sentence that says where the text was copied to. */
	readonly copy: (text: string) => string;
	/** Null when the editor could not be used. */
	readonly edit: (text: string) => Promise<string | null>;
	readonly suspend: () => void;
	readonly redraw: () => void;
	/**
	 * Call this when this program has given its terminal back: it must not be changed any more, even
	 * if a signal arrives.
	 */
	readonly close: () => void;
};
