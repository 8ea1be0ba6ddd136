import {withoutLast} from '../../text/without-last.ts';
import type {FocusContext} from '../actions/action.ts';
import type {ScrollMove} from '../actions/scroll-move.ts';
import {helpCommands} from '../input/help-commands.ts';
import type {InputTools} from '../input/input-tools.ts';
import {noteReading} from '../input/may-answer.ts';
import {pagerRows} from './overlay-content.ts';

/** A text over the panes, page by page. */
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

/** What to search for in the help, while it is typed. */
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

/** Only help is searched: what is said of a card counts as read only if nothing of it is hidden. */
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

/** First it shows all again, then it closes. */
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
	const page = pageOf(tools);
	const by = page ? rowsMoved(page)[move] : undefined;
	if (!page || by === undefined) {
		return false;
	}
	const last = Math.max(0, page.rows.length - page.height);
	const top = Math.min(tools.ui().pagerTop, last);
	tools.change({pagerTop: Math.max(0, Math.min(last, top + by))});
	return true;
}

type Page = ReturnType<typeof pagerRows>;

function rowsMoved({rows, height}: Page): Partial<Readonly<Record<ScrollMove, number>>> {
	return {
		'scroll-up': -1,
		'scroll-down': 1,
		'page-up': 1 - height,
		'page-down': height - 1,
		top: -rows.length,
		bottom: rows.length,
	};
}

function pageOf(tools: InputTools): Page | null {
	const ui = tools.ui();
	const {overlay, focus} = ui;
	const from = {ui, look: tools.look(), focus, keymap: tools.keymap, commands: helpCommands(tools)};
	return overlay && pagerRows(overlay, from);
}

/** Records the page as read before a key leaves it. */
function noteShownPage(tools: InputTools): void {
	const page = tools.ui().reading && pageOf(tools);
	if (page) {
		const {rows, height} = page;
		const top = Math.min(tools.ui().pagerTop, Math.max(0, rows.length - height));
		noteReading(tools, {top, height, total: rows.length});
	}
}
