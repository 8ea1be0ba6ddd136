import type {SessionId, TerminalId} from '../../events/ids.ts';
import type {EngineIntent} from '../../events/intent.ts';
import type {Pane} from '../panes/panes.ts';
import type {CopiedPart} from '../transcript/copy.ts';
import type {Overlay} from './overlay.ts';
import type {Elsewhere, RunningElsewhere} from './ui-state.ts';

/** Everything that keys, commands and lists can request. */
export type Intent = EngineIntent | FrontEndIntent | UiIntent;

/**
 * Requests that each front end carries out: it asks the engine and shows the answer in its own way.
 */
export type FrontEndIntent =
	| {readonly type: 'open-session'; readonly session: SessionId | null}
	/** `isRunning`: only sessions that run now. */
	| {readonly type: 'list-sessions'; readonly isRunning?: boolean}
	| {readonly type: 'list-screens'}
	/** Asks for confirmation unless `isSure` is set. */
	| {readonly type: 'dismiss-screen'; readonly screen: string; readonly isSure: boolean}
	| {readonly type: 'fork-session'}
	/**
	 * If `session` is null, the person first chooses a session. Then the deletion has to be
	 * confirmed.
	 */
	| {readonly type: 'delete-session'; readonly session: SessionId | null; readonly isSure: boolean}
	| {readonly type: 'export-session'; readonly path: string}
	| {
			readonly type: 'save-setting';
			readonly key: string;
			readonly value: string;
			/**
			 * Set if the choice was made in the list of settings: the list opens again with this entry
			 * marked.
			 */
			readonly reopens?: number;
	  }
	| {readonly type: 'run-doctor'}
	| {readonly type: 'show-diff'}
	| {readonly type: 'show-debug'}
	/** Shows one MCP server: its state, what it wrote to stderr, its tools. */
	| {readonly type: 'show-server'; readonly server: string}
	| {readonly type: 'run-shell'; readonly command: string}
	/** Leaves the session running. `agent-tui attach` comes back to it from any terminal. */
	| {readonly type: 'detach'}
	/** Continues the session in the version of the program that is installed now. */
	| {readonly type: 'upgrade'}
	/** Asks for confirmation if something would be lost, unless `isSure` is set. */
	| {readonly type: 'quit'; readonly isSure?: boolean};

/** Requests that change only this screen: what it shows, and what is being typed. */
export type UiIntent =
	| {readonly type: 'select-terminal'; readonly terminal: TerminalId}
	| {readonly type: 'focus'; readonly pane: Pane}
	| {readonly type: 'zoom'}
	| {readonly type: 'open-overlay'; readonly overlay: Overlay}
	| {readonly type: 'close-overlay'}
	| {readonly type: 'choose-theme'; readonly theme: string}
	/** Switches the mouse on or off. If `isOn` is unset, switches to the opposite. */
	| {readonly type: 'toggle-mouse'; readonly isOn?: boolean}
	/** How many screens show the session, and whether its engine is silent. */
	| {readonly type: 'tell-engine'; readonly screens: number; readonly isSilent: boolean}
	/** The other running sessions have changed: `elsewhere` waits for the person. */
	| {
			readonly type: 'tell-elsewhere';
			readonly elsewhere: Elsewhere | null;
			readonly running: readonly RunningElsewhere[];
	  }
	| {readonly type: 'compose'; readonly text: string}
	| {readonly type: 'search'; readonly text: string}
	| {readonly type: 'copy'; readonly what: CopiedPart};

const frontEndIntents: Readonly<Record<FrontEndIntent['type'], true>> = {
	'open-session': true,
	'list-sessions': true,
	'list-screens': true,
	'dismiss-screen': true,
	'fork-session': true,
	'delete-session': true,
	'export-session': true,
	'save-setting': true,
	'run-doctor': true,
	'show-diff': true,
	'show-debug': true,
	'show-server': true,
	'run-shell': true,
	detach: true,
	upgrade: true,
	quit: true,
};

export function isFrontEndIntent(intent: Intent): intent is FrontEndIntent {
	return intent.type in frontEndIntents;
}
