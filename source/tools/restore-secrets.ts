import {failed, type Result} from '../events/failure.ts';
import {holdsSecretMark, secretMark} from '../events/mark.ts';
import type {ToolContext} from './tool.ts';

type SecretPlace = {
	readonly onDisk: string | null;
	readonly shown: string;
	readonly context: ToolContext;
};

/**
 * The model sees marks where a file has secrets, and writes them back when it edits that file. Here
 * each mark becomes again what it stands for, but only in the file where the secret already is: no
 * mark can carry a secret from one file into another.
 */
export function restoreSecrets(
	text: string,
	{onDisk, shown, context}: SecretPlace,
): Result<string> {
	if (!holdsSecretMark(text)) {
		return {ok: true, value: text};
	}
	const known = onDisk === null ? null : (context.marks?.(onDisk) ?? null);
	let missing: string | null = null;
	const restored = text.replace(secretMark, mark => {
		const secret = known?.get(mark);
		missing ??= secret === undefined ? mark : null;
		return secret ?? mark;
	});
	return missing === null
		? {ok: true, value: restored}
		: {
				ok: false,
				failure: failed(
					'bad-input',
					`${missing} stands for a secret that is hidden from you, and ${shown} holds no such secret. Leave it out, or name the variable or the file from which a program is to read it.`,
				),
			};
}

/** The same for what stands in a file and what is to stand there. */
export function restoreBoth(
	{before, after}: {readonly before: string; readonly after: string},
	place: SecretPlace,
): Result<{readonly before: string; readonly after: string}> {
	const old = restoreSecrets(before, place);
	const young = restoreSecrets(after, place);
	if (!old.ok) {
		return old;
	}
	return young.ok ? {ok: true, value: {before: old.value, after: young.value}} : young;
}
