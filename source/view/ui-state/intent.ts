import type {SessionId, TerminalId} from '../../events/ids.ts';
import type {EngineIntent} from '../../events/intent.ts';
import type {Pane} from '../panes/panes.ts';
import type {CopiedPart} from '../transcript/copy.ts';
import type {Overlay} from './overlay.ts';

/** What keys, commands and lists ask for. */
export type Intent = EngineIntent | FrontEndIntent | UiIntent;

/** What each front end does in its own way: it asks the engine, and shows the answer. */
export type FrontEndIntent =
	| {readonly type: 'open-session'; readonly session: SessionId | null}
	| {readonly type: 'list-sessions'}
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
	| {readonly type: 'run-shell'; readonly command: string}
	/** Leaves the session running, to come back to it from any terminal. */
	| {readonly type: 'detach'}
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
	| {readonly type: 'compose'; readonly text: string}
	| {readonly type: 'search'; readonly text: string}
	| {readonly type: 'copy'; readonly what: CopiedPart};

const frontEndIntents: Readonly<Record<FrontEndIntent['type'], true>> = {
	'open-session': true,
	'list-sessions': true,
	'fork-session': true,
	'delete-session': true,
	'export-session': true,
	'save-setting': true,
	'run-doctor': true,
	'show-diff': true,
	'show-debug': true,
	'run-shell': true,
	detach: true,
	quit: true,
};

export function isFrontEndIntent(intent: Intent): intent is FrontEndIntent {
	return intent.type in frontEndIntents;
}
