import {clearDraft, type Draft, emptyDraft, setText as setDraftText} from './draft.ts';
import {createHistory, emptySearch, type HistorySearch, type InputHistory} from './history.ts';
import {draftOf} from './paste.ts';
import {placeholdersIn} from './placeholder.ts';
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
	draft,
}: {
	entries: readonly string[];
	vim: boolean;
	/** What was being written when the session ended; null if nothing was. */
	draft: UnsentDraft | null;
}): ComposerState {
	return {
		...emptyComposer,
		draft: draft ? {...emptyDraft, ...draft, pastes: new Map(draft.pastes)} : emptyDraft,
		history: createHistory(entries),
		vim: vim ? initialVim : null,
	};
}

/** What is kept of a message that is being written. Undo and cuts end with the screen. */
export type UnsentDraft = Pick<Draft, 'text' | 'caret'> & {
	readonly pastes: readonly (readonly [number, string])[];
};

/** Without what was pasted and taken out again. */
export function unsentDraft(draft: Draft): UnsentDraft {
	const used = new Set(placeholdersIn(draft).map(({number}) => number));
	const pastes = [...draft.pastes].filter(([number]) => used.has(number));
	return {text: draft.text, caret: draft.caret, pastes};
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
