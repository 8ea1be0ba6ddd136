import {randomBytes} from 'node:crypto';

/**
 * A random word that a script of ours prints on the host right before the command starts. Text
 * before it comes from an rc file, not from the command. The command line holds the word in two
 * halves, so that a shell which echoes its commands (`set -x`) can't print it.
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
	 * Returns the rest of the marker's line and the bytes after that line; null until the line is
	 * complete.
	 */
	readonly push: (
		bytes: Uint8Array,
	) => {readonly words: readonly string[]; readonly rest: Buffer} | null;
	/** The last part of the text that came before the marker. */
	readonly noise: () => string;
};

const noiseBytesMax = 16_384;
/** The longest marker line that is kept. A real one is far shorter. */
const lineBytesMax = 65_536;

export function createMarkerScan({whole}: Nonce): MarkerScan {
	let seen: Buffer = Buffer.alloc(0);
	return {
		push(bytes) {
			seen = Buffer.concat([seen, bytes]);
			const at = seen.indexOf(whole);
			const end = at < 0 ? -1 : seen.indexOf('\n', at);
			if (end < 0) {
				// Nothing is dropped while the marker's line is incomplete, unless that line gets too long:
				// otherwise, only the last `noiseBytesMax` bytes are kept.
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
