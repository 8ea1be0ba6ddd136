import type {CallId, SessionId, TerminalId} from '../../events/ids.ts';
import type {RunningHere} from '../../events/query.ts';
import {defaultFrontEndSettings, type FrontEndSettings} from '../../events/settings.ts';
import {type ComposerState, emptyComposer} from '../composer/composer-state.ts';
import type {Draft} from '../composer/draft.ts';
import {type CardFocus, noCard} from '../input/card-focus.ts';
import type {Shares} from '../layout.ts';
import type {Pane, SidePane} from '../panes/panes.ts';
import type {Overlay} from './overlay.ts';

/**
 * The state of one screen: what it shows and what is being typed. It ends with the screen; nothing
 * in it is stored.
 */
export type UiState = {
	/** The present settings. They are kept up to date while the screen is open. */
	readonly settings: FrontEndSettings;
	readonly focus: Pane;
	readonly zoomed: boolean;
	readonly overlay: Overlay | null;
	readonly theme: string;
	readonly selectedTerminal: TerminalId | null;
	/** How many terminals are shown at once, if there is room. */
	readonly split: number;
	readonly mouse: boolean;
	/** Panes that stay open without the focus. All others are hidden or folded. */
	readonly openPanes: OpenPanes;
	readonly shares: Shares;
	readonly mode: Mode;
	/** The leader key was pressed, and the next key selects an action. */
	readonly leader: boolean;
	readonly composer: ComposerState;
	/** The text of the input line, in modes that have one. */
	readonly line: string;
	/** The call for whose refusal a reason is being typed. */
	readonly reasonFor: CallId | null;
	/** The call whose command or rule is being edited. */
	readonly editFor: CallId | null;
	/** How many characters of a hidden text have been typed. */
	readonly hiddenLength: number;
	/** The visible answer to a host's question, as far as it was typed. */
	readonly answer: string;
	/** The terminal for whose program a secret is being typed. */
	readonly secretFor: TerminalId | null;
	/** The pane that gets the focus back after the secret. */
	readonly returnTo: Pane;
	readonly list: {readonly query: string; readonly selected: number};
	/** Whether a search text for the help is being typed. */
	readonly finding: boolean;
	/** Choices in the palette and typed commands, newest first. */
	readonly recent: readonly string[];
	readonly pagerTop: number;
	/**
	 * The detail of a card that is open; `to` is the row up to which the person has seen all of it.
	 */
	readonly reading: {
		readonly subject: string;
		readonly since: number;
		readonly isMany: boolean;
		readonly to: number;
	} | null;
	/** Identifies the calls whose detail the person has seen to its end. */
	readonly read: string | null;
	/**
	 * The view of a terminal's earlier output: the line at its end (null if live), and the last
	 * search text.
	 */
	readonly terminal: {
		readonly end: number | null;
		readonly query: string;
		/** The first and the last selected line, counted from the first line of the scrollback. */
		readonly selection: {readonly anchor: number; readonly head: number} | null;
	};
	/** The index of the marked incident in the monitor, counted from the newest. */
	readonly incident: number;
	readonly card: CardFocus;
	/** The `match` of the rule that the card would save. */
	readonly ruleMatch: string;
	/** The message that was set aside for an edit or a history search. */
	readonly laidAside: Draft | null;
	/**
	 * Set while keys are ignored: the terminal whose program ended while the person was typing, and
	 * the time of the last key.
	 */
	readonly keysLost: {readonly terminal: TerminalId; readonly lastKeyAt: number} | null;
	/** The branch of the working folder; null if there is none or it is not known yet. */
	readonly branch: string | null;
	/**
	 * Another session that runs in this folder. Enter goes there as long as this conversation is
	 * empty.
	 */
	readonly offer: RunningOffer | null;
	/** Another session that waits for the person, and that no screen shows. */
	readonly elsewhere: Elsewhere | null;
	/** The other running sessions. Those that wait for the person come first. */
	readonly running: readonly RunningElsewhere[];
	/** Whether requests and answers of the model are being recorded (`/debug on`). */
	readonly isRecording: boolean;
	/** How many screens show this session. */
	readonly screens: number;
	/** Whether the engine, which runs in another process, has stopped sending. */
	readonly isEngineSilent: boolean;
	/** A message that the status line shows for a moment. */
	readonly flash: string;
	/** When the last such message was shown. */
	readonly flashedAt: number;
	/** Counts changes of the transcript's view by scrolling, selecting and searching. */
	readonly viewVersion: number;
	/** When quitting was requested the first time. A second request soon after it quits. */
	readonly quitArmedAt: number;
};

