import type {Failure} from '../events/failure.ts';

/** As node:fs throws it, so that whoever uses files does not care where they are. */
export function systemError(code: string, message: string): Error {
	return Object.assign(new Error(message), {code});
}

/** What went wrong on the way there. */
export function failureError(failure: Failure): Error {
	return Object.assign(new Error(failure.message), {failure});
}

/** What programs and servers say, as the code behind it. */
export function codeOfWords(words: string): string {
	return codes.find(([pattern]) => pattern.test(words))?.[1] ?? 'EIO';
}

const codes: readonly (readonly [RegExp, string])[] = [
	[/no such file|not found|does not exist|nonexistent/i, 'ENOENT'],
	[/permission denied/i, 'EACCES'],
	[/not permitted/i, 'EPERM'],
	[/not a directory/i, 'ENOTDIR'],
	[/is a directory/i, 'EISDIR'],
	[/too many levels/i, 'ELOOP'],
	[/no space/i, 'ENOSPC'],
	[/read-only/i, 'EROFS'],
	[/file exists|cannot create|cannot overwrite/i, 'EEXIST'],
];
