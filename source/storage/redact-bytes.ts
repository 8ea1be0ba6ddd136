import type {StreamRedactor} from './redact-stream.ts';

/**
 * The same for bytes. Each byte is looked at as a character: secrets are ASCII, and what is no
 * valid text must come out as it went in.
 */
export function byteFilter(stream: StreamRedactor): {
	readonly push: (bytes: Uint8Array) => Uint8Array;
	readonly end: () => Uint8Array;
} {
	return {
		push: bytes =>
			toBytes(
				stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')),
			),
		end: () => toBytes(stream.end()),
	};
}

/** Only the marks have characters beyond a byte. */
function toBytes(text: string): Uint8Array {
	if (!text.includes('‹')) {
		return Buffer.from(text, 'latin1');
	}
	return Buffer.concat(
		text.split(/(‹redacted:[a-z-]+·[0-9a-f]{4}›)/).map((part, index) => {
			return Buffer.from(part, index % 2 === 1 ? 'utf8' : 'latin1');
		}),
	);
}
