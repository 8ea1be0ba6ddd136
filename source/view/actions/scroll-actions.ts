import {scrollMonitor} from '../monitor/monitor-actions.ts';
import {moveInList} from '../overlays/list-context.ts';
import {scrollPager} from '../overlays/pager-context.ts';
import {moveInTerminal} from '../terminal/select-lines.ts';
import {scrollTranscript} from '../transcript/browse-actions.ts';
import type {ActionRecord, ActionTable} from './action.ts';
import type {ScrollMove} from './scroll-move.ts';

/**
 * Actions that scroll through a pane, a list or a text. Each focus carries them out in its own way.
 */
export const scrollActions = {
	'scroll-up': {
		words: 'One line up',
		keys: {
			composer: ['ctrl+up'],
			browse: ['up', 'k'],
			terminal: ['up', 'k'],
			monitor: ['up', 'k'],
			pager: ['up', 'k'],
		},
		run: scrolling('scroll-up'),
	},
	'scroll-down': {
		words: 'One line down',
		keys: {
			composer: ['ctrl+down'],
			browse: ['down', 'j', 'enter'],
			terminal: ['down', 'j'],
			monitor: ['down', 'j'],
			pager: ['down', 'j'],
		},
		run: scrolling('scroll-down'),
	},
	'page-up': {
		words: 'One page up',
		keys: {
			composer: ['pageup', 'alt+v'],
			browse: ['pageup', 'b', 'ctrl+b'],
			terminal: ['pageup', 'b'],
			monitor: ['pageup', 'b'],
			list: ['pageup'],
			pager: ['pageup', 'b'],
		},
		run: scrolling('page-up'),
	},
	'page-down': {
		words: 'One page down',
		keys: {
			composer: ['pagedown', 'ctrl+v'],
			browse: ['pagedown', 'space', 'f', 'ctrl+f'],
			terminal: ['pagedown', 'space', 'f'],
			monitor: ['pagedown', 'space', 'f'],
			list: ['pagedown'],
			pager: ['pagedown', 'space', 'f'],
		},
		run: scrolling('page-down'),
	},
	'half-page-up': {
		words: 'Half a page up',
		keys: {browse: ['u', 'ctrl+u']},
		run: scrolling('half-page-up'),
	},
	'half-page-down': {
		words: 'Half a page down',
		keys: {browse: ['d', 'ctrl+d']},
		run: scrolling('half-page-down'),
	},
	top: {
		words: 'To the top',
		keys: {
			composer: ['ctrl+home'],
			browse: ['g', 'home'],
			terminal: ['home', 'g'],
			monitor: ['home'],
			pager: ['home', 'g'],
		},
		run: scrolling('top'),
	},
	bottom: {
		words: 'To the bottom',
		keys: {
			composer: ['ctrl+end'],
			browse: ['G', 'end'],
			terminal: ['end', 'G'],
			monitor: ['end', 'G'],
			pager: ['end', 'G'],
		},
		run: scrolling('bottom'),
	},
} as const satisfies ActionTable;

function scrolling(move: ScrollMove): ActionRecord['run'] {
	return {
		composer: tools => scrollTranscript(tools, move),
		browse: tools => scrollTranscript(tools, move),
		terminal: tools => moveInTerminal(tools, move),
		monitor: tools => scrollMonitor(tools, move),
		list: tools => moveInList(tools, move),
		find: tools => scrollPager(tools, move),
		pager: tools => scrollPager(tools, move),
	};
}
