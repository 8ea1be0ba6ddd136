import {type Failure, failed} from '../events/failure.ts';

/** Turns an error of the file system into a message that a model can act on. */
export function fileFailure(error: unknown, path: string): Failure {
	const {code, message, failure} = error as {code?: string; message?: string; failure?: Failure};
	if (failure) {
		return failure;
	}
	switch (code) {
		case 'EMOVED':
			return failed('conflict', message ?? `${path} leads to another place.`);
		case 'ENOENT':
		case 'ENOTDIR':
			return failed('not-found', `There is no ${path}.`);
		case 'EACCES':
		case 'EPERM':
			return failed('denied', `The system does not let this program use ${path}.`);
		case 'EISDIR':
			return failed('bad-input', `${path} is a folder. Use list_files.`);
		case 'ELOOP':
			return failed('bad-input', `${path} is a link that leads back to itself.`);
		case 'ABORT_ERR':
			return failed('cancelled', `The work on ${path} was interrupted.`);
		case 'ENOSPC':
		case 'EDQUOT':
			return failed('storage', `No room is left where ${path} is.`);
		case 'EFBIG':
			return failed('storage', `${path} would be larger than that machine lets a file be.`);
		case 'EROFS':
			return failed('denied', `${path} is on a file system that can only be read.`);
		default:
			return failed('storage', `Nothing could be done with ${path}: ${message ?? String(error)}`);
	}
}

/** For a `catch`: returns null if the file does not exist, and rethrows any other error. */
export function absent(error: unknown): null {
	if ((error as {code?: string}).code === 'ENOENT') {
		return null;
	}
	throw error;
}
