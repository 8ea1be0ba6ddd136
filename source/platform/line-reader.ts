import {parseJson} from '../events/json.ts';

/**
 * Splits bytes into lines. Of a line that is too long, or never ends, only the beginning and the
 * end are kept, which suffices to find the id of a message.
 */
export type LineReader = {
	readonly push: (bytes: Uint8Array) => void;
	/** Call this after the last bytes. The last line may lack a line end. */
	readonly end: () => void;
};

export type LongLine = {
	readonly head: string;
	readonly tail: string;
	readonly bytes: number;
};

export type LineEvents = {
	readonly onLine: (line: string) => void;
	readonly onLongLine: (line: LongLine) => void;
	/** Called once for a line that is longer than `endlessBytes` and has not ended. */
	readonly onEndless?: () => void;
};

export const lineBytesMax = 16 * 1_048_576;
export const endlessBytes = 256 * 1_048_576;
const edgeBytes = 512;

export function createLineReader(
	listener: LineEvents,
	{bytesMax = lineBytesMax, endless = endlessBytes} = {},
): LineReader {
	let parts: Buffer[] = [];
	let bytes = 0;
	let tail = Buffer.alloc(0);
	const add = (part: Buffer) => {
		const before = bytes;
		bytes += part.length;
		if (bytes <= bytesMax) {
			parts.push(part);
			return;
		}
		if (before <= bytesMax) {
			const whole = Buffer.concat(parts);
			parts = [Buffer.from(whole.subarray(0, edgeBytes))];
			tail = Buffer.from(whole.subarray(-edgeBytes));
		}
		tail = Buffer.concat([tail, part.subarray(-edgeBytes)]).subarray(-edgeBytes);
		if (before <= endless && bytes > endless) {
			listener.onEndless?.();
		}
	};
	const finish = () => {
		const text = Buffer.concat(parts).toString('utf8');
		const long = bytes > bytesMax ? {head: text, tail: tail.toString('utf8'), bytes} : null;
		parts = [];
		bytes = 0;
		tail = Buffer.alloc(0);
		if (long === null) {
			listener.onLine(text);
		} else {
			listener.onLongLine(long);
		}
	};
	return {
		push(given) {
			const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
			let from = 0;
			for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
				add(chunk.subarray(from, at));
				finish();
				from = at + 1;
			}
			if (from < chunk.length) {
				add(chunk.subarray(from));
			}
		},
		end() {
			if (bytes > 0) {
				finish();
			}
		},
	};
}

const newline = 0x0a;

const idSource = '(-?\\d{1,15}|"(?:[^"\\\\]|\\\\.){0,100}")';
const named = '"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]{0,100}"\\s*,\\s*';
const first = new RegExp(`^\\s*\\{\\s*(?:${named}){0,2}"id"\\s*:\\s*${idSource}\\s*,`);
const last = new RegExp(
	`,\\s*"id"\\s*:\\s*${idSource}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`,
);

/**
 * Returns the id of a message whose line is too long; null if it is unknown. The id must be among
 * the first or the last members; anywhere else, it could belong to something inside the message.
 */
export function idOfLongLine({head, tail}: LongLine): string | number | null {
	const [, id] = first.exec(head) ?? last.exec(tail) ?? [];
	const value = id === undefined ? null : (parseJson(id) as string | number | undefined);
	return value ?? null;
}
