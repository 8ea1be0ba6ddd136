import {basename, dirname, join} from 'node:path/posix';
import {type Failure, failed} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {FileOptions, Files} from '../platform/files.ts';
import {explainWrites} from './explain-file-error.ts';
import type {FileActions, FileGuard} from './file-actions.ts';
import {failureError} from './file-error.ts';
import {guarded} from './file-guard.ts';
import type {Link} from './link.ts';
import {scriptFiles} from './run-files.ts';
import {runProgram} from './run-program.ts';
import {sftpFiles} from './sftp-files.ts';

export type RemoteFilesPorts = {
	readonly host: HostId;
	/**
	 * Null while the host is not connected. Then every file operation fails; none falls back to this
	 * machine.
	 */
	readonly link: () => Link | null;
	readonly home: string;
	readonly clock: Clock;
};

/** The files of a remote host: over sftp, or over a shell if the host has no sftp. */
export function remoteFiles({host, link: current, home, clock}: RemoteFilesPorts): Files {
	const known = new WeakMap<Link, Promise<FileActions>>();
	const lost = new WeakSet<Link>();
	const actionsOf = (link: Link, {signal}: FileGuard): Promise<FileActions> => {
		const existing = known.get(link);
		if (existing) {
			return existing;
		}
		const actions = chooseActions(link, {signal, clock});
		known.set(link, actions);
		link.onLost(() => lost.add(link));
		actions.catch(() => known.delete(link));
		return actions;
	};
	const connected = (): Link => {
		const link = current();
		if (link === null || lost.has(link)) {
			throw failureError(notConnected(host));
		}
		return link;
	};
	const act = async <Value>(
		options: FileOptions | undefined,
		action: (actions: FileActions, guard: FileGuard) => Promise<Value>,
	): Promise<Value> => {
		const link = connected();
		return guarded(link, {clock, signal: options?.signal}, async guard =>
			action(await guard.wait(actionsOf(link, guard)), guard),
		);
	};
	return {
		host,
		home,
		stat: (path, options) => act(options, (actions, guard) => actions.stat(path, guard)),
		lstat: (path, options) => act(options, (actions, guard) => actions.lstat(path, guard)),
		realpath: (path, options) => act(options, (actions, guard) => nearest(actions, path, guard)),
		readdir: (path, options) => act(options, (actions, guard) => actions.readdir(path, guard)),
		read: (path, options) => act(options, (actions, guard) => actions.read(path, options, guard)),
		replace: (path, bytes, options) =>
			act(options, (actions, guard) => actions.replace(path, bytes, guard)),
		remove: (path, options) => act(options, (actions, guard) => actions.remove(path, guard)),
		makeFolder: (path, options) =>
			act(options, (actions, guard) => actions.makeFolder(path, guard)),
		exists: (path, options) =>
			act(options, (actions, guard) => actions.stat(path, guard).then(isThere, isAbsent)),
		run: async (argv, options) => runProgram(connected(), argv, {...options, clock}),
	};
}

async function chooseActions(
	link: Link,
	{signal, clock}: {signal: AbortSignal; clock: Clock},
): Promise<FileActions> {
	const sftp = await link.sftp(signal);
	if (!sftp.ok) {
		throw failureError(sftp.failure);
	}
	return sftp.value === null
		? scriptFiles(link, clock)
		: explainWrites(sftpFiles(sftp.value), {link, clock});
}

function notConnected(host: HostId): Failure {
	return failed('unreachable', `${host} is not connected, so nothing was done with its files.`);
}

/** Resolves the nearest existing parent folder and appends the rest as written. */
async function nearest(actions: FileActions, path: string, guard: FileGuard): Promise<string> {
	try {
		return await actions.realpath(path, guard);
	} catch (error) {
		const {code} = error as {code?: string};
		const parent = dirname(path);
		if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === path) {
			throw error;
		}
		return join(await nearest(actions, parent, guard), basename(path));
	}
}

function isThere(): boolean {
	return true;
}

/** Returns false for an error of the remote file system; rethrows a failure of the connection. */
function isAbsent(error: unknown): boolean {
	if ((error as {failure?: Failure}).failure) {
		throw error;
	}
	return false;
}