export type Elsewhere = {
	readonly session: SessionId;
	readonly name: string;
	/** How many further sessions wait for the person. */
	readonly others: number;
	/** The keys that go to the session, as people write them. */
	readonly key: string;
};

export type RunningElsewhere = {
	readonly session: SessionId;
	readonly name: string;
	readonly hop: string | null;
	readonly state: 'idle' | 'working' | 'waiting' | 'ended';
};

export type RunningOffer = RunningHere & {
	/** How many further sessions run in this folder. */
	readonly others: number;
	/** When the offer appeared on the screen. */
	readonly since: number;
};

export type OpenPanes = Readonly<Partial<Record<SidePane, PaneOpening>>>;

/**
 * `raised`: the pane opened by itself because something happened, and closes when all has been well
 * for a while. `opened`: the person opened it, and only the person closes it.
 */
export type PaneOpening = 'raised' | 'opened';

export type Mode =
	/** A message is being typed. */
	| 'compose'
	/** The person moves through the transcript. */
	| 'browse'
	/** A search text is being typed. */
	| 'search'
	/** The reason for a refusal is being typed. */
	| 'reason'
	/** The command of a waiting call is being edited. */
	| 'edit'
	/** The words of a rule are being edited before it is saved. */
	| 'rule'
	/** A search text for earlier input is being typed. */
	| 'history'
	/** A hidden text is being typed. The state knows only its length. */
	| 'secret';

const emptyList = {query: '', selected: 0};

/** Opens an overlay, at its top and without a filter. */
export function withOverlay(overlay: Overlay): Partial<UiState> {
	const selected = overlay.type === 'picker' ? (overlay.selected ?? 0) : 0;
	return {overlay, list: {query: '', selected}, finding: false, pagerTop: 0, reading: null};
}

/** Opens a pane, or closes it if `opening` is null. */
export function withPane(
	openPanes: OpenPanes,
	pane: SidePane,
	opening: PaneOpening | null,
): OpenPanes {
	const {[pane]: _, ...others} = openPanes;
	return opening ? {...others, [pane]: opening} : others;
}

export const initialUiState: UiState = {
	settings: defaultFrontEndSettings,
	focus: 'chat',
	zoomed: false,
	overlay: null,
	theme: 'dark',
	selectedTerminal: null,
	split: 1,
	mouse: false,
	openPanes: {},
	shares: {},
	mode: 'compose',
	leader: false,
	composer: emptyComposer,
	line: '',
	reasonFor: null,
	editFor: null,
	hiddenLength: 0,
	answer: '',
	secretFor: null,
	returnTo: 'chat',
	list: emptyList,
	finding: false,
	recent: [],
	pagerTop: 0,
	reading: null,
	read: null,
	terminal: {end: null, query: '', selection: null},
	incident: 0,
	card: noCard,
	ruleMatch: '',
	laidAside: null,
	keysLost: null,
	branch: null,
	offer: null,
	elsewhere: null,
	running: [],
	isRecording: false,
	screens: 1,
	isEngineSilent: false,
	flash: '',
	flashedAt: 0,
	viewVersion: 0,
	quitArmedAt: Number.NEGATIVE_INFINITY,
};
