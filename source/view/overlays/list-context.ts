import {withoutLast} from '../../text/without-last.ts';
import type {FocusContext} from '../actions/action.ts';
import type {ScrollMove} from '../actions/scroll-move.ts';
import {helpCommands} from '../input/help-commands.ts';
import type {InputTools} from '../input/input-tools.ts';
import {type Entry, listEntries, recentName} from '../input/list-entries.ts';
import {withRecent} from '../input/recent.ts';
import {runCommand} from '../input/run-command.ts';
import {isList} from './overlay-size.ts';

/** The context of a list: typed text filters the list, arrows move the mark. */
export const listContext: FocusContext = {
	name: 'list',
	keys: 'list',
	takesEverything: true,
	holds({ui}) {
		const {overlay} = ui();
		return overlay !== null && isList(overlay);
	},
	type(tools, key) {
		if (key.text !== '' && !key.ctrl && !key.alt) {
			filter(tools, tools.ui().list.query + key.text);
		}
	},
	paste: (tools, text) => filter(tools, tools.ui().list.query + text.replaceAll('\n', ' ')),
};

export function shortenQuery(tools: InputTools): void {
	filter(tools, withoutLast(tools.ui().list.query));
}

export function clearQuery(tools: InputTools): void {
	filter(tools, '');
}

export function leaveList(tools: InputTools): void {
	const {overlay} = tools.ui();
	// The intent that undoes a preview. All items have the same one, so take it from the first.
	const restore = overlay?.type === 'picker' ? overlay.items[0]?.restore : undefined;
	if (restore) {
		tools.perform(restore);
	}
	tools.perform({type: 'close-overlay'});
}

function shownEntries(tools: InputTools): readonly Entry[] {
	const {overlay, list, recent} = tools.ui();
	const {keymap} = tools;
	const from = {query: list.query, recent, keymap, commands: helpCommands(tools)};
	return overlay ? listEntries(overlay, from) : [];
}

function filter(tools: InputTools, query: string): void {
	tools.change({list: {query, selected: 0}});
	preview(tools);
}

function preview(tools: InputTools): void {
	const entry = shownEntries(tools)[tools.ui().list.selected];
	if (entry?.preview) {
		tools.perform(entry.preview);
	}
}

const pageRows = 10;

/** Moves the mark by a page up or down. It stops at the ends of the list. */
export function moveInList(tools: InputTools, move: ScrollMove): boolean {
	if (move !== 'page-up' && move !== 'page-down') {
		return false;
	}
	const {query, selected} = tools.ui().list;
	const next = selected + (move === 'page-up' ? -pageRows : pageRows);
	const last = Math.max(0, shownEntries(tools).length - 1);
	tools.change({list: {query, selected: Math.max(0, Math.min(last, next))}});
	preview(tools);
	return true;
}

/**
 * Moves the mark by one entry. After the last entry comes the first, and before the first the last.
 */
export function stepInList(tools: InputTools, by: 1 | -1): void {
	const {query, selected} = tools.ui().list;
	const last = Math.max(0, shownEntries(tools).length - 1);
	const next = selected + by;
	tools.change({list: {query, selected: next < 0 ? last : next > last ? 0 : next}});
	preview(tools);
}

export function chooseEntry(tools: InputTools): void {
	const entry = shownEntries(tools)[tools.ui().list.selected];
	if (!entry) {
		return;
	}
	tools.perform({type: 'close-overlay'});
	if (entry.preview) {
		tools.perform(entry.preview);
	}
	const {choice} = entry;
	const name = recentName(choice);
	if (name !== null) {
		tools.change({recent: withRecent(tools.ui().recent, name)});
	}
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
