import {type Failure, failed} from '../events/failure.ts';

/** What the file system said, in words that a model can act on. */
export function fileFailure(error: unknown, path: string): Failure {
	const {code, message} = error as {code?: string; message?: string};
	switch (code) {
		case 'ENOENT':
		case 'ENOTDIR':
			return failed('not-found', `There is no ${path}.`);
		case 'EACCES':
		case 'EPERM':
			return failed('denied', `The system does not let this program read ${path}.`);
		case 'EISDIR':
			return failed('bad-input', `${path} is a folder. Use list_files.`);
		case 'ELOOP':
			return failed('bad-input', `${path} is a link that leads back to itself.`);
		case 'ABORT_ERR':
			return failed('cancelled', `Reading ${path} was interrupted.`);
		default:
			return failed('storage', `${path} could not be read: ${message ?? String(error)}`);
	}
}
