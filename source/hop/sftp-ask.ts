import {failed} from '../events/failure.ts';
import {codeOfWords, failureError, systemError} from './file-error.ts';

/** Awaits an sftp answer; rejects with a system error instead of the protocol's status code. */
export function ask<Value>(start: (done: SftpCallback<Value>) => void): Promise<Value> {
	return new Promise((resolve, reject) => {
		try {
			start((error, value) => (error ? reject(errorOf(error)) : resolve(value)));
		} catch (error) {
			reject(errorOf(error as Error));
		}
	});
}

function errorOf(error: Error): Error {
	// With this message ssh2 answers every open request when the connection is lost.
	if (/No response from server/i.test(error.message)) {
		return failureError(failed('incomplete', 'The connection went before an answer came.'));
	}
	return systemError(codeOfWords(error.message), error.message);
}

type SftpCallback<Value> = (error: Error | undefined | null, value: Value) => void;
