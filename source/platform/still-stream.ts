import type {Socket} from 'node:net';

/**
 * Stops reading from a descriptor that another process reads next: two readers would split the
 * bytes. What was read already is still told to the `data` listeners, before this returns; then
 * nothing more is taken from the system. Returns a function that reads on. `pause` is not enough: a
 * paused stream still takes one piece and keeps it.
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
	// Nothing is read within this turn of the event loop, although `read` asks for more.
	while (stream.readableLength > 0 && stream.read() !== null) {}
	stop();
	// A stream that has just got its first listener starts once more at the end of this turn.
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

/** Node's own handle of a socket; it has no public way to stop reading at once. */
type Handle = {reading: boolean; readonly readStop: () => void; readonly readStart: () => void};

/** What a process that takes over inherits: its number, and a text that names what it is. */
export type Inherited = {readonly descriptor: number; readonly of: string};

/** The system's number of an open pipe or socket; null if it is closed. */
export function descriptorOf(stream: unknown): number | null {
	const {fd} = (stream as {readonly _handle?: {readonly fd?: number} | null})._handle ?? {};
	return fd === undefined || fd < 0 ? null : fd;
}
