import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {failed, type Result} from '../events/failure.ts';
import {codeOf} from '../platform/atomic-file.ts';
import type {Redactor} from './redact.ts';

/** A session in the two formats of an export: Markdown for people, JSON for programs. */
export type ExportedSession = {readonly markdown: string; readonly json: object};

/** Writes Markdown or JSON, depending on the file's name, without any secret. */
export function exportSession(
	{markdown, json}: ExportedSession,
	{path, redactor}: {path: string; redactor: Redactor},
): Result<null> {
	if (!/\.(?:md|json)$/.test(path)) {
		return {
			ok: false,
			failure: failed(
				'bad-input',
				`The file must end in .md or .json, not as ${path}: nothing was written.`,
			),
		};
	}
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

/** Returns a name in that folder that no file has: `s1.md`, `s1-2.md` and so on. */
export function unusedName(folder: string, session: string): string {
	let path = join(folder, `${session}.md`);
	for (let count = 2; existsSync(path); count += 1) {
		path = join(folder, `${session}-${count}.md`);
	}
	return path;
}

const reasons = {
	ENAMETOOLONG: 'its name is too long',
	EEXIST: 'it is there already; choose another name',
	ENOENT: 'there is no such folder',
	ENOTDIR: 'a part of that path is no folder',
	EISDIR: 'that is a folder',
	EACCES: 'the system does not allow it',
	EROFS: 'that file system can only be read',
	ENOSPC: 'no room is left there',
} as const;
