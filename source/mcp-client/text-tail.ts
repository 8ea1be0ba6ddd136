import {neutralise} from '../text/neutralise.ts';

/** Keeps the end of a text of any length, such as a server's stderr. */
export type TextTail = {
	readonly push: (bytes: Uint8Array) => void;
	/**
	 * Returns the end of the text without secrets and escape sequences. It begins with a whole line.
	 */
	readonly read: () => string;
};

const keptBytes = 16_384;
const shownLengthMax = 4096;

export function createTextTail(redact: (text: string) => string): TextTail {
	let kept = Buffer.alloc(0);
	let isCut = false;
	return {
		push(bytes) {
			const last = bytes.subarray(-keptBytes);
			const whole = Buffer.concat([kept, last]);
			isCut ||= last.length < bytes.length || whole.length > keptBytes;
			kept = whole.subarray(-keptBytes);
		},
		read() {
			const text = kept.toString('utf8');
			// The first line may begin with a part of a secret, which would not be recognised.
			const whole = isCut ? text.slice(text.indexOf('\n') + 1) : text;
			const clean = neutralise(redact(whole).replaceAll('\r\n', '\n')).trimEnd();
			return clean.length > shownLengthMax
				? clean.slice(clean.indexOf('\n', -shownLengthMax) + 1).slice(-shownLengthMax)
				: clean;
		},
	};
}
