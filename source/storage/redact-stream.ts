import type {Found, Scanner} from './redact-scan.ts';
import {secretLengthMax} from './redact-shape.ts';

/** Takes a text piece by piece, wherever it is cut, and gives it back without its secrets. */
export type StreamRedactor = {
	/** What can be told by now; the beginning of what may be a secret is held back. */
	readonly push: (piece: string) => string;
	/** The rest: nothing more will come. */
	readonly end: () => string;
};

/** Names, commands and key words that stand before a secret. */
const contextLength = 512;

export function createStreamRedactor({
	scanner,
	replace,
}: {
	scanner: Scanner;
	replace: (text: string, found: readonly Found[], from: number) => string;
}): StreamRedactor {
	let text = '';
	/** Up to here it has been told; what is kept before is only looked at. */
	let told = 0;
	const tell = (cut: number, found: readonly Found[]) => {
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
			// No secret is so long: it was only a text that looks like one.
			return text.length - cut > secretLengthMax ? tellAll() : tell(cut, found);
		},
		end: tellAll,
	};
}

/** Cuts a stream where no secret is torn, and changes nothing: whoever writes it down redacts it. */
export type Cutter = {
	/** How many characters of `pending` can be told; what was told before is remembered. */
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
