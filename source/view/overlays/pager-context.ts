import {withoutLast} from '../../text/without-last.ts';
import type {FocusContext} from '../actions/action.ts';
import type {ScrollMove} from '../actions/scroll-move.ts';
import {helpCommands} from '../input/help-commands.ts';
import type {InputTools} from '../input/input-tools.ts';
import {noteReading} from '../input/may-answer.ts';
import {type DialogPage, pageOf, topOf} from './page.ts';

/** The context of a text in an overlay, which is read page by page. */
export const pagerContext: FocusContext = {
	name: 'pager',
	keys: 'pager',
	takesEverything: true,
	holds: ({ui}) => ui().overlay !== null,
	first(tools) {
		noteShownPage(tools);
		return false;
	},
	type: () => {},
};

/** The context in which the search text of the help is typed. */
export const findContext: FocusContext = {
	name: 'find',
	keys: 'list',
	takesEverything: true,
	holds: ({ui}) => ui().overlay?.type === 'help' && ui().finding,
	type(tools, key) {
		if (key.text !== '' && !key.ctrl && !key.alt) {
			find(tools, tools.ui().list.query + key.text);
		}
	},
	paste: (tools, text) => find(tools, tools.ui().list.query + text.replaceAll('\n', ' ')),
};

/**
 * Begins a search, which only the help has. The detail of a card can't be filtered, because it
 * counts as read only if nothing was hidden.
 */
export function beginFinding({ui, change}: InputTools): boolean {
	const isHelp = ui().overlay?.type === 'help';
	if (isHelp) {
		change({finding: true});
	}
	return isHelp;
}

export function endFinding({change}: InputTools): void {
	change({finding: false});
}

export function shortenFind(tools: InputTools): void {
	find(tools, withoutLast(tools.ui().list.query));
}

export function clearFind(tools: InputTools): void {
	find(tools, '');
}

/** Ends the search if there is one; otherwise closes the overlay. */
export function leavePager(tools: InputTools): void {
	const {overlay, list} = tools.ui();
	if (overlay?.type === 'help' && list.query !== '') {
		clearFind(tools);
		endFinding(tools);
	} else {
		tools.change({finding: false});
		tools.perform({type: 'close-overlay'});
	}
}

function find({change}: InputTools, query: string): void {
	change({list: {query, selected: 0}, pagerTop: 0});
}

export function scrollPager(tools: InputTools, move: ScrollMove): boolean {
	const page = shownPage(tools);
	const by = page ? rowsMoved(page)[move] : undefined;
	if (!page || by === undefined) {
		return false;
	}
	const top = topOf(page, tools.ui().pagerTop);
	tools.change({pagerTop: topOf(page, top + by)});
	return true;
}

function rowsMoved({lines, height}: DialogPage): Partial<Readonly<Record<ScrollMove, number>>> {
	return {
		'scroll-up': -1,
		'scroll-down': 1,
		'page-up': 1 - height,
		'page-down': height - 1,
		top: -lines.length,
		bottom: lines.length,
	};
}

function shownPage(tools: InputTools): DialogPage | null {
	const ui = tools.ui();
	const {overlay, focus} = ui;
	const from = {ui, look: tools.look(), focus, keymap: tools.keymap, commands: helpCommands(tools)};
	return overlay && pageOf(overlay, from);
}

/** Records that the visible page was read, before a key turns it. */
function noteShownPage(tools: InputTools): void {
	const page = tools.ui().reading && shownPage(tools);
	if (page) {
		const {lines, height} = page;
		noteReading(tools, {top: topOf(page, tools.ui().pagerTop), height, total: lines.length});
	}
}
