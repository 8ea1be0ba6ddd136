import type {State} from '../../state/state.ts';
import type {ScrollMove} from '../actions/scroll-move.ts';
import type {Paint} from '../theme.ts';
import {
	type BlockPosition,
	createTranscript,
	type Transcript,
	type TranscriptLook,
} from '../transcript/cache.ts';
import {textOfBlock} from '../transcript/copy.ts';
import {markedRows} from '../transcript/marks.ts';
import {
	blockAtTop,
	following,
	jump,
	pageRows,
	reveal,
	type Scroll,
	scrollBy,
	scrollToTop,
	viewport,
} from '../transcript/scroll.ts';
import {createSearch, type Hit, placeOf, type SearchResult, stepHit} from '../transcript/search.ts';
import {
	extendSelection,
	type Selection,
	selectedText,
	startSelection,
} from '../transcript/selection.ts';

/** The transcript with its scroll position, search and selection. */
export type Browser = {
	readonly update: (state: State, size: {width: number; height: number}) => void;
	readonly repaint: (look: TranscriptLook) => void;
	readonly rows: (paint: Paint) => readonly string[];
	/** How many rows are below the view; null if the view is at the end. */
	readonly position: () => {readonly rowsBelow: number} | null;
	/** Carries out the action. Returns false for an action that is no `BrowserMove`. */
	readonly act: (move: BrowserMove) => boolean;
	readonly scrollRows: (rows: number) => void;
	readonly search: (query: string) => {readonly count: number; readonly more: boolean};
	readonly follow: () => void;
	readonly copyText: () => string;
	readonly clearMarks: () => boolean;
	readonly transcript: Transcript;
};

/** Actions in the transcript: they scroll, jump, search, select or unfold. */
export type BrowserMove =
	| ScrollMove
	| 'next-message'
	| 'previous-message'
	| 'next-card'
	| 'previous-card'
	| 'unfold'
	| 'search-next'
	| 'search-previous'
	| 'select-rows';

export function createBrowser(look: TranscriptLook): Browser {
	const transcript = createTranscript(look);
	const finder = createSearch();
	const eye: Eye = {scroll: following, found: null, hit: null, selection: null, height: 1};
	return {
		transcript,
		update(state, {width, height}) {
			eye.height = Math.max(1, height);
			transcript.update(state, width);
		},
		repaint: other => transcript.repaint(other),
		rows: other => {
			const view = viewport(transcript, eye.scroll, eye.height);
			return markedRows({transcript, view, width: transcript.width(), ...eye}, other);
		},
		position() {
			const view = viewport(transcript, eye.scroll, eye.height);
			return view.atEnd
				? null
				: {rowsBelow: Math.max(1, view.rowsTotal - view.rowsAbove - view.rows.length)};
		},
		act: action => act(transcript, eye, action),
		scrollRows: rows => {
			eye.scroll = scrollBy(transcript, eye.scroll, {rows, height: eye.height});
		},
		search(query) {
			eye.found = finder.find(transcript, query);
			eye.hit = null;
			step(transcript, eye, 'previous');
			return {count: eye.found.hits.length, more: eye.found.more};
		},
		follow() {
			eye.scroll = following;
		},
		copyText() {
			if (eye.selection) {
				return selectedText(transcript, eye.selection);
			}
			const block = blockAtTop(transcript, eye.scroll, eye.height);
			return block ? textOfBlock(block) : '';
		},
		clearMarks() {
			const had = eye.found !== null || eye.selection !== null;
			Object.assign(eye, {found: null, hit: null, selection: null});
			return had;
		},
	};
}

type Eye = {
	scroll: Scroll;
	found: SearchResult | null;
	hit: Hit | null;
	selection: Selection | null;
	height: number;
};

function act(transcript: Transcript, eye: Eye, action: BrowserMove): boolean {
	const {height} = eye;
	const rows = rowsOf(action, height);
	if (rows !== null) {
		move(transcript, eye, rows);
		return true;
	}
	const target = jumps[action];
	if (target) {
		eye.scroll = jump(transcript, eye.scroll, {...target, height});
		return true;
	}
	return actOnMarks(transcript, eye, action);
}

function actOnMarks(transcript: Transcript, eye: Eye, action: BrowserMove): boolean {
	switch (action) {
		case 'top':
			eye.scroll = scrollToTop(transcript, eye.height);
			return true;
		case 'bottom':
			eye.scroll = following;
			return true;
		case 'search-next':
			step(transcript, eye, 'next');
			return true;
		case 'search-previous':
			step(transcript, eye, 'previous');
			return true;
		case 'select-rows':
			eye.selection = eye.selection ? null : selectionAtBottom(transcript, eye);
			return true;
		case 'unfold': {
			const block = blockAtTop(transcript, eye.scroll, eye.height);
			if (block) {
				transcript.toggle(block.id);
			}
			return true;
		}
		default:
			return false;
	}
}

/**
 * Moves the free end of the selection, and the view with it. Without a selection, only the view
 * moves.
 */
function move(transcript: Transcript, eye: Eye, rows: number): void {
	const {height} = eye;
	if (eye.selection) {
		eye.selection = extendSelection(transcript, eye.selection, rows);
		eye.scroll = reveal(transcript, eye.scroll, {place: eye.selection.head, height});
	} else {
		eye.scroll = scrollBy(transcript, eye.scroll, {rows, height});
	}
}

function rowsOf(action: BrowserMove, height: number): number | null {
	switch (action) {
		case 'scroll-up':
			return -1;
		case 'scroll-down':
			return 1;
		case 'page-up':
			return -pageRows(height, 'page');
		case 'page-down':
			return pageRows(height, 'page');
		case 'half-page-up':
			return -pageRows(height, 'half');
		case 'half-page-down':
			return pageRows(height, 'half');
		default:
			return null;
	}
}

const jumps: Partial<
	Readonly<
		Record<BrowserMove, {readonly to: 'message' | 'call'; readonly direction: 'next' | 'previous'}>
	>
> = {
	'next-message': {to: 'message', direction: 'next'},
	'previous-message': {to: 'message', direction: 'previous'},
	'next-card': {to: 'call', direction: 'next'},
	'previous-card': {to: 'call', direction: 'previous'},
};

function step(transcript: Transcript, eye: Eye, direction: 'next' | 'previous'): void {
	if (!eye.found) {
		return;
	}
	const from = eye.hit ? placeOf(eye.hit) : lastPlace(transcript, eye);
	eye.hit = stepHit(transcript, eye.found, {from, direction});
	if (eye.hit) {
		eye.scroll = reveal(transcript, eye.scroll, {place: placeOf(eye.hit), height: eye.height});
	}
}

function lastPlace(transcript: Transcript, eye: Eye): BlockPosition | null {
	return viewport(transcript, eye.scroll, eye.height).places.at(-1) ?? null;
}

function selectionAtBottom(transcript: Transcript, eye: Eye): Selection | null {
	const place = lastPlace(transcript, eye);
	return place && startSelection(place);
}
