import {randomBytes} from 'node:crypto';
import {
	closeSync,
	constants,
	fstatSync,
	linkSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {codeOf} from '../../platform/atomic-file.ts';
import {isProcessAlive} from '../../platform/process-identity.ts';
import {privateFolderProblem, socketsFolder} from './run-folder.ts';

/**
 * Removes the file only if it still holds this text: a new engine may have written its own record
 * meanwhile.
 */
export function clear(path: string, text: string): void {
	const aside = unique(path, 'gone');
	try {
		renameSync(path, aside);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') {
			return;
		}
		throw error;
	}
	try {
		if (readOwnFile(aside) !== text) {
			linkSync(aside, path);
		}
	} catch (error) {
		// EEXIST: a yet newer record has taken this name. That record stays.
		if (codeOf(error) !== 'EEXIST') {
			throw error;
		}
	} finally {
		rmSync(aside, {force: true});
	}
}

/**
 * Removes the socket. A record may name any path, so only a socket in one of our own socket folders
 * is ever removed.
 */
export function removeSocket(folder: string, socket: string): void {
	const place = dirname(socket);
	const isOurs = [folder, socketsFolder()].includes(place) && privateFolderProblem(place) === null;
	if (isOurs && lstatSync(socket, {throwIfNoEntry: false})?.isSocket()) {
		rmSync(socket, {force: true});
	}
}

const recordBytesMax = 1_048_576;

/** Returns null if there is no such file, or if it is a link, another user's, or no plain file. */
export function readOwnFile(path: string): string | null {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return null;
	}
	try {
		const {size, uid} = fstatSync(descriptor);
		const isOwn = uid === (process.getuid?.() ?? uid);
		return isOwn && size <= recordBytesMax ? readFileSync(descriptor, 'utf8') : null;
	} catch {
		return null;
	} finally {
		closeSync(descriptor);
	}
}

export function unique(path: string, ending: string): string {
	return `${path}.${process.pid}-${randomBytes(4).toString('hex')}.${ending}`;
}

export function names(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/**
 * Removes the files and sockets of programs that were killed before they could do so. `known`:
 * sockets that records name. They stay, because their engines may run in a container, where process
 * ids mean something else.
 */
export function sweep(folder: string, known: ReadonlySet<string>): void {
	for (const name of names(folder)) {
		const path = join(folder, name);
		const [, pid] = /\.(\d+)-[0-9a-f]{8}\.(?:tmp|gone)$/.exec(name) ?? [];
		const isLeft = pid !== undefined && !isProcessAlive({pid: Number(pid), start: null});
		if (isLeft || (isDeadSocket(path) && !known.has(path))) {
			removeQuietly(path);
		}
	}
}

/** Whether the socket's name holds the id of a process that no longer exists. */
export function isDeadSocket(path: string): boolean {
	const [, pid] = /(?:^|\/)(\d+)-[0-9a-f]{8}\.sock$/.exec(path) ?? [];
	return (
		pid !== undefined &&
		!isProcessAlive({pid: Number(pid), start: null}) &&
		lstatSync(path, {throwIfNoEntry: false})?.isSocket() === true
	);
}

function removeQuietly(path: string): void {
	try {
		rmSync(path, {force: true});
	} catch {
		// If the folder can't be written to, the file stays. It does no harm.
	}
}
