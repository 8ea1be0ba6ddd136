import type {Action, Context} from '../../keys/actions.ts';
import {chordOf, type KeyPress} from '../../keys/key.ts';
import {type ComposerState, cleared, setText, startWith} from '../composer/composer-state.ts';
import type {Draft} from '../composer/draft.ts';
import {edits, insert, isEdit} from '../composer/edit.ts';
import {addEntry, emptySearch, nextEntry, previousEntry} from '../composer/history.ts';
import {moveRow} from '../composer/layout.ts';
import {expandPastes, paste, togglePaste} from '../composer/paste.ts';
import {textWidthOf} from '../composer/render.ts';
import {vimKey} from '../composer/vim.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {runCommand} from './run-command.ts';
import {createSuggester, type Suggester} from './suggester.ts';

/** Writing a message: keys edit the draft, Enter sends it, Tab queues it. */
export function createComposerHandler(tools: InputTools): KeyHandler {
	const suggester = createSuggester(tools);
	const composer = () => tools.ui().composer;
	const write = (draft: Draft) => {
		tools.change({
			composer: {...composer(), draft, lastKeyAt: tools.clock.elapsed()},
		});
		suggester.refresh();
	};
	return {
		contexts: (): readonly Context[] =>
			composer().suggestions ? ['suggestions', 'composer'] : ['composer'],
		act(action, key) {
			if (key && takenByVim(tools, key)) {
				return true;
			}
			return (
				suggester.act(action, key) ||
				edit(composer().draft, action, write) ||
				walk(tools, action, write) ||
				deliver(tools, action, suggester) ||
				reach(tools, action)
			);
		},
		type(key) {
			if (takenByVim(tools, key)) {
				return;
			}
			if (key.text !== '' && !key.ctrl && !key.alt) {
				write(insert(composer().draft, key.text));
			}
		},
		paste: text => write(paste(composer().draft, text)),
	};
}

function takenByVim({ui, change, clock}: InputTools, key: KeyPress): boolean {
	const {composer} = ui();
	const step = composer.vim && vimKey(composer.vim, composer.draft, chordOf(key));
	if (!step) {
		return false;
	}
	change({composer: {...composer, ...step, suggestions: null, lastKeyAt: clock.elapsed()}});
	return true;
}

function edit(draft: Draft, action: Action, write: (draft: Draft) => void): boolean {
	// Ctrl+D in an empty composer ends the program, as in a shell.
	if (!isEdit(action) || (action === 'delete-right' && draft.text === '')) {
		return false;
	}
	write(edits[action](draft));
	return true;
}

/** Up and down: through the rows of the draft first, then through earlier input. */
function walk(tools: InputTools, action: Action, write: (draft: Draft) => void): boolean {
	const {composer} = tools.ui();
	if (action === 'select-up' || action === 'select-down') {
		const rows = action === 'select-up' ? -1 : 1;
		write(
			moveRow(composer.draft, {rows, width: textWidth(tools), select: 'select'}) ?? composer.draft,
		);
		return true;
	}
	if (action !== 'up' && action !== 'down') {
		return false;
	}
	const moved = moveRow(composer.draft, {rows: action === 'up' ? -1 : 1, width: textWidth(tools)});
	if (moved) {
		write(moved);
		return true;
	}
	const recalled =
		action === 'up'
			? previousEntry(composer.history, composer.draft.text)
			: nextEntry(composer.history);
	if (recalled) {
		const next = setText(composer, recalled.text);
		tools.change({composer: {...next, history: recalled.history}});
	}
	return true;
}

function textWidth({layout}: InputTools): number {
	const shape = layout();
	const chat = shape.type === 'panes' ? shape.chat : null;
	return textWidthOf(chat?.composer.inner.width ?? 80);
}

