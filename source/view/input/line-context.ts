import type {KeyPress} from '../../keys/key.ts';
import {withoutLast} from '../../text/without-last.ts';
import type {FocusContext} from '../actions/action.ts';
import {composerContext} from '../composer/composer-contexts.ts';
import {setText} from '../composer/composer-state.ts';
import {
	findEntry,
	type HistorySearch,
	searchFor,
	searchNewer,
	searchOlder,
} from '../composer/history.ts';
import {searchTerminal} from '../terminal/terminal-scroll.ts';
import type {InputTools} from './input-tools.ts';
import {search} from './ui-intents.ts';

/**
 * The context of the input line under the transcript: for a search, or for the reason of a refusal.
 */
export const lineContext: FocusContext = {
	name: 'line',
	keys: 'list',
	takesEverything: true,
	holds: ({ui}) => ['search', 'reason', 'history'].includes(ui().mode),
	type(tools, key) {
		if (key.text !== '' && !key.ctrl && !key.alt) {
			write(tools, tools.ui().line + key.text);
		} else if (tools.ui().mode === 'history' && key.ctrl && key.name === 'r') {
			stepHistory(tools, 'older');
		} else {
			composerTakesOver(tools, key);
		}
	},
	paste: (tools, text) => write(tools, tools.ui().line + text.replaceAll('\n', ' ')),
};

function write(tools: InputTools, line: string): void {
	tools.change({line});
	if (tools.ui().mode === 'history') {
		showMatch(tools, searchFor(line));
	}
}

export function shortenLine(tools: InputTools): void {
	write(tools, withoutLast(tools.ui().line));
}

export function clearLine(tools: InputTools): void {
	write(tools, '');
}

/**
 * Closes the input line without a result. After a history search, the message that was set aside
 * returns.
 */
export function leaveLine(tools: InputTools): void {
	const {mode, composer, laidAside} = tools.ui();
	tools.change({
		mode: mode === 'search' && tools.ui().focus === 'chat' ? 'browse' : 'compose',
		line: '',
		...(mode === 'history' && {
			laidAside: null,
			composer: {...composer, draft: laidAside ?? composer.draft},
		}),
	});
}

/** In a history search, an editing key ends the search and edits the text that was found. */
function composerTakesOver(tools: InputTools, key: KeyPress): void {
	if (tools.ui().mode === 'history') {
		tools.change({mode: 'compose', line: '', laidAside: null});
		composerContext.type?.(tools, key);
	}
}

export function finishLine(tools: InputTools): void {
	const {mode, line, reasonFor} = tools.ui();
	switch (mode) {
		case 'search':
			if (tools.ui().focus === 'terminal') {
				tools.change({mode: 'compose', line: ''});
				return void searchTerminal(tools, {query: line, direction: 'previous'});
			}
			return search(tools, line === '' ? ' ' : line);
		case 'reason':
			tools.change({mode: 'compose', line: ''});
			// The reason belongs to the call for which it was typed, although the card may show another
			// call by now.
			if (reasonFor !== null) {
				const reason = line.trim();
				const verdict = {type: 'deny', ...(reason !== '' && {reason})} as const;
				tools.perform({type: 'answer', call: reasonFor, verdict});
			}
			return;
		default:
			return tools.change({mode: 'compose', line: '', laidAside: null});
	}
}

/** Goes to the next match in the earlier input. Returns false if there is no history search. */
export function stepHistory(tools: InputTools, to: 'older' | 'newer'): boolean {
	const {mode, composer} = tools.ui();
	if (mode === 'history') {
		const {history, search: seeking} = composer;
		showMatch(tools, to === 'older' ? searchOlder(history, seeking) : searchNewer(seeking));
	}
	return mode === 'history';
}

function showMatch(tools: InputTools, next: HistorySearch): void {
	const {composer} = tools.ui();
	const found = next.query === '' ? null : findEntry(composer.history, next);
	tools.change({
		composer: {...(found === null ? composer : setText(composer, found)), search: next},
	});
	if (found === null && next.query !== '') {
		tools.flash(`Nothing earlier has "${next.query}".`);
	}
}
