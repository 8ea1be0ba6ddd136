import type {Nonce} from './run-marker.ts';

/**
 * Finds and removes marks in a command's output. A shell of ours on the host prints them, each with
 * a word in it, as escape sequences that terminals do not draw.
 */
export type HiddenMarks = {
	/**
	 * Returns the bytes without marks. Bytes at the end that may be the beginning of a mark are held
	 * back until the next call.
	 */
	readonly push: (bytes: Buffer) => Buffer;
	/** How many bytes are held back. */
	readonly held: () => number;
};

const markEnd = '\u001B\\';
const nothing = Buffer.alloc(0);

/** If `onWord` returns `end` for a mark's word, all bytes after that mark are dropped. */
export function createHiddenMarks(
	{whole}: Pick<Nonce, 'whole'>,
	onWord: (word: string) => 'go on' | 'end',
): HiddenMarks {
	const start = Buffer.from(`\u001B_${whole}`, 'latin1');
	let held: Buffer = nothing;
	let isOver = false;
	const take = (bytes: Buffer): Buffer => {
		const at = bytes.indexOf(start);
		const closing = at < 0 ? -1 : bytes.indexOf(markEnd, at + start.length, 'latin1');
		if (closing < 0) {
			const end = at < 0 ? bytes.length - beginningLength(bytes, start) : at;
			held = bytes.subarray(end);
			return bytes.subarray(0, end);
		}
		isOver = onWord(bytes.toString('latin1', at + start.length, closing)) === 'end';
		const before = bytes.subarray(0, at);
		const after = isOver ? nothing : take(bytes.subarray(closing + markEnd.length));
		return after.length === 0 ? before : Buffer.concat([before, after]);
	};
	return {
		held: () => held.length,
		push(bytes) {
			const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
			held = nothing;
			return isOver ? nothing : take(all);
		},
	};
}

/** Returns how many bytes at the end may be the beginning of a mark. */
function beginningLength(bytes: Buffer, mark: Buffer): number {
	for (let length = Math.min(mark.length - 1, bytes.length); length > 0; length -= 1) {
		if (bytes.subarray(-length).equals(mark.subarray(0, length))) {
			return length;
		}
	}
	return 0;
}

/** Shell code that defines `print_mark half half word`. */
export const printMark = `print_mark() { printf '\\033_%s-%s%s\\033\\\\' "$1" "$2" "$3"; }`;
