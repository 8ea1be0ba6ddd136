import type {Duplex} from 'node:stream';
import {createFrameReader, encodeMessage} from './frame.ts';

/** One end of a socket, which sends and receives messages. */
export type MessageStream = {
	readonly send: (message: object) => void;
	/** How many bytes the other side has not taken yet. */
	readonly waitingBytes: () => number;
	/** Whether so many bytes wait that messages which are not urgent should be held back. */
	readonly isFull: () => boolean;
	/**
	 * Calls back once, as soon as the other side has taken everything. Only useful while the
	 * connection is full.
	 */
	readonly whenDry: (listener: () => void) => void;
	/** Sends what is left, then closes. What still comes from the other side is not read. */
	readonly end: () => void;
	/** Closes at once. */
	readonly cut: () => void;
	/** Leaves the socket to somebody else: from now on nothing is read from it here. */
	readonly release: () => void;
};

export type ConnectionHandlers = {
	readonly onMessage: (message: object) => void;
	/**
	 * Called once, when the connection closes. `problem` says what was wrong if the bytes of the
	 * other side could not be read.
	 */
	readonly onClose: (problem: string | null) => void;
	/** The longest message that is accepted in several pieces. */
	readonly lengthMax: number;
};

/**
 * Opens a message stream on a socket. Messages that are sent in one turn of the event loop leave in
 * one write.
 */
export function openConnection(socket: Duplex, handlers: ConnectionHandlers): MessageStream {
	const reader = createFrameReader(handlers);
	let isOpen = true;
	let isCorked = false;
	const close = (problem: string | null) => {
		if (isOpen) {
			isOpen = false;
			socket.destroy();
			handlers.onClose(problem);
		}
	};
	const read = (bytes: Buffer) => {
		const messages = reader.read(bytes);
		for (const message of messages ?? []) {
			if (!isOpen || socket.writableEnded) {
				return;
			}
			handlers.onMessage(message);
		}
		if (messages === null) {
			close('What came was no message of this protocol.');
		}
	};
	const closeQuietly = () => close(null);
	const listeners = {data: read, error: closeQuietly, close: closeQuietly, end: closeQuietly};
	for (const [name, listener] of Object.entries(listeners)) {
		socket.on(name, listener);
	}
	const dryness = watchDryness(socket);
	return {
		send(message) {
			if (!isOpen || socket.writableEnded) {
				return;
			}
			if (!isCorked) {
				isCorked = true;
				socket.cork();
				process.nextTick(() => {
					isCorked = false;
					socket.uncork();
				});
			}
			dryness.wrote(socket.write(encodeMessage(message)));
		},
		waitingBytes: () => socket.writableLength,
		isFull: dryness.isFull,
		whenDry: dryness.whenDry,
		end() {
			socket.end();
		},
		cut: () => close(null),
		release() {
			isOpen = false;
			// What comes before the next reader is ready waits.
			socket.pause();
			for (const [name, listener] of Object.entries(listeners)) {
				socket.off(name, listener);
			}
		},
	};
}

/** Keeps track of whether the socket has sent everything that was written to it. */
function watchDryness(socket: Duplex) {
	const listeners = new Set<() => void>();
	let isFull = false;
	socket.on('drain', () => {
		isFull = false;
		const all = [...listeners];
		listeners.clear();
		for (const listener of all) {
			listener();
		}
	});
	return {
		wrote(isRoomLeft: boolean) {
			isFull = isFull || !isRoomLeft;
		},
		isFull: () => isFull,
		whenDry: (listener: () => void) => void listeners.add(listener),
	};
}
