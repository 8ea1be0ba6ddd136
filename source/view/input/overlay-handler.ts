import type {Action} from '../../keys/actions.ts';
import {pagerRows} from '../overlays/overlay-content.ts';
import type {Overlay} from '../ui-state/overlay.ts';
import {helpCommands} from './help-commands.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {type Entry, listEntries} from './list-entries.ts';
import {noteReading} from './may-answer.ts';
import {runCommand} from './run-command.ts';

/** Lists are filtered by typing and navigated by arrows; texts are paged. */
export function createOverlayHandler(tools: InputTools): KeyHandler {
	const overlay = () => tools.ui().overlay;
	return {
		takesEverything: true,
		contexts: () => (isList(overlay()) ? ['list'] : ['pager']),
		act(action) {
			const shown = overlay();
			if (!shown) {
				return false;
			}
			if (!isList(shown)) {
				noteShownPage(tools, shown);
			}
			if (action === 'cancel') {
				cancel(tools, shown);
				return true;
			}
			return isList(shown) ? actOnList(tools, shown, action) : actOnPager(tools, shown, action);
		},
		type(key) {
			if (isList(overlay()) && key.text !== '' && !key.ctrl && !key.alt) {
				filter(tools, tools.ui().list.query + key.text);
			}
		},
		paste(text) {
			if (isList(overlay())) {
				filter(tools, tools.ui().list.query + text.replaceAll('\n', ' '));
			}
		},
	};
}

function isList(overlay: Overlay | null): boolean {
	return overlay?.type === 'palette' || overlay?.type === 'picker';
}

function entriesOf(tools: InputTools, overlay: Overlay): readonly Entry[] {
	const {query} = tools.ui().list;
	return listEntries(overlay, {query, keymap: tools.keymap, commands: helpCommands(tools)});
}

function cancel(tools: InputTools, overlay: Overlay): void {
	// Each item holds the same `restore`, so the first will do, even if the filter hides it.
	const restore = overlay.type === 'picker' ? overlay.items[0]?.restore : undefined;
	if (restore) {
		tools.perform(restore);
	}
	tools.perform({type: 'close-overlay'});
}

function filter(tools: InputTools, query: string): void {
	tools.change({list: {query, selected: 0}});
	preview(tools);
}

function preview(tools: InputTools): void {
	const overlay = tools.ui().overlay;
	const entry = overlay ? entriesOf(tools, overlay)[tools.ui().list.selected] : undefined;
	if (entry?.preview) {
		tools.perform(entry.preview);
	}
}

const pageRows = 10;

function actOnList(tools: InputTools, overlay: Overlay, action: Action): boolean {
	const {query, selected} = tools.ui().list;
	const entries = entriesOf(tools, overlay);
	const step = steps[action];
	if (step !== undefined) {
		const last = Math.max(0, entries.length - 1);
		const wraps = Math.abs(step) === 1;
		const next = selected + step;
		const wrapped = next < 0 ? last : next > last ? 0 : next;
		const clamped = Math.max(0, Math.min(last, next));
		tools.change({list: {query, selected: wraps ? wrapped : clamped}});
		preview(tools);
		return true;
	}
	switch (action) {
		case 'choose':
			choose(tools, entries[selected]);
			return true;
		case 'delete-left':
			filter(tools, query.slice(0, -1));
			return true;
		case 'delete-to-start':
			filter(tools, '');
			return true;
		default:
			return false;
	}
}

const steps: Partial<Readonly<Record<Action, number>>> = {
	'complete-next': 1,
	'complete-previous': -1,
	'page-down': pageRows,
	'page-up': -pageRows,
};

function choose(tools: InputTools, entry: Entry | undefined): void {
	if (!entry) {
		return;
	}
	tools.perform({type: 'close-overlay'});
	if (entry.preview) {
		tools.perform(entry.preview);
	}
	const {choice} = entry;
	switch (choice.type) {
		case 'intent':
			return tools.perform(choice.intent);
		case 'action':
			return tools.act(choice.action);
		case 'command':
			if (choice.takesArgument) {
				tools.perform({type: 'compose', text: `/${choice.name} `});
			} else {
				runCommand(tools, `/${choice.name}`);
			}
	}
}

function pageOf(tools: InputTools, overlay: Overlay): ReturnType<typeof pagerRows> {
	return pagerRows(overlay, {
		look: tools.look(),
		focus: tools.ui().focus,
		keymap: tools.keymap,
		commands: helpCommands(tools),
	});
}

/** Records the page as read before a key leaves it. */
function noteShownPage(tools: InputTools, overlay: Overlay): void {
	if (tools.ui().reading) {
		const {rows, height} = pageOf(tools, overlay);
		const top = Math.min(tools.ui().pagerTop, Math.max(0, rows.length - height));
		noteReading(tools, {top, height, total: rows.length});
	}
}

function actOnPager(tools: InputTools, overlay: Overlay, action: Action): boolean {
	const {rows, height} = pageOf(tools, overlay);
	const last = Math.max(0, rows.length - height);
	const moves: Partial<Record<Action, number>> = {
		'scroll-up': -1,
		'scroll-down': 1,
		'page-up': 1 - height,
		'page-down': height - 1,
		top: -rows.length,
		bottom: rows.length,
	};
	const move = moves[action];
	if (move === undefined) {
		return false;
	}
	const {pagerTop} = tools.ui();
	tools.change({pagerTop: Math.max(0, Math.min(last, Math.min(pagerTop, last) + move))});
	return true;
}
