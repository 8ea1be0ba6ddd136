import {closeSync, openSync, readSync, truncateSync} from 'node:fs';
import {StringDecoder} from 'node:string_decoder';

const readBytesMax = 262_144;
const lineLengthMax = 4096;

/**
 * Returns the whole lines added to a file since the last call. The file need not exist yet. With a
 * limit, a longer file is emptied once all of it was read; its writer must append.
 */
export function tailFile(
	path: string,
	{bytesMax = Number.POSITIVE_INFINITY}: {readonly bytesMax?: number} = {},
): () => readonly string[] {
	const decoder = new StringDecoder('utf8');
	let position = 0;
	let partial = '';
	return () => {
		const bytes = readFrom(path, position);
		position += bytes.length;
		if (position > bytesMax && bytes.length < readBytesMax) {
			position = empty(path, position);
		}
		const lines = (partial + decoder.write(bytes)).split(/\r?\n|\r/);
		partial = (lines.pop() ?? '').slice(-lineLengthMax);
		return lines;
	};
}

function empty(path: string, position: number): number {
	try {
		truncateSync(path);
		return 0;
	} catch {
		return position;
	}
}

function readFrom(path: string, position: number): Buffer {
	try {
		const descriptor = openSync(path, 'r');
		try {
			const buffer = Buffer.alloc(readBytesMax);
			return buffer.subarray(0, readSync(descriptor, buffer, 0, readBytesMax, position));
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return Buffer.alloc(0);
	}
}
