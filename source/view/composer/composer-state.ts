import {clearDraft, type Draft, emptyDraft, setText as setDraftText} from './draft.ts';
import {createHistory, emptySearch, type HistorySearch, type InputHistory} from './history.ts';
import {draftOf} from './paste.ts';
import {initialVim, type Vim} from './vim-state.ts';

/** Everything about the message that is being written. */
export type ComposerState = {
	readonly draft: Draft;
	readonly history: InputHistory;
	readonly search: HistorySearch;
	readonly suggestions: Suggestions | null;
	/** Null if vi keys are off. */
	readonly vim: Vim | null;
	readonly lastKeyAt: number;
};

export type Suggestions = {
	readonly items: readonly Suggestion[];
	readonly selected: number;
};

export type Suggestion = {
	readonly value: string;
	readonly detail: string;
	readonly wantsArgument: boolean;
};

export const emptyComposer: ComposerState = {
	draft: emptyDraft,
	history: createHistory(),
	search: emptySearch,
	suggestions: null,
	vim: null,
	lastKeyAt: Number.NEGATIVE_INFINITY,
};

export function openComposer({
	entries,
	vim,
}: {
	entries: readonly string[];
	vim: boolean;
}): ComposerState {
	return {...emptyComposer, history: createHistory(entries), vim: vim ? initialVim : null};
}

/** Turns vi's keys on or off. What was typed stays. */
export function withVim(composer: ComposerState, isOn: boolean): ComposerState {
	return isOn === (composer.vim !== null) ? composer : {...composer, vim: isOn ? initialVim : null};
}

/** Replaces the text; undo restores the old one. */
export function setText(composer: ComposerState, text: string): ComposerState {
	return {...composer, draft: setDraftText(composer.draft, text), suggestions: null};
}

/** Starts with a given text, e.g. a queued message that is taken back. */
export function startWith(composer: ComposerState, text: string): ComposerState {
	return {...composer, draft: draftOf(text, composer.draft), suggestions: null};
}

export function cleared(composer: ComposerState): ComposerState {
	return {...composer, draft: clearDraft(composer.draft), suggestions: null};
}
