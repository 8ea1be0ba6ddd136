import {dirname} from 'node:path/posix';
import type {FileEntryWithStats, SFTPWrapper, Stats} from 'ssh2';
import {type FileFacts, modeBits, newFileMode, type ReadAnswer} from '../platform/files.ts';
import {temporaryBeside} from '../platform/local-files.ts';
import {type FileActions, type FileGuard, kindOfMode} from './file-actions.ts';
import {systemError} from './file-error.ts';
import {ask} from './sftp-ask.ts';
import {readHandle, writeHandle} from './sftp-pipe.ts';

/** File operations over sftp. */
export function sftpFiles(sftp: SFTPWrapper): FileActions {
	const actions: FileActions = {
		stat: async (path, {wait}) => factsOf(await wait(ask<Stats>(done => sftp.stat(path, done)))),
		lstat: async (path, {wait}) => factsOf(await wait(ask<Stats>(done => sftp.lstat(path, done)))),
		realpath: (path, {wait}) => wait(ask<string>(done => sftp.realpath(path, done))),
		async readdir(path, {wait}) {
			const entries = await wait(ask<FileEntryWithStats[]>(done => sftp.readdir(path, done)));
			return entries
				.filter(({filename}) => filename !== '.' && filename !== '..')
				.map(({filename, attrs}) => ({name: filename, kind: kindOfMode(attrs.mode)}));
		},
		read: (path, options, guard) => read(sftp, {path, ...options}, guard),
		replace: (path, bytes, guard) => replace(sftp, {path, bytes}, {actions, guard}),
		remove: (path, {commit}) => commit(ask<void>(done => sftp.unlink(path, done))),
		makeFolder: (path, guard) => makeFolder(sftp, path, {actions, guard}),
	};
	return actions;
}

function factsOf({mode, size, mtime}: Stats): FileFacts {
	return {kind: kindOfMode(mode), size, mode: mode & modeBits, modifiedAt: mtime * 1000};
}

async function read(
	sftp: SFTPWrapper,
	{path, bytesMax, range}: {path: string; bytesMax: number} & Parameters<FileActions['read']>[1],
	guard: FileGuard,
): Promise<ReadAnswer> {
	const {wait} = guard;
	// Checks the kind before opening the file, because opening a named pipe would block.
	const {kind, size} = factsOf(await wait(ask<Stats>(done => sftp.stat(path, done))));
	if (kind !== 'file') {
		return {type: kind === 'folder' ? 'folder' : 'device'};
	}
	if (!range && size > bytesMax) {
		return {type: 'too-large', size};
	}
	const handle = await wait(ask<Buffer>(done => sftp.open(path, 'r', done)));
	try {
		// Files under /proc report size 0 but have content.
		const length = range?.length ?? (size === 0 ? Math.min(bytesMax, kernelFileBytes) : size);
		const bytes = await readHandle(sftp, {handle, from: range?.from ?? 0, length}, guard);
		return {type: 'bytes', bytes, size};
	} finally {
		sftp.close(handle, () => {});
	}
}

const kernelFileBytes = 65_536;

async function replace(
	sftp: SFTPWrapper,
	{path, bytes}: {path: string; bytes: Uint8Array},
	{actions, guard}: {actions: FileActions; guard: FileGuard},
): Promise<void> {
	const {wait} = guard;
	const [mode] = await Promise.all([
		modeOf(actions, path, guard),
		refuseMoved(path, {actions, guard}),
	]);
	const temporary = temporaryBeside(path);
	const handle = await openNew(sftp, {temporary, mode}, {actions, guard});
	try {
		try {
			await writeHandle(sftp, {handle, bytes}, guard);
			if (mode !== null) {
				await wait(ask<void>(done => sftp.fchmod(handle, mode, done)));
			}
			await flush(sftp, {handle, guard});
		} finally {
			await wait(ask<void>(done => sftp.close(handle, done)));
		}
		await rename(sftp, {temporary, path}, guard);
	} catch (error) {
		await wait(ask<void>(done => sftp.unlink(temporary, done))).catch(() => {});
		throw error;
	}
}

/** Fails if the path leads elsewhere by now, because somebody may have put a link into it. */
async function refuseMoved(
	path: string,
	{actions, guard}: {actions: FileActions; guard: FileGuard},
): Promise<void> {
	const [folder, kind] = await Promise.all([
		actions.realpath(dirname(path), guard).catch(() => dirname(path)),
		actions.lstat(path, guard).then(
			found => found.kind,
			() => null,
		),
	]);
	if (folder !== dirname(path) || kind === 'link') {
		throw systemError('EMOVED', `${path} leads to another place. Name that place itself.`);
	}
}

async function modeOf(
	actions: FileActions,
	path: string,
	guard: FileGuard,
): Promise<number | null> {
	try {
		return (await actions.stat(path, guard)).mode;
	} catch (error) {
		if ((error as {code?: string}).code === 'ENOENT') {
			return null;
		}
		throw error;
	}
}

async function openNew(
	sftp: SFTPWrapper,
	{temporary, mode}: {temporary: string; mode: number | null},
	{actions, guard}: {actions: FileActions; guard: FileGuard},
): Promise<Buffer> {
	const open = () =>
		guard.wait(ask<Buffer>(done => sftp.open(temporary, 'wx', {mode: mode ?? newFileMode}, done)));
	try {
		return await open();
	} catch (error) {
		if ((error as {code?: string}).code !== 'ENOENT') {
			throw error;
		}
		await actions.makeFolder(dirname(temporary), guard);
		return open();
	}
}

/**
 * Asks the server to sync the file to disk. A server without this extension syncs it some time
 * later.
 */
async function flush(
	sftp: SFTPWrapper,
	{handle, guard}: {handle: Buffer; guard: FileGuard},
): Promise<void> {
	try {
		await guard.wait(ask(done => sftp.ext_openssh_fsync(handle, done)));
	} catch (error) {
		if (!isUnsupported(error)) {
			throw error;
		}
	}
}

/** sftp's rename fails if the target exists; OpenSSH's extension replaces it, as POSIX does. */
async function rename(
	sftp: SFTPWrapper,
	{temporary, path}: {temporary: string; path: string},
	{commit}: FileGuard,
): Promise<void> {
	try {
		await commit(ask<void>(done => sftp.ext_openssh_rename(temporary, path, done)));
	} catch (error) {
		if (!isUnsupported(error)) {
			throw error;
		}
		await commit(ask<void>(done => sftp.rename(temporary, path, done)));
	}
}

function isUnsupported(error: unknown): boolean {
	return /not support|unsupported/i.test((error as Error).message);
}

async function makeFolder(
	sftp: SFTPWrapper,
	path: string,
	{actions, guard}: {actions: FileActions; guard: FileGuard},
): Promise<void> {
	try {
		await guard.wait(ask<void>(done => sftp.mkdir(path, done)));
	} catch (error) {
		const {code} = error as {code?: string};
		if (code === 'ENOENT' && dirname(path) !== path) {
			await actions.makeFolder(dirname(path), guard);
			await guard.wait(ask<void>(done => sftp.mkdir(path, done)));
		} else if (!(await isFolder(actions, path, guard))) {
			throw error;
		}
	}
}

/**
 * Whether the path is a folder. The protocol reports an existing folder with its general failure
 * code, so we have to check.
 */
async function isFolder(actions: FileActions, path: string, guard: FileGuard): Promise<boolean> {
	return actions.stat(path, guard).then(
		({kind}) => kind === 'folder',
		() => false,
	);
}
