import {type Failure, type FailureKind, failed, type Result} from '../events/failure.ts';

/**
 * Wraps a failure in an error, so that nested code can throw it; `resultOf` turns it into a result
 * again.
 */
export function workerError(kind: FailureKind, message: string): Error {
	return failureError(failed(kind, message));
}

export function failureError(failure: Failure): Error {
	return Object.assign(new Error(failure.message), {failure});
}

/**
 * Waits for the work. An error that carries a failure becomes that failure; any other error is
 * reported as a bug of this program.
 */
export async function resultOf<Value>(work: Promise<Value>): Promise<Result<Value>> {
	try {
		return {ok: true, value: await work};
	} catch (error) {
		const {failure} = error as {failure?: Failure};
		return {ok: false, failure: failure ?? failed('internal', `The look broke: ${String(error)}`)};
	}
}
