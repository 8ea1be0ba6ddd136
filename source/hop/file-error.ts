import type {Failure} from '../events/failure.ts';

/** Makes an error like those of node:fs, so that callers treat local and remote files alike. */
export function systemError(code: string, message: string): Error {
	return Object.assign(new Error(message), {code});
}

/** Makes an error for a failure of the connection, not of the file. */
export function failureError(failure: Failure): Error {
	return Object.assign(new Error(failure.message), {failure});
}

/** Finds the system error code for the message of a program or a server. */
export function codeOfWords(words: string): string {
	return codes.find(([pattern]) => pattern.test(words))?.[1] ?? unknownCode;
}

/** The code for an error message that is not recognised. */
export const unknownCode = 'EIO';

const codes: readonly (readonly [RegExp, string])[] = [
	[/no such file|not found|does not exist|nonexistent/i, 'ENOENT'],
	[/permission denied/i, 'EACCES'],
	[/not permitted/i, 'EPERM'],
	[/not a directory/i, 'ENOTDIR'],
	[/is a directory/i, 'EISDIR'],
	[/leads to another place/i, 'EMOVED'],
	[/too many levels/i, 'ELOOP'],
	[/no space/i, 'ENOSPC'],
	[/quota/i, 'EDQUOT'],
	[/file too large/i, 'EFBIG'],
	[/read-only/i, 'EROFS'],
	[/file exists|cannot create|cannot overwrite/i, 'EEXIST'],
];
