import {contextLength, type FoundSecret, type Scanner} from './redact-scan.ts';
import {secretLengthMax} from './redact-shape.ts';

/** Redacts a text that comes in pieces, wherever they are cut. */
export type StreamRedactor = {
	/** Returns what is safe to show; a possible beginning of a secret is held back. */
	readonly push: (piece: string) => string;
	/**
	 * Returns what is held back, as far as it is no secret whatever follows. It stays held back, and
	 * comes again.
	 */
	readonly held: () => string;
	/** Returns the rest. Call this when no more pieces will come. */
	readonly end: () => string;
};

/** The kind of a secret that is not known to be one yet. */
export const unfinished = 'unfinished';

export function createStreamRedactor({
	scanner,
	replace,
}: {
	scanner: Scanner;
	replace: (text: string, found: readonly FoundSecret[], from: number) => string;
}): StreamRedactor {
	let text = '';
	/** The text up to here was returned. The kept text before it is only context. */
	let told = 0;
	const tell = (cut: number, found: readonly FoundSecret[]) => {
		const out = replace(text.slice(0, cut), found, told);
		const kept = Math.max(0, cut - contextLength);
		text = text.slice(kept);
		told = cut - kept;
		return out;
	};
	const tellAll = () => tell(text.length, scanner.find(text, told));
	return {
		push(piece) {
			text += piece;
			const {cut, found} = scanner.settled(text, told);
			// No secret is this long, so the text only looked like one.
			return text.length - cut > secretLengthMax ? tellAll() : tell(cut, found);
		},
		held() {
			if (told === text.length) {
				return '';
			}
			const {hideFrom} = scanner.settled(text, told);
			const found = scanner.find(text, told).filter(({start}) => start < hideFrom);
			const start = Math.max(told, hideFrom, found.at(-1)?.end ?? 0);
			const rest = {start, end: text.length, kind: unfinished};
			return replace(text, start < text.length ? [...found, rest] : found, told);
		},
		end: tellAll,
	};
}

/** Finds split points that tear no secret. It changes nothing: the writer redacts. */
export type Cutter = {
	/** How many characters of `pending` can be written. Earlier text is remembered as context. */
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
