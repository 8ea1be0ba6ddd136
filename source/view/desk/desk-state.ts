import type {CallId, TerminalId} from '../../events/ids.ts';
import type {Overlay, Pane} from '../../events/screen.ts';
import type {Draft} from '../composer/draft.ts';
import {type CardFocus, noCard} from './card-focus.ts';
import {type ComposerState, emptyComposer} from './composer-state.ts';

/** What concerns only the hands. Gone with the screen, and nothing is lost by that. */
export type DeskState = {
	readonly mode: Mode;
	/** The leader key was pressed; the next key chooses. */
	readonly leader: boolean;
	readonly composer: ComposerState;
	/** What is typed in a mode that has a line of its own. */
	readonly line: string;
	/** The call that a reason is being written for. */
	readonly reasonFor: CallId | null;
	/** The call whose command or rule is being changed. */
	readonly editFor: CallId | null;
	/** How many characters of a hidden input have been typed. */
	readonly hiddenLength: number;
	/** What is typed for a host that lets it be seen. */
	readonly answer: string;
	/** The terminal that a hidden input is for. */
	readonly secretFor: TerminalId | null;
	/** The pane to go back to after it. */
	readonly returnTo: Pane;
	readonly list: {readonly query: string; readonly selected: number};
	readonly pagerTop: number;
	/** Whose detail is open, and to which row it was seen without a gap. */
	readonly reading: {
		readonly subject: string;
		readonly since: number;
		readonly isMany: boolean;
		readonly to: number;
	} | null;
	/** The calls whose detail was read to its end, as they were then. */
	readonly read: string | null;
	/** The overlay that these belong to. */
	readonly overlay: Overlay | null;
	/** Looking back in a terminal: behind which line the view ends (null: it is live), and what was sought. */
	readonly terminal: {
		readonly end: number | null;
		readonly query: string;
		/** Lines, both included; counted as the scrollback counts them. */
		readonly selection: {readonly anchor: number; readonly head: number} | null;
	};
	/** Which incident is marked in the monitor, counted from the newest. */
	readonly incident: number;
	readonly card: CardFocus;
	/** The words of the rule that a card would save. */
	readonly ruleMatch: string;
	/** The message that was being written before an edit, or a search in earlier input, took its place. */
	readonly laidAside: Draft | null;
	/** The terminal whose keyboard was lost unasked, and when a key came last. */
	readonly keysLost: {readonly terminal: TerminalId; readonly lastKeyAt: number} | null;
	/** Said for a moment in the status line. */
	readonly flash: string;
	/** Counts changes of the transcript's view: scrolling, selecting, searching. */
	readonly viewVersion: number;
};

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
	/** Typing what nobody is to see: only its length is known here. */
	| 'secret';

const emptyList = {query: '', selected: 0};

/** How the list of an overlay begins. */
export function listOf(overlay: Overlay): DeskState['list'] {
	return overlay.type === 'picker' ? {...emptyList, selected: overlay.selected ?? 0} : emptyList;
}

export const initialDesk: DeskState = {
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
	pagerTop: 0,
	reading: null,
	read: null,
	overlay: null,
	terminal: {end: null, query: '', selection: null},
	incident: 0,
	card: noCard,
	ruleMatch: '',
	laidAside: null,
	keysLost: null,
	flash: '',
	viewVersion: 0,
};
