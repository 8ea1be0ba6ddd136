import {randomBytes} from 'node:crypto';
import {constants} from 'node:fs';
import {chmod, mkdir, open, readFile, rename, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';

/** Readers see the old file or the new one, never a part; who may read and run it stays the same. */
export async function replaceFile(path: string, bytes: Buffer): Promise<void> {
	await mkdir(dirname(path), {recursive: true});
	const mode = await modeOf(path);
	const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
	try {
		const handle = await open(temporary, 'wx', mode ?? newFileMode);
		try {
			await handle.writeFile(bytes);
			await handle.sync();
		} finally {
			await handle.close();
		}
		if (mode !== null) {
			await chmod(temporary, mode);
		}
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, {force: true});
		throw error;
	}
}

const newFileMode = 0o666;
const modeBits = 0o7777;

async function modeOf(path: string): Promise<number | null> {
	return stat(path).then(
		found => found.mode & modeBits,
		() => null,
	);
}

/** Null when there is no file; a folder or a device is an error. */
export async function readBytes(path: string): Promise<Buffer | null> {
	try {
		const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			const found = await handle.stat();
			if (!found.isFile()) {
				throw Object.assign(new Error('it is not a file'), {code: 'EISDIR'});
			}
			return await readFile(handle);
		} finally {
			await handle.close();
		}
	} catch (error) {
		if ((error as {code?: string}).code === 'ENOENT') {
			return null;
		}
		throw error;
	}
}
