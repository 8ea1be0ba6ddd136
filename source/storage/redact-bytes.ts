import type {StreamRedactor} from './redact-stream.ts';

/**
 * Redacts bytes. Each byte is treated as one character: secrets are ASCII, and bytes that are not
 * valid text must pass unchanged.
 */
export function byteFilter(stream: StreamRedactor): {
	readonly push: (bytes: Uint8Array) => Uint8Array;
	readonly held: () => Uint8Array;
	readonly end: () => Uint8Array;
	readonly unwritten: () => Uint8Array;
} {
	return {
		push: bytes =>
			toBytes(
				stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')),
			),
		held: () => toBytes(stream.held()),
		end: () => toBytes(stream.end()),
		unwritten: () => Buffer.from(stream.unwritten(), 'latin1'),
	};
}

/** Converts text back to bytes. Only the redaction marks have characters above one byte. */
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
