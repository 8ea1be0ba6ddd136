import {failed, type Result} from '../events/failure.ts';
import {holdsSecretMark, secretMark} from '../events/secret-mark.ts';
import type {ToolContext} from './tool.ts';

type SecretPlace = {
	readonly onDisk: string | null;
	readonly shown: string;
	readonly context: ToolContext;
};

/**
 * Replaces marks by the secrets for which they stand. The model sees marks in place of secrets, and
 * writes them when it edits the file. A mark becomes its secret only in a file that already holds
 * this secret, so that no mark can copy a secret into another file.
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

/** Restores the secrets in an old text and its replacement. */
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
