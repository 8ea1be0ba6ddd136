import {closeSync, existsSync, fstatSync, openSync, readSync, statSync} from 'node:fs';
import {StringDecoder} from 'node:string_decoder';

/**
 * Reads a growing file line by line. The file may not exist yet, and may be rotated when it is
 * full.
 */
export type FileTail = {
	/** Yields the complete lines that were added since the last call. */
	readonly lines: () => Generator<string>;
	readonly close: () => void;
};

const chunkBytes = 262_144;

export function createTail(path: string): FileTail {
	const chunk = Buffer.alloc(chunkBytes);
	let open: Open | null = null;
	const forget = () => {
		if (open) {
			closeSync(open.descriptor);
			open = null;
		}
	};
	return {
		*lines() {
			open ??= openAt(path);
			while (open) {
				yield* newLines(open, chunk);
				if (!isReplaced(path, open)) {
					return;
				}
				forget();
				open = openAt(path);
			}
		},
		close: forget,
	};
}

type Open = {
	readonly descriptor: number;
	readonly inode: number;
	readonly decoder: StringDecoder;
	offset: number;
	partial: string;
};

function openAt(path: string): Open | null {
	if (!existsSync(path)) {
		return null;
	}
	const descriptor = openSync(path, 'r');
	const {ino: inode} = fstatSync(descriptor);
	return {descriptor, inode, decoder: new StringDecoder('utf8'), offset: 0, partial: ''};
}

/** Whether the path now names another file, because the one that we read was rotated. */
function isReplaced(path: string, {inode}: Open): boolean {
	const now = statSync(path, {throwIfNoEntry: false});
	return now !== undefined && now.ino !== inode;
}

function* newLines(open: Open, chunk: Buffer): Generator<string> {
	// The file became shorter: a program that started has cut off an incomplete last line. Forget
	// that line.
	const {size} = fstatSync(open.descriptor);
	if (size < open.offset) {
		open.offset = size;
		open.partial = '';
	}
	for (;;) {
		const count = readSync(open.descriptor, chunk, 0, chunk.length, open.offset);
		if (count === 0) {
			return;
		}
		open.offset += count;
		const lines = (open.partial + open.decoder.write(chunk.subarray(0, count))).split('\n');
		open.partial = lines.pop() ?? '';
		yield* lines.filter(text => text !== '');
	}
}
