import {randomBytes} from 'node:crypto';
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import {dirname} from 'node:path';

export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;

/** Creates the folder and missing parents, for this user only. */
export function makePrivateFolder(folder: string): void {
	try {
		mkdirSync(folder, privateFolderMode);
	} catch (error) {
		const above = dirname(folder);
		// Node's recursive mkdir loops for ever under /proc, and reports a read-only disk as ENOENT
		// (https://github.com/nodejs/node/issues/47098).
		if (codeOf(error) === 'ENOENT' && !existsSync(above)) {
			makePrivateFolder(above);
			makePrivateFolder(folder);
		} else if (!existsSync(folder)) {
			throw error;
		}
	}
}

/**
 * Writes a file in one step: readers see the old text or the new one, never a part. A link is
 * followed, so that a file kept elsewhere (such as dotfiles in a repository) stays there.
 */
export function writeFileAtomic(path: string, text: string | Uint8Array): void {
	const target = targetOf(path);
	makePrivateFolder(dirname(target));
	const temporary = `${target}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
	try {
		writeWhole(temporary, text);
		renameSync(temporary, target);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw error;
	}
}

/** Returns the file's text; null if the file does not exist. */
export function readTextFile(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') {
			return null;
		}
		throw error;
	}
}

/** Writes all bytes, because a single call may accept only a part. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
	let written = 0;
	while (written < bytes.length) {
		written += writeSync(descriptor, bytes, written);
	}
}

/** Returns the code of a system error, such as ENOSPC. */
export function codeOf(error: unknown): string {
	const code = (error as {code?: unknown} | null)?.code;
	return typeof code === 'string' ? code : '';
}

function targetOf(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

function writeWhole(path: string, text: string | Uint8Array): void {
	const descriptor = openSync(path, 'wx', privateFileMode);
	try {
		writeAll(descriptor, Buffer.from(text));
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
