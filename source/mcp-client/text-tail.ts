import {neutralise} from '../text/neutralise.ts';

/** The end of a text that may be endless, such as what a server writes to stderr. */
export type TextTail = {
	readonly push: (bytes: Uint8Array) => void;
	/** Without secrets and escapes; begins at a line if something was left out. */
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
			// A secret that was cut at the beginning would not be recognised.
			const whole = isCut ? text.slice(text.indexOf('\n') + 1) : text;
			const clean = neutralise(redact(whole).replaceAll('\r\n', '\n')).trimEnd();
			return clean.length > shownLengthMax
				? clean.slice(clean.indexOf('\n', -shownLengthMax) + 1).slice(-shownLengthMax)
				: clean;
		},
	};
}
