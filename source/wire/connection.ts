import type {Duplex} from 'node:stream';
import {createFrameReader, encodeMessage} from './frame.ts';

/** A socket that carries messages in both directions, as one side sees it. */
export type MessageStream = {
	readonly send: (message: object) => void;
	/** How many bytes still wait here, because the other side reads slowly. */
	readonly waitingBytes: () => number;
	/** Whether the socket's buffer is full, so that messages that can wait should not be sent now. */
	readonly isFull: () => boolean;
	/**
	 * Calls back once, when the other side has read everything. Call it only while `isFull()`: else
	 * it may never call back.
	 */
	readonly whenDry: (listener: () => void) => void;
	/** Sends what still waits, then closes. Whatever the other side still sends is not read. */
	readonly end: () => void;
	/** Closes at once, without sending what still waits. */
	readonly cut: () => void;
	/** Stops reading without closing, so that other code can use the socket. */
	readonly release: () => void;
};

export type ConnectionHandlers = {
	readonly onMessage: (message: object) => void;
	/**
	 * Called once, when the connection closes. `problem` is set if the other side sent something that
	 * is no message.
	 */
	readonly onClose: (problem: string | null) => void;
	/** The longest message that is accepted in pieces. */
	readonly lengthMax: number;
};

/**
 * Opens a message stream on a socket. Messages that are sent in the same turn of the event loop
 * leave in one write.
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
			// Until the next user of the socket listens, what arrives has to wait.
			socket.pause();
			for (const [name, listener] of Object.entries(listeners)) {
				socket.off(name, listener);
			}
		},
	};
}

/** Tracks whether the socket's buffer is full: from a write that exceeded it until `drain`. */
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
