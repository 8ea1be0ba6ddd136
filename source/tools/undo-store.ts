import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {failed, type Result} from '../events/failure.ts';
import {type CallId, type HostId, localHost} from '../events/ids.ts';
import type {FileChange, FileDoubt} from '../events/tool-event.ts';
import type {Files} from '../platform/files.ts';
import {localFiles} from '../platform/local-files.ts';
import {digestOf} from './digest.ts';
import {absent, fileFailure} from './file-failure.ts';
import type {KeepFile} from './tool.ts';

/** Keeps copies of files as they were before a call changed them. */
export type UndoStore = {
	readonly keep: (call: CallId) => KeepFile;
	/** Restores the file, unless it has been changed since. */
	readonly restore: (change: FileChange) => Promise<Result<string>>;
};

export function createUndoStore({
	folder,
	newId,
	onChange,
	onDoubt,
	holdsSecrets = () => false,
	files = host => (host === localHost ? localFiles : null),
}: {
	folder: string;
	newId: () => string;
	onChange: (change: FileChange) => void;
	/**
	 * Called if it is unknown whether a change was made; `before` is the digest of the file's old
	 * content.
	 */
	onDoubt?: (doubt: FileDoubt) => void;
	/**
	 * Whether a text holds secrets. Such texts are kept in memory only, and can't be restored after
	 * the program has ended.
	 */
	holdsSecrets?: (text: string) => boolean;
	/** Returns null if that host is not connected. */
	files?: (host: HostId) => Files | null;
}): UndoStore {
	const inMemory = new Map<string, Buffer>();
	return {
		keep: call => file => {
			const id = newId();
			const copy = file.before === null ? null : join(folder, id);
			if (copy !== null && file.before !== null && holdsSecrets(file.before.toString())) {
				inMemory.set(copy, file.before);
			} else if (copy !== null && file.before !== null) {
				mkdirSync(folder, {recursive: true, mode: 0o700});
				writeFileSync(copy, file.before, {mode: 0o600});
			}
			const change: FileChange = {
				id,
				call,
				...(file.host !== localHost && {host: file.host}),
				path: file.path,
				copy,
				digest: digestOf(file.after),
			};
			return {
				written: () => onChange(change),
				inDoubt: silentMs => onDoubt?.({change, before: digestOf(file.before), silentMs}),
			};
		},
		async restore(change) {
			const {host = localHost} = change;
			const there = files(host);
			const message = `${host} is not connected, so ${change.path} there was left as it is.`;
			if (there === null) {
				return {ok: false, failure: failed('unreachable', message)};
			}
			const done = await restore(change, {files: there, inMemory});
			return done.ok && host !== localHost ? {ok: true, value: `On ${host}: ${done.value}`} : done;
		},
	};
}

const fileBytesMax = 67_108_864;

async function restore(
	{path, copy, digest}: FileChange,
	{files, inMemory}: {files: Files; inMemory: ReadonlyMap<string, Buffer>},
): Promise<Result<string>> {
	try {
		// When the file was changed, the path led through no links. If it does now, the file was moved.
		const real = await files.realpath(path);
		if (real !== path) {
			const message = `${path} leads to ${real} now, which is another file; it was left as it is.`;
			return {ok: false, failure: failed('conflict', message)};
		}
		const now = await files.read(path, {bytesMax: fileBytesMax}).catch(absent);
		const isAsLeft =
			now === null ? digest === null : now.type === 'bytes' && digestOf(now.bytes) === digest;
		if (!isAsLeft) {
			const message = `${path} has changed since; it was left as it is. The copy from before: ${copy ?? 'there was no file'}`;
			return {ok: false, failure: failed('conflict', message)};
		}
		if (copy === null) {
			if (now !== null) {
				await files.remove(path);
			}
			return {ok: true, value: `${path} is gone again, as before.`};
		}
		const before = inMemory.get(copy) ?? (existsSync(copy) ? readFileSync(copy) : null);
		if (before === null) {
			const message = `What ${path} was before held secrets, so it was kept in memory only and is gone with the program that changed it.`;
			return {ok: false, failure: failed('not-found', message)};
		}
		await files.replace(path, before);
		return {ok: true, value: `${path} is as it was before.`};
	} catch (error) {
		return {ok: false, failure: fileFailure(error, path)};
	}
}
