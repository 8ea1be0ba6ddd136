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
	/** The unsent message of the session when it ended; null if there was none. */
	draft: UnsentDraft | null;
}): ComposerState {
	return {
		...emptyComposer,
		draft: draft ? {...emptyDraft, ...draft, pastes: new Map(draft.pastes)} : emptyDraft,
		history: createHistory(entries),
		vim: vim ? initialVim : null,
	};
}

/**
 * What is stored of an unsent message. Undo steps and cut texts are dropped when the screen closes.
 */
export type UnsentDraft = Pick<Draft, 'text' | 'caret'> & {
	readonly pastes: readonly (readonly [number, string])[];
};

/** Leaves out pastes that were deleted from the text again. */
export function unsentDraft(draft: Draft): UnsentDraft {
	const used = new Set(placeholdersIn(draft).map(({number}) => number));
	const pastes = [...draft.pastes].filter(([number]) => used.has(number));
	return {text: draft.text, caret: draft.caret, pastes};
}

/** Turns vi's keys on or off, and keeps what was typed. */
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
