import type {IncomingMessage} from 'node:http';
import type {CallFailure, Checked} from '../failure.ts';

/** Decompresses a body, to at most `bytesMax` bytes. */
export async function unpackBody(
	{headers}: IncomingMessage,
	{bytes, bytesMax, tooLong}: {bytes: Buffer; bytesMax: number; tooLong: () => CallFailure},
): Promise<Checked<Buffer>> {
	const name = headers['content-encoding']?.trim().toLowerCase() ?? '';
	if (name === '' || name === 'identity') {
		return {ok: true, value: bytes};
	}
	const unpack = unpackers()[name];
	if (!unpack) {
		return {ok: false, failure: unknownPacking(name)};
	}
	return new Promise(resolve => {
		unpack(bytes, {maxOutputLength: bytesMax}, (error, value) => {
			if (!error) {
				resolve({ok: true, value});
				return;
			}
			const isLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
			resolve({ok: false, failure: isLong ? tooLong() : unreadable(name)});
		});
	});
}

type Unpack = (
	bytes: Buffer,
	options: {maxOutputLength: number},
	done: (error: Error | null, value: Buffer) => void,
) => void;

/**
 * Returns the decompressors by their names. node:zlib is loaded with the first compressed body.
 * Which ones exist depends on the version of Node.
 */
function unpackers(): Readonly<Record<string, Unpack | undefined>> {
	const {gunzip, inflate, brotliDecompress, zstdDecompress} = process.getBuiltinModule('node:zlib');
	return Object.assign(Object.create(null), {
		gzip: gunzip,
		'x-gzip': gunzip,
		deflate: inflate,
		br: brotliDecompress,
		zstd: zstdDecompress,
	});
}

function unknownPacking(name: string): CallFailure {
	return {
		kind: 'bad-input',
		message: `The body is packed as “${name.slice(0, 40)}”, which is not read here: send it as gzip, deflate, br, zstd or unpacked.`,
		status: 415,
		code: 'unsupported_encoding',
		param: 'content-encoding',
		retry: 'never',
	};
}

function unreadable(name: string): CallFailure {
	return {
		kind: 'bad-input',
		message: `The body does not unpack as ${name}.`,
		status: 400,
		code: 'invalid_request_error',
		retry: 'never',
	};
}
