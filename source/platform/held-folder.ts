import {constants} from 'node:fs';
import {type FileHandle, lstat, mkdir, open, readlink, realpath} from 'node:fs/promises';
import {platform} from 'node:os';
import {basename, dirname, join} from 'node:path';

/**
 * Calls `work` with a path into a folder that is held open, so that nobody can put a link in the
 * folder's place between check and work. The path leads to the opened folder even if its name
 * changes. Missing folders are created one inside the other in the same way. Throws `MovedError` if
 * the given path, which must be resolved, leads elsewhere. macOS has no such paths: there, the
 * folder is checked before and after the work.
 */
export async function inFolderOf<Value>(
	path: string,
	work: (path: string) => Promise<Value>,
): Promise<Value> {
	return platform() === 'linux' ? inOpened(path, work) : betweenLooks(path, work);
}

/** The path no longer leads where it did when it was resolved. */
export class MovedError extends Error {
	readonly code = 'EMOVED';
}

async function inOpened<Value>(
	path: string,
	work: (path: string) => Promise<Value>,
): Promise<Value> {
	const folder = await openFolder(dirname(path));
	try {
		const inside = join(pathTo(folder), basename(path));
		await refuseLink(inside, path);
		return await work(inside);
	} finally {
		await folder.close();
	}
}

function pathTo({fd}: FileHandle): string {
	return `/proc/self/fd/${fd}`;
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY;

async function openFolder(path: string): Promise<FileHandle> {
	const folder = await open(path, folderFlags).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT' || dirname(path) === path) {
			throw error;
		}
		return makeFolder(path);
	});
	// Opening has followed links, so this shows where the path leads now.
	if ((await readlink(pathTo(folder))) !== path) {
		await folder.close();
		throw moved(path);
	}
	return folder;
}

async function makeFolder(path: string): Promise<FileHandle> {
	const parent = await openFolder(dirname(path));
	try {
		const inside = join(pathTo(parent), basename(path));
		await mkdir(inside).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') {
				throw error;
			}
		});
		return await open(inside, folderFlags);
	} finally {
		await parent.close();
	}
}

async function betweenLooks<Value>(
	path: string,
	work: (path: string) => Promise<Value>,
): Promise<Value> {
	const folder = dirname(path);
	await mkdir(folder, {recursive: true});
	const look = async () => {
		if ((await realpath(folder)) !== folder) {
			throw moved(folder);
		}
	};
	await look();
	await refuseLink(path, path);
	const value = await work(path);
	await look();
	return value;
}

/**
 * Fails if the last part of the path is a link. A resolved path contains no link, so this one was
 * created since, or leads nowhere.
 */
async function refuseLink(inside: string, path: string): Promise<void> {
	const isLink = await lstat(inside).then(
		found => found.isSymbolicLink(),
		() => false,
	);
	if (isLink) {
		throw moved(path);
	}
}

function moved(path: string): MovedError {
	return new MovedError(
		`${path} is a link, or lies behind one, that leads to another place. Name that place itself.`,
	);
}
