import type {SessionId, TerminalId} from '../../events/ids.ts';
import type {EngineIntent} from '../../events/intent.ts';
import type {Pane} from '../panes/panes.ts';
import type {CopiedPart} from '../transcript/copy.ts';
import type {Overlay} from './overlay.ts';
import type {Elsewhere, RunningElsewhere} from './ui-state.ts';

/** What keys, commands and lists ask for. */
export type Intent = EngineIntent | FrontEndIntent | UiIntent;

/** What each front end does in its own way: it asks the engine, and shows the answer. */
export type FrontEndIntent =
	| {readonly type: 'open-session'; readonly session: SessionId | null}
	/** `isRunning` leaves out those that no process runs now. */
	| {readonly type: 'list-sessions'; readonly isRunning?: boolean}
	| {readonly type: 'list-screens'}
	/** Unless `isSure` is set, asks first. */
	| {readonly type: 'dismiss-screen'; readonly screen: string; readonly isSure: boolean}
	| {readonly type: 'fork-session'}
	/** Null: the person is first asked which session, then whether to delete it. */
	| {readonly type: 'delete-session'; readonly session: SessionId | null; readonly isSure: boolean}
	| {readonly type: 'export-session'; readonly path: string}
	| {
			readonly type: 'save-setting';
			readonly key: string;
			readonly value: string;
			/** Chosen in the list of settings, which is shown again with this entry marked. */
			readonly reopens?: number;
	  }
	| {readonly type: 'run-doctor'}
	| {readonly type: 'show-diff'}
	| {readonly type: 'show-debug'}
	/** Shows one MCP server: its state, what it wrote to stderr, its tools. */
	| {readonly type: 'show-server'; readonly server: string}
	| {readonly type: 'run-shell'; readonly command: string}
	/** Leaves the session running, to come back to it from any terminal. */
	| {readonly type: 'detach'}
	/** Goes on with the session in the version that is installed now. */
	| {readonly type: 'upgrade'}
	/** Unless `isSure` is set, asks first if something would be lost. */
	| {readonly type: 'quit'; readonly isSure?: boolean};

/** Intents that change only this screen: what it shows, and what is being typed. */
export type UiIntent =
	| {readonly type: 'select-terminal'; readonly terminal: TerminalId}
	| {readonly type: 'focus'; readonly pane: Pane}
	| {readonly type: 'zoom'}
	| {readonly type: 'open-overlay'; readonly overlay: Overlay}
	| {readonly type: 'close-overlay'}
	| {readonly type: 'choose-theme'; readonly theme: string}
	/** Without `isOn`, switches to the opposite. */
	| {readonly type: 'toggle-mouse'; readonly isOn?: boolean}
	/** Facts about an engine in another process. */
	| {readonly type: 'tell-engine'; readonly screens: number; readonly isSilent: boolean}
	/** Other sessions run, or cease to; one of them waits for the person. */
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
