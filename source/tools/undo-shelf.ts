import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {FileChange} from '../events/event.ts';
import {failed, type Result} from '../events/failure.ts';
import type {CallId} from '../events/ids.ts';
import {digestOf} from './digest.ts';
import {fileFailure} from './file-failure.ts';
import {readBytes, replaceFile} from './replace-file.ts';
import type {KeepFile} from './tool.ts';

/** Copies of files as they were before a call changed them. */
export type UndoShelf = {
	readonly keep: (call: CallId) => KeepFile;
	/** Brings the file back, unless somebody has changed it since. */
	readonly restore: (change: FileChange) => Promise<Result<string>>;
};

export function createUndoShelf({
	folder,
	newId,
	onChange,
}: {
	folder: string;
	newId: () => string;
	onChange: (change: FileChange) => void;
}): UndoShelf {
	return {
		keep: call => file => {
			const id = newId();
			const copy = file.before === null ? null : join(folder, id);
			if (copy !== null && file.before !== null) {
				mkdirSync(folder, {recursive: true, mode: 0o700});
				writeFileSync(copy, file.before, {mode: 0o600});
			}
			onChange({id, call, path: file.path, copy, digest: digestOf(file.after)});
		},
		restore,
	};
}

async function restore({path, copy, digest}: FileChange): Promise<Result<string>> {
	try {
		if (digestOf(await readBytes(path)) !== digest) {
			const message = `${path} has changed since; it was left as it is. The copy from before: ${copy ?? 'there was no file'}`;
			return {ok: false, failure: failed('conflict', message)};
		}
		if (copy === null) {
			rmSync(path, {force: true});
			return {ok: true, value: `${path} is gone again, as before.`};
		}
		await replaceFile(path, readFileSync(copy));
		return {ok: true, value: `${path} is as it was before.`};
	} catch (error) {
		return {ok: false, failure: fileFailure(error, path)};
	}
}
