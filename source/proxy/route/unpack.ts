import type {Transform} from 'node:stream';
import type {Flow} from './client.ts';

/** Bytes that a provider, or something between it and us, has packed although it was asked not to. */
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
	/** At most once, and nothing after it. */
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
		// What comes is passed over: the failure was told, and ends the call.
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

/** The flow of a body that may turn out to be packed. */
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

/** Each piece is given out as soon as it can be read: a stream may pause behind it. */
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
