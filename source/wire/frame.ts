/** The most bytes that a reader accepts in one frame. A longer frame breaks the format. */
export const frameBytesMax = 16 * 1024 * 1024;
/**
 * A message with a longer text is sent in pieces of this length, each in a frame of its own. The
 * text of a piece is encoded as JSON a second time, and fits into a frame even then.
 */
const pieceLengthMax = 2 * 1024 * 1024;
const headBytes = 4;

/** Encodes a message for the socket: its length in four bytes, then its JSON. */
export function encodeMessage(message: object): Buffer {
	const text = JSON.stringify(message);
	if (text.length <= pieceLengthMax) {
		return frameOf(text);
	}
	const frames: Buffer[] = [];
	for (let from = 0; from < text.length; from += pieceLengthMax) {
		const piece = text.slice(from, from + pieceLengthMax);
		const isLast = from + pieceLengthMax >= text.length;
		frames.push(frameOf(JSON.stringify({type: 'piece', text: piece, isLast})));
	}
	return Buffer.concat(frames);
}

function frameOf(text: string): Buffer {
	const bytes = Buffer.byteLength(text);
	const frame = Buffer.allocUnsafe(headBytes + bytes);
	frame.writeUInt32BE(bytes, 0);
	frame.write(text, headBytes);
	return frame;
}

/**
 * Reads the first message of a connection that carries something else after it. `rest` is what came
 * behind the message in the same chunk.
 */
export function readFirstMessage(
	bytes: Buffer,
	bytesMax: number,
): {readonly message: object; readonly rest: Buffer} | 'incomplete' | 'broken' {
	if (bytes.length < headBytes) {
		return 'incomplete';
	}
	const length = bytes.readUInt32BE(0);
	const end = headBytes + length;
	if (length === 0 || length > bytesMax) {
		return 'broken';
	}
	if (bytes.length < end) {
		return 'incomplete';
	}
	try {
		const message = parseMessage(bytes.toString('utf8', headBytes, end));
		return {message, rest: bytes.subarray(end)};
	} catch {
		return 'broken';
	}
}

export type FrameReader = {
	/** Returns the messages that these bytes complete; null if the sender broke the format. */
	readonly read: (bytes: Uint8Array) => readonly object[] | null;
};

/** Reads messages from chunks of any length. `lengthMax` limits a message that comes in pieces. */
export function createFrameReader({lengthMax}: {lengthMax: number}): FrameReader {
	let kept: Uint8Array[] = [];
	let keptBytes = 0;
	let wantedBytes = headBytes;
	let pieces: string[] = [];
	let piecesLength = 0;

	/** Removes the first `count` bytes from the buffer and returns them. */
	const takeBytes = (count: number): Buffer => {
		const [only] = kept;
		const all = kept.length === 1 && only ? asBuffer(only) : Buffer.concat(kept);
		kept = all.length > count ? [all.subarray(count)] : [];
		keptBytes = all.length - count;
		return all.subarray(0, count);
	};
	/** Returns the message, or undefined if it was a piece and others are still missing. */
	const join = (message: Piece | object): object | undefined => {
		if (!isPiece(message)) {
			return message;
		}
		pieces.push(message.text);
		piecesLength += message.text.length;
		if (piecesLength > lengthMax) {
			throw new Error('The message is too long.');
		}
		if (!message.isLast) {
			return undefined;
		}
		const whole = parseMessage(pieces.join(''));
		pieces = [];
		piecesLength = 0;
		return whole;
	};
	return {
		read(bytes) {
			kept.push(bytes);
			keptBytes += bytes.length;
			const messages: object[] = [];
			try {
				while (keptBytes >= wantedBytes) {
					if (wantedBytes === headBytes) {
						const length = headOf(kept, keptBytes);
						if (length === 0 || length > frameBytesMax) {
							return null;
						}
						wantedBytes = headBytes + length;
						continue;
					}
					const frame = takeBytes(wantedBytes);
					wantedBytes = headBytes;
					const message = join(parseMessage(frame.toString('utf8', headBytes)));
					if (message !== undefined) {
						messages.push(message);
					}
				}
			} catch {
				return null;
			}
			return messages;
		},
	};
}

type Piece = {readonly type: 'piece'; readonly text: string; readonly isLast: boolean};

function isPiece(message: Partial<Piece>): message is Piece {
	return message.type === 'piece' && typeof message.text === 'string';
}

function parseMessage(text: string): object {
	const message: unknown = JSON.parse(text);
	if (typeof message !== 'object' || message === null || Array.isArray(message)) {
		throw new Error('A message has to be an object.');
	}
	return message;
}

function headOf(kept: readonly Uint8Array[], keptBytes: number): number {
	const [first] = kept;
	const head =
		first && first.length >= headBytes
			? asBuffer(first)
			: Buffer.concat(kept, Math.min(keptBytes, headBytes));
	return head.readUInt32BE(0);
}

/** Makes a Buffer of the same bytes without copying them. */
function asBuffer({buffer, byteOffset, length}: Uint8Array): Buffer {
	return Buffer.from(buffer, byteOffset, length);
}
