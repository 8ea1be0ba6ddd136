import type {ActionTable, FocusContext, RunAction} from '../actions/action.ts';
import {isInPane, pasteNowhere} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {BrowserMove} from '../input/transcript-browser.ts';
import {beginFinding} from '../overlays/pager-context.ts';
import {copyAll, copySelection, toggleSelection} from '../terminal/select-lines.ts';
import {searchAgain} from '../terminal/terminal-scroll.ts';

export const browseContext: FocusContext = {
	name: 'browse',
	keys: 'browse',
	holds: ({ui}) => isInPane(ui(), 'chat') && ui().mode === 'browse',
	type: () => {},
	paste: pasteNowhere,
};

/** Actions to scroll, search, select and copy, in the transcript and in a terminal. */
export const browseActions = {
	browse: {
		words: 'Browse the transcript',
		keys: {leader: ['v', '[']},
		brief: {leader: 'browse'},
		isOffered: true,
		run: browse,
	},
	'next-message': {words: 'Next message', keys: {browse: ['}', ']']}, run: moving('next-message')},
	'previous-message': {
		words: 'Previous message',
		keys: {browse: ['{', '[']},
		run: moving('previous-message'),
	},
	unfold: {
		words: 'Unfold or fold what is at the top',
		keys: {browse: ['o']},
		run: moving('unfold'),
	},
	search: {
		words: 'Search',
		keys: {browse: ['/'], terminal: ['/'], pager: ['/'], leader: ['/']},
		brief: {leader: 'search'},
		isOffered: true,
		run: {browse: beginSearch, terminal: beginSearch, pager: beginFinding, global: beginSearch},
	},
	'search-next': {
		words: 'Next match',
		keys: {browse: ['n'], terminal: ['n']},
		run: {browse: moving('search-next'), terminal: tools => searchAgain(tools, 'next')},
	},
	'search-previous': {
		words: 'Previous match',
		keys: {browse: ['N'], terminal: ['N']},
		run: {browse: moving('search-previous'), terminal: tools => searchAgain(tools, 'previous')},
	},
	'select-rows': {
		words: 'Select rows',
		keys: {browse: ['v', 'V'], terminal: ['v', 'V']},
		run: {browse: moving('select-rows'), terminal: toggleSelection},
	},
	'copy-selection': {
		words: 'Copy the selection, or the message at the top',
		keys: {browse: ['y'], terminal: ['y']},
		run: {browse: copyMarked, terminal: copySelection},
	},
	'copy-reply': {
		words: 'Copy the last reply',
		keys: {browse: ['r'], leader: ['y']},
		brief: {leader: 'copy reply'},
		isOffered: true,
		run: ({perform}) => perform({type: 'copy', what: 'reply'}),
	},
	'copy-code': {
		words: 'Copy the last code block',
		keys: {browse: ['c'], leader: ['Y']},
		brief: {leader: 'copy code'},
		isOffered: true,
		run: ({perform}) => perform({type: 'copy', what: 'code'}),
	},
	'copy-output': {
		words: "Copy the last command's output",
		keys: {browse: ['x'], terminal: ['x']},
		isOffered: true,
		run: {browse: copyOutput, terminal: copyAll, global: copyOutput},
	},
} as const satisfies ActionTable;

function beginSearch({change}: InputTools): void {
	change({mode: 'search', line: ''});
}

function browse({perform, change}: InputTools): void {
	perform({type: 'focus', pane: 'chat'});
	change({mode: 'browse'});
}

/** Scrolls the transcript. Returns false if the action does something else. */
export function scrollTranscript(tools: InputTools, move: BrowserMove): boolean {
	const isMove = tools.browser.act(move);
	if (isMove) {
		tools.moved();
	}
	return isMove;
}

export function moving(move: BrowserMove): RunAction {
	return tools => scrollTranscript(tools, move);
}

/**
 * Removes the marks of a search and the selection. If there are none, gives the keyboard back to
 * the composer.
 */
export function leaveBrowsing(tools: InputTools): void {
	if (!tools.browser.clearMarks()) {
		tools.browser.follow();
		tools.change({mode: 'compose'});
	}
	tools.moved();
}

function copyMarked(tools: InputTools): void {
	tools.flash(tools.system.copy(tools.browser.copyText()));
	tools.browser.clearMarks();
	tools.moved();
}

function copyOutput({perform}: InputTools): void {
	perform({type: 'copy', what: 'output'});
}
