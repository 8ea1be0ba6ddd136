import {StringDecoder} from 'node:string_decoder';

export type LineListener = {
	readonly line: (text: string) => void;
	readonly end: (why: 'closed' | 'interrupt') => void;
};

/** Input as whole lines. The terminal shows what is typed, except while a hidden line is read. */
export type LineInput = {
	/** Sets the listener for lines. With null, lines are dropped. */
	readonly listen: (listener: LineListener | null) => void;
	/** Reads a line that the terminal doesn't echo. Resolves to null at Ctrl+C or end of input. */
	readonly readHidden: () => Promise<string | null>;
	readonly close: () => void;
};

/** The part of `process.stdin` that we use; tests pass their own. */
export type LineSource = {
	readonly on: (event: 'data' | 'end', listener: (bytes: Buffer) => void) => unknown;
	readonly off: (event: 'data' | 'end', listener: (bytes: Buffer) => void) => unknown;
	readonly setRawMode?: (isRaw: boolean) => unknown;
	readonly pause: () => unknown;
};

type HiddenLine = {text: string; readonly settle: (text: string | null) => void};

export function openLines(source: LineSource): LineInput {
	const decoder = new StringDecoder('utf8');
	let listener: LineListener | null = null;
	let shown = '';
	let hidden: HiddenLine | null = null;
	let isClosed = false;
	const finish = (text: string | null) => {
		const {settle} = hidden ?? {settle() {}};
		hidden = null;
		source.setRawMode?.(false);
		settle(text);
	};
	const onData = (bytes: Buffer) => {
		for (const character of decoder.write(bytes)) {
			if (hidden) {
				takeHidden(hidden, character, finish);
			} else if (character === '\n') {
				const line = shown.trim();
				shown = '';
				listener?.line(line);
			} else {
				shown += character;
			}
		}
	};
	const onEnd = () => {
		isClosed = true;
		finish(null);
		listener?.end('closed');
	};
	const onInterrupt = () => listener?.end('interrupt');
	source.on('data', onData);
	source.on('end', onEnd);
	process.on('SIGINT', onInterrupt);
	return {
		listen(next) {
			listener = next;
			if (isClosed) {
				listener?.end('closed');
			}
		},
		readHidden: () =>
			new Promise(settle => {
				if (isClosed) {
					settle(null);
					return;
				}
				source.setRawMode?.(true);
				hidden = {text: '', settle};
			}),
		close() {
			finish(null);
			source.off('data', onData);
			source.off('end', onEnd);
			process.off('SIGINT', onInterrupt);
			source.pause();
		},
	};
}

/** Without echo the terminal offers no line editing either, so Backspace is handled here. */
function takeHidden(
	hidden: HiddenLine,
	character: string,
	finish: (text: string | null) => void,
): void {
	switch (character) {
		case '\r':
		case '\n':
			return finish(hidden.text);
		case '\u0003':
		case '\u0004':
			return finish(null);
		case '\b':
		case '\u007F':
			hidden.text = [...hidden.text].slice(0, -1).join('');
			return;
		case '\u0015':
			hidden.text = '';
			return;
		default:
			hidden.text += character >= ' ' ? character : '';
	}
}
