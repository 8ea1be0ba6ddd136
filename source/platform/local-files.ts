import {randomBytes} from 'node:crypto';
import {constants, type Dirent, type Stats} from 'node:fs';
import {
	chmod,
	type FileHandle,
	lstat,
	mkdir,
	open,
	readdir,
	realpath,
	rename,
	rm,
	stat,
} from 'node:fs/promises';
import {homedir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {localHost} from '../events/ids.ts';
import {startChild} from './child.ts';
import {
	type FileFacts,
	type FileKind,
	type Files,
	modeBits,
	newFileMode,
	type ProgramEnd,
	type ReadAnswer,
	type ReadOptions,
	type RunOptions,
} from './files.ts';
import {inFolderOf} from './held-folder.ts';

/** The files of this machine. */
export const localFiles: Files = {
	host: localHost,
	get home() {
		return homedir();
	},
	stat: async path => factsOf(await stat(path)),
	lstat: async path => factsOf(await lstat(path)),
	realpath: realPath,
	readdir: async path =>
		(await readdir(path, {withFileTypes: true})).map(entry => ({
			name: entry.name,
			kind: kindOf(entry),
		})),
	read,
	replace,
	remove: resolved => inFolderOf(resolved, path => rm(path)),
	async makeFolder(path) {
		await mkdir(path, {recursive: true});
	},
	exists: path =>
		stat(path).then(
			() => true,
			() => false,
		),
	run,
};

function factsOf(found: Stats): FileFacts {
	return {
		kind: kindOf(found),
		size: found.size,
		mode: found.mode & modeBits,
		modifiedAt: found.mtimeMs,
	};
}

function kindOf(entry: Stats | Dirent): FileKind {
	if (entry.isSymbolicLink()) {
		return 'link';
	}
	return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other';
}

async function realPath(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		const parent = dirname(path);
		return parent === path ? path : join(await realPath(parent), basename(path));
	}
}

async function read(path: string, options: ReadOptions): Promise<ReadAnswer> {
	// Opening a pipe without a writer would block for ever without O_NONBLOCK.
	const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const {kind, size} = factsOf(await handle.stat());
		if (kind !== 'file') {
			return {type: kind === 'folder' ? 'folder' : 'device'};
		}
		if (options.range) {
			return {type: 'bytes', bytes: await readRange(handle, options.range), size};
		}
		return size > options.bytesMax
			? {type: 'too-large', size}
			: {type: 'bytes', bytes: await handle.readFile({signal: options.signal}), size};
	} finally {
		await handle.close();
	}
}

async function readRange(
	handle: FileHandle,
	{from, length}: {from: number; length: number},
): Promise<Buffer> {
	const buffer = Buffer.alloc(length);
	let filled = 0;
	while (filled < length) {
		const {bytesRead} = await handle.read(buffer, filled, length - filled, from + filled);
		if (bytesRead === 0) {
			break;
		}
		filled += bytesRead;
	}
	return buffer.subarray(0, filled);
}

function replace(resolved: string, bytes: Uint8Array): Promise<void> {
	return inFolderOf(resolved, async path => {
		const mode = await lstat(path).then(
			found => found.mode & modeBits,
			() => null,
		);
		const temporary = temporaryBeside(path);
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
	});
}

/** Returns a new path in the same folder, because a rename across file systems is not atomic. */
export function temporaryBeside(path: string): string {
	return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
}

async function run(
	[command, ...parameters]: readonly [string, ...string[]],
	{onLine, signal}: RunOptions,
): Promise<ProgramEnd | null> {
	const child = startChild({
		command,
		parameters,
		env: {PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C.UTF-8'},
	});
	const stop = (): void => child.signal('SIGKILL');
	signal?.addEventListener('abort', stop, {once: true});
	child.onLine(onLine);
	const end = await child.ended;
	signal?.removeEventListener('abort', stop);
	return end.exitCode === null && end.signal === null ? null : end;
}
