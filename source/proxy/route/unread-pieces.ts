/**
 * Collects a provider's bytes until they are to be sent on. To read many small pieces together
 * costs far less than to read each by itself.
 */
export type UnreadPieces = {
	readonly add: (piece: Uint8Array) => void;
	/** Passes on everything that was collected. */
	readonly read: () => void;
};

/**
 * If more than this has been collected, it is passed on at once, so that it does not fill memory.
 */
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
