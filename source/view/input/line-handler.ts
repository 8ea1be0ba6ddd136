import type {Action, Context} from '../../keys/actions.ts';
import {setText} from '../composer/composer-state.ts';
import {
	findEntry,
	type HistorySearch,
	searchFor,
	searchNewer,
	searchOlder,
} from '../composer/history.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {withoutLast} from './secret-handler.ts';
import {searchTerminal} from './terminal-scroll.ts';
import {search} from './ui-intents.ts';

/** A line under the transcript for one input, e.g. a search or the reason for a refusal. */
export function createLineHandler(tools: InputTools, composer: KeyHandler): KeyHandler {
	const write = (line: string) => {
		tools.change({line});
		if (tools.ui().mode === 'history') {
			showMatch(tools, searchFor(line));
		}
	};
	return {
		contexts: (): readonly Context[] => ['list'],
		takesEverything: true,
		act(action) {
			const {line, mode} = tools.ui();
			switch (action) {
				case 'choose':
					finish(tools);
					return true;
				case 'cancel':
					cancel(tools);
					return true;
				case 'delete-left':
					write(withoutLast(line));
					return true;
				case 'delete-to-start':
					write('');
					return true;
				default:
					return mode === 'history' && stepHistory(tools, action);
			}
		},
		type(key) {
			if (key.text !== '' && !key.ctrl && !key.alt) {
				write(tools.ui().line + key.text);
			} else if (tools.ui().mode === 'history' && key.ctrl && key.name === 'r') {
				stepHistory(tools, 'complete-previous');
			} else {
				composerTakesOver(tools, composer, key);
			}
		},
		paste: text => write(tools.ui().line + text.replaceAll('\n', ' ')),
	};
}

/** Clears what the search found, and restores the message in progress. */
function cancel(tools: InputTools): void {
	const {mode, composer, laidAside} = tools.ui();
	tools.change({
		mode: mode === 'search' && isInChat(tools) ? 'browse' : 'compose',
		line: '',
		...(mode === 'history' && {
			laidAside: null,
			composer: {...composer, draft: laidAside ?? composer.draft},
		}),
	});
}

/** A key that edits ends a history search; it then edits the text that was found. */
function composerTakesOver(
	tools: InputTools,
	composer: KeyHandler,
	key: Parameters<KeyHandler['type']>[0],
): void {
	if (tools.ui().mode === 'history') {
		tools.change({mode: 'compose', line: '', laidAside: null});
		composer.type(key);
	}
}

function isInChat({ui}: InputTools): boolean {
	return ui().focus === 'chat';
}

function finish(tools: InputTools): void {
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
			// The reason belongs to the call it was started for: another card may be shown by now.
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

function stepHistory(tools: InputTools, action: Action): boolean {
	const {history, search} = tools.ui().composer;
	switch (action) {
		case 'complete-previous':
			showMatch(tools, searchOlder(history, search));
			return true;
		case 'complete-next':
			showMatch(tools, searchNewer(search));
			return true;
		default:
			return false;
	}
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