function deliver(tools: InputTools, action: Action, suggester: Suggester): boolean {
	// A window that is too small shows no composer: nothing unseen is sent, and the draft stays.
	if ((action === 'send' || action === 'queue') && tools.layout().type === 'too-small') {
		return true;
	}
	switch (action) {
		case 'send':
			send(tools, 'send');
			return true;
		case 'queue':
			if (tools.store.state().chat.turn) {
				send(tools, 'queue');
			} else {
				suggester.open();
			}
			return true;
		default:
			return false;
	}
}

const quitWords = new Set(['q', 'quit', 'exit', ':q']);

/**
 * Sends the text: its first character decides whether it is a command, a shell line or a message.
 */
function send(tools: InputTools, how: 'send' | 'queue'): void {
	const {composer} = tools.ui();
	const text = expandPastes(composer.draft).trim();
	if (text === '') {
		sendQueued(tools);
		return;
	}
	if (quitWords.has(text)) {
		empty(tools, composer, text);
		tools.act('quit');
		return;
	}
	if (text.startsWith('/') && !text.includes('\n') && !isPath(text)) {
		empty(tools, composer, text);
		if (!runCommand(tools, text)) {
			tools.change({composer: startWith(tools.ui().composer, text)});
		}
		return;
	}
	empty(tools, composer, text);
	tools.browser.follow();
	if (text.startsWith('!') && text.length > 1) {
		tools.perform({type: 'run-shell', command: text.slice(1).trim()});
	} else {
		tools.perform({type: how, text});
	}
}

/** After an interrupt the queue waits; Enter sends its first message. */
function sendQueued({store, perform}: InputTools): void {
	const {turn, queue} = store.state().chat;
	const [first] = queue;
	if (!turn && first) {
		perform({type: 'unqueue', message: first.id});
		perform({type: 'send', text: first.text});
	}
}

/** `/usr/bin is empty` is a sentence about a path, not a command. */
function isPath(text: string): boolean {
	return /^\/\S*\//.test(text);
}

function empty(tools: InputTools, composer: ComposerState, sent: string): void {
	tools.remember(sent);
	const history = addEntry(composer.history, sent);
	tools.change({mode: 'compose', flash: '', composer: {...cleared(composer), history}});
}

function reach(tools: InputTools, action: Action): boolean {
	switch (action) {
		case 'delete-right':
			tools.act('quit');
			return true;
		case 'interrupt':
			return clear(tools);
		case 'history-search':
			tools.change({
				mode: 'history',
				line: '',
				laidAside: tools.ui().composer.draft,
				composer: {...tools.ui().composer, search: emptySearch, suggestions: null},
			});
			return true;
		case 'edit-outside':
			void editOutside(tools);
			return true;
		case 'expand-paste': {
			const {composer} = tools.ui();
			tools.change({composer: {...composer, draft: togglePaste(composer.draft)}});
			return true;
		}
		case 'take-back':
			takeBack(tools);
			return true;
		default:
			return scroll(tools, action);
	}
}

/** Ctrl+C empties a draft first; undo brings it back. */
function clear(tools: InputTools): boolean {
	const {composer} = tools.ui();
	if (composer.draft.text === '') {
		return false;
	}
	tools.change({composer: setText(composer, '')});
	return true;
}

async function editOutside(tools: InputTools): Promise<void> {
	const edited = await tools.system.edit(expandPastes(tools.ui().composer.draft));
	if (edited === null) {
		tools.flash('The editor could not be used. Set $EDITOR to one that is installed.');
	} else {
		tools.change({composer: setText(tools.ui().composer, edited.replace(/\n$/, ''))});
	}
}

/** Takes the newest queued message back into the composer, to be changed or dropped. */
function takeBack(tools: InputTools): void {
	const last = tools.store.state().chat.queue.at(-1);
	if (!last) {
		tools.flash('Nothing is queued.');
		return;
	}
	tools.perform({type: 'unqueue', message: last.id});
	tools.change({composer: startWith(tools.ui().composer, last.text)});
}

function scroll(tools: InputTools, action: Action): boolean {
	if (!tools.browser.act(action)) {
		return false;
	}
	tools.moved();
	return true;
}
