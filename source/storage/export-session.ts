import {writeFileSync} from 'node:fs';
import {failed, type Result} from '../events/failure.ts';
import {codeOf} from '../platform/atomic-file.ts';
import type {Redactor} from './redact.ts';

/** A session as it is exported: for people, and for programs. */
export type ExportedSession = {readonly markdown: string; readonly json: object};

/** Writes Markdown or JSON, depending on the file's name, without any secret. */
export function exportSession(
	{markdown, json}: ExportedSession,
	{path, redactor}: {path: string; redactor: Redactor},
): Result<null> {
	const text = path.endsWith('.json')
		? `${JSON.stringify(redactor.value(json), null, '\t')}\n`
		: redactor.text(markdown);
	try {
		writeFileSync(path, text, {mode: 0o600, flag: 'wx'});
		return {ok: true, value: null};
	} catch (error) {
		const code = codeOf(error);
		const why = Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : code;
		return {ok: false, failure: failed('storage', `${path} could not be written: ${why}.`)};
	}
}

const reasons = {
	EEXIST: 'it is there already; choose another name',
	ENOENT: 'there is no such folder',
	ENOTDIR: 'a part of that path is no folder',
	EISDIR: 'that is a folder',
	EACCES: 'the system does not allow it',
	EROFS: 'that file system can only be read',
	ENOSPC: 'no room is left there',
} as const;
