/**
 * Keeps what a provider sends until it is to be sent on. To read many small pieces at once costs a
 * part of what it costs to read each.
 */
export type UnreadPieces = {
	readonly add: (piece: Uint8Array) => void;
	/** Reads everything that was kept. */
	readonly read: () => void;
};

/** More than this is read at once, so that a fast provider fills no memory. */
const unreadBytesMax = 65_536;

export function createUnreadPieces(onRead: (bytes: Uint8Array) => void): UnreadPieces {
	let pieces: Uint8Array[] = [];
	let length = 0;
	const read = () => {
		const [first] = pieces;
		if (first !== undefined) {
			const bytes = pieces.length === 1 ? first : Buffer.concat(pieces, length);
			pieces = [];
			length = 0;
			onRead(bytes);
		}
	};
	return {
		add(piece) {
			pieces.push(piece);
			length += piece.length;
			if (length > unreadBytesMax) {
				read();
			}
		},
		read,
	};
}
