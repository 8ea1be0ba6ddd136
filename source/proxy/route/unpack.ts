import type {Transform} from 'node:stream';
import type {Flow} from './client.ts';

/**
 * Unpacks a body that a provider, or a server in between, has compressed although the request asked
 * for none.
 */
export type Unpacking = {
	readonly write: (chunk: Uint8Array) => void;
	readonly end: () => void;
	readonly stop: () => void;
	readonly pause: () => void;
	readonly resume: () => void;
};

export type Unpacked = {
	readonly chunk: (chunk: Uint8Array) => void;
	readonly end: () => void;
	/** Called at most once, and no other function after it. */
	readonly fail: (why: string) => void;
};

/** Returns null if the answer is not compressed, as nearly always. */
export function createUnpacking(
	encoding: string | undefined,
	{chunk, end, fail}: Unpacked,
): Unpacking | null {
	const name = encoding?.trim().toLowerCase() ?? '';
	if (name === '' || name === 'identity') {
		return null;
	}
	const stream = streamOf(name);
	if (!stream) {
		// The rest of the body is ignored: the failure was reported, and ends the call.
		queueMicrotask(() => fail(`packed as ${name.slice(0, nameLengthMax)}`));
		return {write() {}, end() {}, stop() {}, pause() {}, resume() {}};
	}
	stream.on('data', chunk);
	stream.on('end', end);
	stream.on('error', () => fail(`that does not unpack as ${name}`));
	return {
		write: bytes => {
			stream.write(bytes);
		},
		end: () => {
			stream.end();
		},
		stop: () => {
			stream.destroy();
		},
		pause: () => {
			stream.pause();
		},
		resume: () => {
			stream.resume();
		},
	};
}

/** Wraps the flow of a body that may be compressed. */
export function flowThrough(flow: Flow, unpacking: () => Unpacking | null): Flow {
	return {
		pause() {
			flow.pause();
			unpacking()?.pause();
		},
		resume() {
			flow.resume();
			unpacking()?.resume();
		},
		abort() {
			flow.abort();
			unpacking()?.stop();
		},
	};
}

const nameLengthMax = 40;

/** Flushes after each piece, because a stream may pause after it. */
function streamOf(name: string): Transform | null {
	const zlib = process.getBuiltinModule('node:zlib');
	const {Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH} = zlib.constants;
	switch (name) {
		case 'gzip':
		case 'x-gzip':
		case 'deflate':
			return zlib.createUnzip({flush: Z_SYNC_FLUSH});
		case 'br':
			return zlib.createBrotliDecompress({flush: BROTLI_OPERATION_FLUSH});
		default:
			return null;
	}
}
