import {clusters, isPlain} from '../../text/width.ts';
import type {Draft} from './draft.ts';
import {placeholderEndingAt, placeholderStartingAt} from './placeholder.ts';

/** Positions at which the caret may stand: between clusters, and at the ends of folded pastes. */

type Place = Pick<Draft, 'text' | 'pastes'>;

export function leftOf(draft: Place, at: number): number {
	const {text} = draft;
	if (at <= 0) {
		return 0;
	}
	const placeholder = placeholderEndingAt(draft, at);
	if (placeholder) {
		return placeholder.from;
	}
	if (text[at - 1] === '\n' || isPlain(text[at - 1]!)) {
		return at - 1;
	}
	const start = lineStart(text, at);
	const last = clusters(text.slice(start, at)).at(-1);
	return last ? at - last.text.length : at - 1;
}

export function rightOf(draft: Place, at: number): number {
	const {text} = draft;
	if (at >= text.length) {
		return text.length;
	}
	const placeholder = placeholderStartingAt(draft, at);
	if (placeholder) {
		return placeholder.to;
	}
	if (text[at] === '\n' || isPlain(text.slice(at, at + 2)) || text[at + 1] === '\n') {
		return at + 1;
	}
	const [first] = clusters(text.slice(at, lineEnd(text, at)));
	return first ? at + first.text.length : at + 1;
}

export function lineStart(text: string, at: number): number {
	return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	return end < 0 ? text.length : end;
}

/** The start of the word to the left of the caret. Punctuation in between is skipped. */
export function wordLeft(draft: Place, at: number): number {
	return walk(draft, at, leftOf, place => leftOf(draft, place));
}

/** The end of the word to the right of the caret. */
export function wordRight(draft: Place, at: number): number {
	return walk(draft, at, rightOf, place => place);
}

/**
 * The position up to which Ctrl+W deletes: over spaces, then over a word or a run of punctuation,
 * so that a path is deleted part by part.
 */
export function chunkLeft(draft: Place, at: number): number {
	let place = at;
	while (place > 0 && sortAt(draft.text, leftOf(draft, place)) === 'space') {
		place = leftOf(draft, place);
	}
	const sort = place > 0 ? sortAt(draft.text, leftOf(draft, place)) : 'space';
	while (place > 0 && sort !== 'space' && sortAt(draft.text, leftOf(draft, place)) === sort) {
		place = leftOf(draft, place);
	}
	return place;
}

type Sort = 'space' | 'word' | 'sign';

export function sortAt(text: string, at: number): Sort {
	const character = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
	if (/\s/.test(character)) {
		return 'space';
	}
	return /[\p{L}\p{N}\p{M}_]/u.test(character) ? 'word' : 'sign';
}

function walk(
	draft: Place,
	from: number,
	step: (draft: Place, at: number) => number,
	look: (at: number) => number,
): number {
	const {text} = draft;
	let at = from;
	const isAtWord = () => sortAt(text, look(at)) === 'word' && step(draft, at) !== at;
	while (!isAtWord() && step(draft, at) !== at) {
		at = step(draft, at);
	}
	while (isAtWord()) {
		at = step(draft, at);
	}
	return at;
}
