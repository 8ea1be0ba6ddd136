import {clearDraft, type Draft, emptyDraft, setText as setDraftText} from './draft.ts';
import {createHistory, emptySearch, type HistorySearch, type InputHistory} from './history.ts';
import {draftOf} from './paste.ts';
import {placeholdersIn} from './placeholder.ts';
import {initialVim, type Vim} from './vim-state.ts';

/** The message that is being written, with everything that belongs to it. */
export type ComposerState = {
	readonly draft: Draft;
	readonly history: InputHistory;
	readonly search: HistorySearch;
	readonly suggestions: Suggestions | null;
	/** The state of vi's keys; null if they are off. */
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
	/** The message that was not sent when the session ended last; null if there was none. */
	draft: UnsentDraft | null;
}): ComposerState {
	return {
		...emptyComposer,
		draft: draft ? {...emptyDraft, ...draft, pastes: new Map(draft.pastes)} : emptyDraft,
		history: createHistory(entries),
		vim: vim ? initialVim : null,
	};
}

/** The part of a draft that is stored on disk. Undo steps and cut texts are not kept. */
export type UnsentDraft = Pick<Draft, 'text' | 'caret'> & {
	readonly pastes: readonly (readonly [number, string])[];
};

/** Makes the stored form of a draft. Pastes that the text no longer contains are left out. */
export function unsentDraft(draft: Draft): UnsentDraft {
	const used = new Set(placeholdersIn(draft).map(({number}) => number));
	const pastes = [...draft.pastes].filter(([number]) => used.has(number));
	return {text: draft.text, caret: draft.caret, pastes};
}

/** Turns vi's keys on or off. The text stays. */
export function withVim(composer: ComposerState, isOn: boolean): ComposerState {
	return isOn === (composer.vim !== null) ? composer : {...composer, vim: isOn ? initialVim : null};
}

/** Replaces the text. Undo restores the previous one. */
export function setText(composer: ComposerState, text: string): ComposerState {
	return {...composer, draft: setDraftText(composer.draft, text), suggestions: null};
}

/** Begins with a given text, e.g. a queued message that was taken back. */
export function startWith(composer: ComposerState, text: string): ComposerState {
	return {...composer, draft: draftOf(text, composer.draft), suggestions: null};
}

export function cleared(composer: ComposerState): ComposerState {
	return {...composer, draft: clearDraft(composer.draft), suggestions: null};
}
