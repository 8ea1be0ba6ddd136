import {randomBytes} from 'node:crypto';

/**
 * A word that the far side prints right before the command starts. What an rc file said before it
 * is no output of the command. The word never stands in the command line in one piece, so a shell
 * that shows what it runs (`set -x`) can't say it by accident.
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
	/** What stands on the marker's line, and the bytes after that line; null as long as it has not come. */
	readonly push: (
		bytes: Uint8Array,
	) => {readonly words: readonly string[]; readonly rest: Buffer} | null;
	/** The last of what came before it. */
	readonly noise: () => string;
};

const noiseBytesMax = 16_384;
/** Many times what a process table has to say of one process. */
const lineBytesMax = 65_536;

export function createMarkerScan({whole}: Nonce): MarkerScan {
	let seen: Buffer = Buffer.alloc(0);
	return {
		push(bytes) {
			seen = Buffer.concat([seen, bytes]);
			const at = seen.indexOf(whole);
			const end = at < 0 ? -1 : seen.indexOf('\n', at);
			if (end < 0) {
				// Behind its beginning the line is kept whole; one that never ends fills no memory here.
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
