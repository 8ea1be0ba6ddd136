import {beginningOf, endOf} from '../events/shorten.ts';

/** A text with a gap: its beginning, the size of the gap, its end. */
export type Gapped = {
	readonly head: string;
	readonly omittedBytes: number;
	/** Empty if nothing was omitted. */
	readonly tail: string;
};

export type Shortened = {
	readonly text: string;
	readonly originalTokens: number;
	readonly omittedTokens: number;
};

/** Four characters are about one token. */
export const charactersPerToken = 4;

/**
 * Keeps the beginning and the end, half of the limit each, and cuts at a line end if one is near:
 * errors are at the end, and what led to them is at the beginning.
 */
export function shortenOutput(gapped: Gapped, tokensMax: number): Shortened {
	const {head, omittedBytes, tail} = gapped;
	const charactersMax = tokensMax * charactersPerToken;
	const total = head.length + omittedBytes + tail.length;
	const isComplete = omittedBytes === 0;
	if (isComplete && head.length <= charactersMax) {
		return {text: head, originalTokens: tokensOf(total), omittedTokens: 0};
	}
	const half = Math.floor(charactersMax / 2);
	const first = beginning(head, half);
	const last = ending(isComplete ? head.slice(first.length) : tail, charactersMax - half);
	const omitted = total - first.length - last.length;
	return {
		text: `${withReset(first)}\n${mark(omitted)}\n${last}`,
		originalTokens: tokensOf(total),
		omittedTokens: tokensOf(omitted),
	};
}

function tokensOf(characters: number): number {
	return Math.ceil(characters / charactersPerToken);
}

function mark(omitted: number): string {
	return `[… ${omitted} characters, about ${tokensOf(omitted)} tokens, omitted …]`;
}

const lineEndWithin = 200;
/** Matches the start of an SGR sequence at the end of the text, which the cut would split. */
const tornEscape = /\u001B(?:\[[\d;:]*)?$/;

function beginning(text: string, length: number): string {
	if (text.length <= length) {
		return text;
	}
	const cut = text.slice(0, length);
	const lineEnd = cut.lastIndexOf('\n');
	if (lineEnd >= length - lineEndWithin && lineEnd > 0) {
		return cut.slice(0, lineEnd + 1);
	}
	return beginningOf(text, length)
		.replace(tornEscape, '')
		.replace(/[\uD800-\uDBFF]$/, '');
}

function ending(text: string, length: number): string {
	if (text.length <= length) {
		return text;
	}
	const start = text.length - length;
	const lineEnd = text.indexOf('\n', start);
	if (lineEnd !== -1 && lineEnd < start + lineEndWithin) {
		return text.slice(lineEnd + 1);
	}
	const isTorn = tornEscape.test(text.slice(Math.max(0, start - lineEndWithin), start));
	const cut = endOf(text, length);
	return (isTorn ? cut.replace(/^[[\d;:]*[a-zA-Z]/, '') : cut).replace(/^[\uDC00-\uDFFF]/, '');
}

function withReset(text: string): string {
	return text.includes('\u001B[') ? `${text}\u001B[0m` : text;
}
