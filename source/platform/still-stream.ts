import type {Socket} from 'node:net';

/**
 * Stops reading from a descriptor that another process is going to read: two readers would split
 * the bytes between them. Bytes that were already read are emitted as `data` before this returns.
 * Returns a function that resumes reading. `pause` is not enough: a paused stream still reads one
 * more piece.
 */
export function stopReading(stream: Socket): () => void {
	const handle = (stream as unknown as {readonly _handle: Handle | null})._handle;
	const wasFlowing = !stream.isPaused();
	let isStopped = true;
	stream.pause();
	const stop = () => {
		if (handle && isStopped) {
			handle.reading = false;
			handle.readStop();
		}
	};
	stop();
	// `read` asks for more bytes, but none are read within this turn of the event loop.
	while (stream.readableLength > 0 && stream.read() !== null) {}
	stop();
	// A stream that has just got its first listener starts reading at the end of this turn.
	process.nextTick(stop);
	return () => {
		isStopped = false;
		if (handle && !stream.destroyed) {
			handle.reading = true;
			handle.readStart();
		}
		if (wasFlowing) {
			stream.resume();
		}
	};
}

/** Node's internal handle of a socket. There is no public way to stop reading at once. */
type Handle = {reading: boolean; readonly readStop: () => void; readonly readStart: () => void};

/**
 * An open file that a process taking over inherits: its descriptor, and a text that says what it
 * is.
 */
export type Inherited = {readonly descriptor: number; readonly of: string};

/** Returns the file descriptor of an open pipe or socket; null if it is closed. */
export function descriptorOf(stream: unknown): number | null {
	const {fd} = (stream as {readonly _handle?: {readonly fd?: number} | null})._handle ?? {};
	return fd === undefined || fd < 0 ? null : fd;
}
