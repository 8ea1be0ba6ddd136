import type {Pane} from '../../events/screen.ts';
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
	/** How many characters of a hidden input have been typed. */
	readonly hiddenLength: number;
	/** The pane to go back to after it. */
	readonly returnTo: Pane;
	readonly list: {readonly query: string; readonly selected: number};
	readonly pagerTop: number;
	/** Looking back in a terminal: behind which line the view ends (null: it is live), and what was sought. */
	readonly terminal: {readonly end: number | null; readonly query: string};
	readonly card: CardFocus;
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
	/** Typing what to look for in earlier input. */
	| 'history'
	/** Typing what nobody is to see: only its length is known here. */
	| 'secret';

export const emptyList = {query: '', selected: 0};

export const initialDesk: DeskState = {
	mode: 'compose',
	leader: false,
	composer: emptyComposer,
	line: '',
	hiddenLength: 0,
	returnTo: 'chat',
	list: emptyList,
	pagerTop: 0,
	terminal: {end: null, query: ''},
	card: noCard,
	flash: '',
	viewVersion: 0,
};
