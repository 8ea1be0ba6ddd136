import {randomBytes} from 'node:crypto';

/**
 * A random word that the remote side prints right before the command starts. Text before it comes
 * from an rc file, not from the command. The command line holds it in two halves, so a shell that
 * echoes its commands (`set -x`) can't print it by accident.
 */
export type Nonce = {readonly whole: string; readonly halves: readonly [string, string]};

export function newNonce(): Nonce {
	const halves = [`hop-${hex()}`, hex()] as const;
	return {whole: halves.join('-'), halves};
}

function hex(): string {
	return randomBytes(8).toString('hex');
}

export type MarkerScan = {
	/**
	 * Returns the rest of the marker's line and the bytes after that line; null until it has arrived.
	 */
	readonly push: (
		bytes: Uint8Array,
	) => {readonly words: readonly string[]; readonly rest: Buffer} | null;
	/** The last part of the text that came before the marker. */
	readonly noise: () => string;
};

const noiseBytesMax = 16_384;
/** The longest line that is kept; any row of a process table is far shorter. */
const lineBytesMax = 65_536;

export function createMarkerScan({whole}: Nonce): MarkerScan {
	let seen: Buffer = Buffer.alloc(0);
	return {
		push(bytes) {
			seen = Buffer.concat([seen, bytes]);
			const at = seen.indexOf(whole);
			const end = at < 0 ? -1 : seen.indexOf('\n', at);
			if (end < 0) {
				// Once the marker has begun, its line is kept whole, but a line without an end must not
				// fill memory.
				const isWaitedFor = at >= 0 && seen.length - at <= lineBytesMax;
				seen = !isWaitedFor && seen.length > noiseBytesMax ? seen.subarray(-noiseBytesMax) : seen;
				return null;
			}
			const words = seen
				.subarray(at + whole.length, end)
				.toString('utf8')
				.trim()
				.split(' ');
			return {words, rest: seen.subarray(end + 1)};
		},
		noise: () => seen.toString('utf8').trim(),
	};
}
