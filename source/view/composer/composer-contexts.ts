import {chordOf, type KeyPress} from '../../keys/key.ts';
import type {FocusContext} from '../actions/action.ts';
import {isEditing, isInChat} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {Draft} from './draft.ts';
import {insert} from './edit.ts';
import {paste} from './paste.ts';
import {vimKey} from './vim.ts';

/** The context in which text is written: a message, or the command or rule of a call. */
export const composerContext: FocusContext = {
	name: 'composer',
	keys: 'composer',
	holds: ({ui}) => isInChat(ui()) || isEditing(ui()),
	first: takenByVim,
	type: typeText,
	paste: (tools, text) => write(tools, paste(tools.ui().composer.draft, text)),
};

export const suggestionsContext: FocusContext = {
	name: 'suggestions',
	keys: 'suggestions',
	holds: ({ui}) => isInChat(ui()) && ui().composer.suggestions !== null && !ui().card.focused,
	first: takenByVim,
};

function takenByVim({ui, change, clock}: InputTools, key: KeyPress): boolean {
	const {composer} = ui();
	const step = composer.vim && vimKey(composer.vim, composer.draft, chordOf(key));
	if (!step) {
		return false;
	}
	change({composer: {...composer, ...step, suggestions: null, lastKeyAt: clock.elapsed()}});
	return true;
}

function typeText(tools: InputTools, key: KeyPress): void {
	if (!takenByVim(tools, key) && key.text !== '' && !key.ctrl && !key.alt) {
		write(tools, insert(tools.ui().composer.draft, key.text));
	}
}

/** Stores the changed draft and updates the suggestions. */
export function write({ui, change, clock, suggester}: InputTools, draft: Draft): void {
	change({composer: {...ui().composer, draft, lastKeyAt: clock.elapsed()}});
	suggester.refresh();
}
