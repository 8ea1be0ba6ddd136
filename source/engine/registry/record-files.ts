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

/** Removes the file if it still holds this text: a new engine may have written its own by now. */
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
		// A yet newer record stands there.
		if (codeOf(error) !== 'EEXIST') {
			throw error;
		}
	} finally {
		rmSync(aside, {force: true});
	}
}

/** Only a socket, and only where sockets of ours lie, whatever the record names. */
export function removeSocket(folder: string, socket: string): void {
	const place = dirname(socket);
	const isOurs = [folder, socketsFolder()].includes(place) && privateFolderProblem(place) === null;
	if (isOurs && lstatSync(socket, {throwIfNoEntry: false})?.isSocket()) {
		rmSync(socket, {force: true});
	}
}

const recordBytesMax = 1_048_576;

/** Null: there is none, or it is a link, another user's, or no plain file. */
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
 * What programs left that were killed while they wrote, cleared or began to listen. `known`: the
 * sockets that records name; their engines may run where process ids mean something else.
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

/** A socket whose name says which process listened on it, and that process is gone. */
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
		// In a folder that can't be written to it stays, and nobody reads it.
	}
}
