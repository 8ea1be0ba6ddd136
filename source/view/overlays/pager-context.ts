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
	const {overlay, focus} = tools.ui();
	const from = {look: tools.look(), focus, keymap: tools.keymap, commands: helpCommands(tools)};
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
