/** The decoded content of a file: text in some encoding, or binary. */
export type Content =
	| {readonly type: 'text'; readonly text: string; readonly encoding: string}
	| {
			readonly type: 'binary';
			readonly kind: string;
			readonly size?: {readonly width: number; readonly height: number};
	  };

/** Throws a RangeError for an unknown encoding. */
export function decodeContent(bytes: Buffer, encoding: string | null): Content {
	if (encoding !== null) {
		const decoder = new TextDecoder(encoding);
		return {type: 'text', text: decoder.decode(bytes), encoding: decoder.encoding};
	}
	const marked = byteOrderMark(bytes);
	if (marked !== null) {
		return {type: 'text', text: new TextDecoder(marked).decode(bytes), encoding: marked};
	}
	const kind = kindOf(bytes);
	return kind === null ? guessText(bytes) : {type: 'binary', ...kind};
}

/** Whether the bytes look binary. A NUL byte near the beginning is the best sign. */
export function looksBinary(bytes: Buffer): boolean {
	return bytes.subarray(0, sniffedBytes).includes(0);
}

const sniffedBytes = 8192;

function byteOrderMark(bytes: Buffer): string | null {
	const start = bytes.subarray(0, 3).toString('hex');
	if (start === 'efbbbf') {
		return 'utf-8';
	}
	return start.startsWith('fffe') ? 'utf-16le' : start.startsWith('feff') ? 'utf-16be' : null;
}

/** Decodes text that is not UTF-8. It is nearly always in an old Western encoding. */
function guessText(bytes: Buffer): Content {
	try {
		const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
		return {type: 'text', text, encoding: 'utf-8'};
	} catch {
		const text = new TextDecoder('windows-1252').decode(bytes);
		return {type: 'text', text, encoding: 'windows-1252'};
	}
}

type Kind = {
	readonly kind: string;
	readonly size?: {readonly width: number; readonly height: number};
};

function kindOf(bytes: Buffer): Kind | null {
	const start = bytes.subarray(0, 16).toString('hex');
	const known = magic.find(([beginning]) => start.startsWith(beginning))?.[1];
	switch (known) {
		case 'image/png':
			return bytes.length < 24
				? {kind: known}
				: {kind: known, size: {width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20)}};
		case 'image/gif':
			return bytes.length < 10
				? {kind: known}
				: {kind: known, size: {width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8)}};
		case undefined:
			return looksBinary(bytes) ? {kind: 'application/octet-stream'} : null;
		default:
			return {kind: known};
	}
}

const magic: readonly (readonly [string, string])[] = [
	['89504e470d0a1a0a', 'image/png'],
	['ffd8ff', 'image/jpeg'],
	['47494638', 'image/gif'],
	['25504446', 'application/pdf'],
	['504b0304', 'application/zip'],
	['1f8b', 'application/gzip'],
	['fd377a585a00', 'application/x-xz'],
	['28b52ffd', 'application/zstd'],
	['7f454c46', 'application/x-elf'],
	['cafebabe', 'application/java-vm'],
	['0061736d', 'application/wasm'],
	['53514c69746520666f726d6174', 'application/vnd.sqlite3'],
];
