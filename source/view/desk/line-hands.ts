import type {Action, Context} from '../../keys/actions.ts';
import {
	findEntry,
	type HistorySearch,
	searchFor,
	searchNewer,
	searchOlder,
} from '../composer/history.ts';
import {setText} from './composer-state.ts';
import type {DeskTools, Hands} from './hands.ts';
import {withoutLast} from './secret-hands.ts';
import {searchTerminal} from './terminal-scroll.ts';
import {search} from './wishes.ts';

/** A line of its own under the transcript: what to search for, why a call is refused. */
export function createLineHands(tools: DeskTools, composer: Hands): Hands {
	const write = (line: string) => {
		tools.change({line});
		if (tools.desk().mode === 'history') {
			showMatch(tools, searchFor(line));
		}
	};
	return {
		contexts: (): readonly Context[] => ['list'],
		takesEverything: true,
		act(action) {
			const {line, mode} = tools.desk();
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
				write(tools.desk().line + key.text);
			} else if (tools.desk().mode === 'history' && key.ctrl && key.name === 'r') {
				stepHistory(tools, 'complete-previous');
			} else {
				composerTakesOver(tools, composer, key);
			}
		},
		paste: text => write(tools.desk().line + text.replaceAll('\n', ' ')),
	};
}

/** What was found only while it was sought goes, and what was being written is there again. */
function cancel(tools: DeskTools): void {
	const {mode, composer, laidAside} = tools.desk();
	tools.change({
		mode: mode === 'search' && isInChat(tools) ? 'browse' : 'compose',
		line: '',
		...(mode === 'history' && {
			laidAside: null,
			composer: {...composer, draft: laidAside ?? composer.draft},
		}),
	});
}

/** A key that edits ends a history search and works on what was found. */
function composerTakesOver(
	tools: DeskTools,
	composer: Hands,
	key: Parameters<Hands['type']>[0],
): void {
	if (tools.desk().mode === 'history') {
		tools.change({mode: 'compose', line: '', laidAside: null});
		composer.type(key);
	}
}

function isInChat({store}: DeskTools): boolean {
	return store.state().screen.focus === 'chat';
}

function finish(tools: DeskTools): void {
	const {mode, line, reasonFor} = tools.desk();
	switch (mode) {
		case 'search':
			if (tools.store.state().screen.focus === 'terminal') {
				tools.change({mode: 'compose', line: ''});
				return void searchTerminal(tools, {query: line, direction: 'previous'});
			}
			return search(tools, line === '' ? ' ' : line);
		case 'reason':
			tools.change({mode: 'compose', line: ''});
			// The call for which it was begun: another card may have come up meanwhile.
			if (reasonFor !== null) {
				const reason = line.trim();
				const verdict = {type: 'deny', ...(reason !== '' && {reason})} as const;
				tools.wish({type: 'answer', call: reasonFor, verdict});
			}
			return;
		default:
			return tools.change({mode: 'compose', line: '', laidAside: null});
	}
}

function stepHistory(tools: DeskTools, action: Action): boolean {
	const {history, search} = tools.desk().composer;
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

function showMatch(tools: DeskTools, next: HistorySearch): void {
	const {composer} = tools.desk();
	const found = next.query === '' ? null : findEntry(composer.history, next);
	tools.change({
		composer: {...(found === null ? composer : setText(composer, found)), search: next},
	});
	if (found === null && next.query !== '') {
		tools.flash(`Nothing earlier has "${next.query}".`);
	}
}
