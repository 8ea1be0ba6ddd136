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
		const why = code === 'EEXIST' ? 'it is there already; choose another name' : code;
		return {ok: false, failure: failed('storage', `${path} could not be written: ${why}.`)};
	}
}
