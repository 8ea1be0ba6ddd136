import {type Draft, emptyDraft, replace, selectionOf} from './draft.ts';
import {
	lineCount,
	type Placeholder,
	placeholderEndingAt,
	placeholderStartingAt,
	placeholdersIn,
	placeholderWords,
} from './placeholder.ts';

/** Longer pastes (more lines than this, or more characters in a line) are folded. */
export const pasteLinesMax = 5;
export const pasteCharactersMax = 2000;

/** Inserts a pasted text. A long one is shown as a placeholder until the message is sent. */
export function paste(draft: Draft, pasted: string): Draft {
	const text = pasted.replaceAll(/\r\n?/g, '\n');
	const range = selectionOf(draft) ?? {from: draft.caret, to: draft.caret};
	if (!isLong(text)) {
		return replace(draft, range, {text, last: {type: 'none'}});
	}
	const number = nextNumber(draft);
	const pastes = new Map(draft.pastes).set(number, text);
	const words = placeholderWords(text, number);
	return {...replace(draft, range, {text: words, last: {type: 'none'}}), pastes};
}

/** Returns the message to send, with the pasted texts in place of the placeholders. */
export function expandPastes(draft: Draft): string {
	return swap(draft, placeholdersIn(draft));
}

/**
 * Unfolds the folded paste at the caret, else the last folded one. If none is folded, folds all
 * pastes again.
 */
export function togglePaste(draft: Draft): Draft {
	const placeholder =
		placeholderEndingAt(draft, draft.caret) ??
		placeholderStartingAt(draft, draft.caret) ??
		placeholdersIn(draft).at(-1);
	if (!placeholder) {
		return foldPaste(draft);
	}
	const text = draft.pastes.get(placeholder.number)!;
	return replace(draft, placeholder, {text, last: {type: 'none'}});
}

/**
 * Makes a draft from another text, such as a queued message or the result of an editor. Cut texts
 * stay available.
 */
export function draftOf(text: string, {kills}: Draft = emptyDraft): Draft {
	return {...emptyDraft, kills, text, caret: text.length};
}

function isLong(text: string): boolean {
	return text.length > pasteCharactersMax || lineCount(text) > pasteLinesMax;
}

function nextNumber({pastes}: Draft): number {
	return Math.max(0, ...pastes.keys()) + 1;
}

function foldPaste(draft: Draft): Draft {
	for (const [number, text] of [...draft.pastes].reverse()) {
		const from = draft.text.indexOf(text);
		if (from >= 0) {
			const words = placeholderWords(text, number);
			return replace(draft, {from, to: from + text.length}, {text: words, last: {type: 'none'}});
		}
	}
	return draft;
}

function swap({text, pastes}: Draft, placeholders: readonly Placeholder[]): string {
	let whole = '';
	let at = 0;
	for (const {from, to, number} of placeholders) {
		whole += text.slice(at, from) + pastes.get(number)!;
		at = to;
	}
	return whole + text.slice(at);
}
