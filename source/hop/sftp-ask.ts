import {codeOfWords, systemError} from './file-error.ts';

/** An answer, or the system's error behind the protocol's. */
export function ask<Value>(start: (done: Done<Value>) => void): Promise<Value> {
	return new Promise((resolve, reject) => {
		try {
			start((error, value) => (error ? reject(errorOf(error)) : resolve(value)));
		} catch (error) {
			reject(errorOf(error as Error));
		}
	});
}

function errorOf(error: Error): Error {
	return systemError(codeOfWords(error.message), error.message);
}

type Done<Value> = (error: Error | undefined | null, value: Value) => void;
