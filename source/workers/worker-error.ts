import {type Failure, type FailureKind, failed, type Result} from '../events/failure.ts';

/** Carries a failure out of nested work; `resultOf` makes a result of it again. */
export function workerError(kind: FailureKind, message: string): Error {
	return failureError(failed(kind, message));
}

export function failureError(failure: Failure): Error {
	return Object.assign(new Error(failure.message), {failure});
}

/** The failure that an error carries. Any other error is a fault of this program, and told as one. */
export async function resultOf<Value>(work: Promise<Value>): Promise<Result<Value>> {
	try {
		return {ok: true, value: await work};
	} catch (error) {
		const {failure} = error as {failure?: Failure};
		return {ok: false, failure: failure ?? failed('internal', `The look broke: ${String(error)}`)};
	}
}
