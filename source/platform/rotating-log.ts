import {appendFileSync, renameSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {codeOf, makePrivateFolder, privateFileMode} from './atomic-file.ts';

/** Appends lines to a file, which is moved aside when it grows too long. */
export type RotatingLog = {readonly line: (text: string) => void};

export function createRotatingLog({
	path,
	bytesMax,
	onProblem,
}: {
	path: string;
	bytesMax: number;
	/**
	 * Called for the first line that can't be written. Such lines are lost, but the program
	 * continues.
	 */
	onProblem: (error: unknown) => void;
}): RotatingLog {
	let size: number | null = null;
	let isBroken = false;
	return {
		line(text) {
			const line = `${text.replaceAll('\n', ' ')}\n`;
			try {
				size ??= prepare(path);
				if (size + line.length > bytesMax && size > 0) {
					renameSync(path, `${path}.1`);
					size = 0;
				}
				appendFileSync(path, line, {mode: privateFileMode});
				size += Buffer.byteLength(line);
			} catch (error) {
				if (!isBroken) {
					isBroken = true;
					onProblem(error);
				}
			}
		},
	};
}

function prepare(path: string): number {
	makePrivateFolder(dirname(path));
	try {
		return statSync(path).size;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') {
			return 0;
		}
		throw error;
	}
}
