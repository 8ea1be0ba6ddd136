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
 * in it is durable.
 */
export type UiState = {
	/** The settings as they are now; kept up to date while the screen is open. */
	readonly settings: FrontEndSettings;
	readonly focus: Pane;
	readonly zoomed: boolean;
	readonly overlay: Overlay | null;
	readonly theme: string;
	readonly selectedTerminal: TerminalId | null;
	/** How many terminals are shown at the same time, if there is space. */
	readonly split: number;
	readonly mouse: boolean;
	/** Panes that stay open without the focus. Panes that are not named are hidden or folded. */
	readonly openPanes: OpenPanes;
	readonly shares: Shares;
	readonly mode: Mode;
	/** The leader key was pressed; the next key selects its action. */
	readonly leader: boolean;
	readonly composer: ComposerState;
	/** The text in a mode that has an input line of its own. */
	readonly line: string;
	/** The call that a reason is being written for. */
	readonly reasonFor: CallId | null;
	/** The call whose command or rule is being changed. */
	readonly editFor: CallId | null;
	/** How many characters of a hidden input have been typed. */
	readonly hiddenLength: number;
	/** The visible answer that is being typed for a host. */
	readonly answer: string;
	/** The terminal that a hidden input is for. */
	readonly secretFor: TerminalId | null;
	/** The pane that gets the focus back when the hidden input ends. */
	readonly returnTo: Pane;
	readonly list: {readonly query: string; readonly selected: number};
	/** Whether the search text of the help is being typed. */
	readonly finding: boolean;
	/** Recent choices in the palette and typed commands, the newest first. */
	readonly recent: readonly string[];
	readonly pagerTop: number;
	/** The open detail, and the row up to which it was seen without a gap. */
	readonly reading: {
		readonly subject: string;
		readonly since: number;
		readonly isMany: boolean;
		readonly to: number;
	} | null;
	/** Identifies the calls whose detail was read to its end. */
	readonly read: string | null;
	/** The view of a terminal's earlier output: the line at its end (null: live), and the search. */
	readonly terminal: {
		readonly end: number | null;
		readonly query: string;
		/** The first and last selected line, counted as in the scrollback. */
		readonly selection: {readonly anchor: number; readonly head: number} | null;
	};
	/** Which incident is marked in the monitor, counted from the newest. */
	readonly incident: number;
	readonly card: CardFocus;
	/** The words of the rule that a card would save. */
	readonly ruleMatch: string;
	/** The message that an edit or a history search has set aside. */
	readonly laidAside: Draft | null;
	/** The terminal whose keyboard was lost unexpectedly, and the time of the last key. */
	readonly keysLost: {readonly terminal: TerminalId; readonly lastKeyAt: number} | null;
	/** The branch of the working folder; null: none, or it is not known yet. */
	readonly branch: string | null;
	/** A session that runs in this folder, to which Enter goes as long as nothing is said in this one. */
	readonly offer: RunningOffer | null;
	/** Another session that waits for the person, and that no screen shows. */
	readonly elsewhere: Elsewhere | null;
	/** The other sessions that run, first those that wait for a person. */
	readonly running: readonly RunningElsewhere[];
	/** All that goes to the model and comes back is recorded: `/debug on`. */
	readonly isRecording: boolean;
	/** How many screens show this session. */
	readonly screens: number;
	/** The engine runs in another process, which says nothing. */
	readonly isEngineSilent: boolean;
	/** Said for a moment in the status line. */
	readonly flash: string;
	/** When the last of these was said. */
	readonly flashedAt: number;
	/** Counts changes of the transcript's view: scrolling, selecting, searching. */
	readonly viewVersion: number;
	/** When quitting was first requested; a second request soon after it quits. */
	readonly quitArmedAt: number;
};

export type Elsewhere = {
	readonly session: SessionId;
	readonly name: string;
	/** How many sessions besides this one wait for the person. */
	readonly others: number;
	/** The keys that go there, as they are written for people. */
	readonly key: string;
};

export type RunningElsewhere = {
	readonly session: SessionId;
	readonly name: string;
	readonly hop: string | null;
	readonly state: 'idle' | 'working' | 'waiting' | 'ended';
};

export type RunningOffer = RunningHere & {
	/** How many more run here. */
	readonly others: number;
	/** When it was put on the screen. */
	readonly since: number;
};

export type OpenPanes = Readonly<Partial<Record<SidePane, PaneOpening>>>;

/**
 * `raised`: the pane opened by itself because something happened, and closes when all has been well
 * for a while. `opened`: the person opened it, and only the person closes it.
 */
export type PaneOpening = 'raised' | 'opened';

export type Mode =
	/** Typing a message. */
	| 'compose'
	/** Walking through the transcript. */
	| 'browse'
	/** Typing what to search for. */
	| 'search'
	/** Typing why a call is refused. */
	| 'reason'
	/** Changing what a waiting call would do. */
	| 'edit'
	/** Changing the words of a rule before it is saved. */
	| 'rule'
	/** Typing what to look for in earlier input. */
	| 'history'
	/** Typing a hidden text; the state knows only its length. */
	| 'secret';

const emptyList = {query: '', selected: 0};

/** Opens the overlay at its top and without a filter. */
export function withOverlay(overlay: Overlay): Partial<UiState> {
	const selected = overlay.type === 'picker' ? (overlay.selected ?? 0) : 0;
	return {overlay, list: {query: '', selected}, finding: false, pagerTop: 0, reading: null};
}

/** Opens a pane, or closes it where `opening` is null. */
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
