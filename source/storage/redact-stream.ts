import {contextLength, type FoundSecret, type Scanner, type Settled} from './redact-scan.ts';
import {secretLengthMax} from './redact-shape.ts';

/** Redacts a text that arrives in pieces, which may cut a secret anywhere. */
export type StreamRedactor = {
	/** Returns the text that is safe to show. A possible beginning of a secret is held back. */
	readonly push: (piece: string) => string;
	/**
	 * Returns the part of the held-back text that can't become a secret, whatever follows. `push`
	 * returns it again later.
	 */
	readonly held: () => string;
	/** Returns the rest. Call this when no more pieces will come. */
	readonly end: () => string;
	/**
	 * Returns the text that was pushed and not returned yet, unredacted. It must never leave memory.
	 */
	readonly unwritten: () => string;
};

/** The kind of secret that the mark for a still growing text names. */
export const unfinished = 'unfinished';

export function createStreamRedactor({
	scanner,
	replace,
}: {
	scanner: Scanner;
	replace: (text: string, found: readonly FoundSecret[], from: number) => string;
}): StreamRedactor {
	let text = '';
	/** The text before this position was returned. It is kept as context only. */
	let told = 0;
	/**
	 * The secrets found in the text after `told`. The text from `hideFrom` on may be the beginning of
	 * another secret.
	 */
	let rest: Omit<Settled, 'cut'> = {found: [], hideFrom: 0};
	const tell = ({cut, found, hideFrom}: Settled) => {
		const out = replace(
			text.slice(0, cut),
			found.filter(({end}) => end <= cut),
			told,
		);
		const kept = Math.max(0, cut - contextLength);
		const moved = ({start, end, kind}: FoundSecret) => ({
			start: start - kept,
			end: end - kept,
			kind,
		});
		text = text.slice(kept);
		told = cut - kept;
		rest = {
			found: found.filter(({end}) => end > cut).map(moved),
			hideFrom: Math.max(told, hideFrom - kept),
		};
		return out;
	};
	const tellAll = () =>
		tell({cut: text.length, found: scanner.find(text, told), hideFrom: text.length});
	return {
		push(piece) {
			text += piece;
			const settled = scanner.settled(text, told);
			// No secret is so long, so the text only looked like the beginning of one.
			return text.length - settled.cut > secretLengthMax ? tellAll() : tell(settled);
		},
		held() {
			if (told === text.length) {
				return '';
			}
			const found = rest.found.filter(({start}) => start < rest.hideFrom);
			const start = Math.max(rest.hideFrom, found.at(-1)?.end ?? 0);
			const hidden = {start, end: text.length, kind: unfinished};
			return replace(text, start < text.length ? [...found, hidden] : found, told);
		},
		end: tellAll,
		unwritten: () => text.slice(told),
	};
}

/**
 * Finds positions at which a text can be split without splitting a secret. It hides nothing: the
 * writer redacts the pieces.
 */
export type Cutter = {
	/**
	 * Returns how many characters of `pending` can be written. They are then remembered as context.
	 */
	readonly cut: (pending: string) => number;
	readonly reset: () => void;
};

export function createCutter(scanner: Scanner): Cutter {
	let context = '';
	return {
		cut(pending) {
			const text = context + pending;
			const settled = scanner.settled(text, context.length).cut - context.length;
			const count = pending.length - settled > secretLengthMax ? pending.length : settled;
			context = text.slice(0, context.length + count).slice(-contextLength);
			return count;
		},
		reset() {
			context = '';
		},
	};
}
