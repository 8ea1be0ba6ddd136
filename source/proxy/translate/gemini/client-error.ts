import type {JsonObject} from '../../../events/json.ts';
import type {CallFailure} from '../../failure.ts';

/** Returns a failure in the form that Google's clients know, for a body or a stream. */
export function geminiError(failure: CallFailure): JsonObject {
	const {status, message} = failure;
	const details = detailsOf(failure);
	return {
		error: {
			code: status,
			message,
			status: names[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT'),
			...(details.length > 0 && {details}),
		},
	};
}

/** Returns the details of a failure: which field is wrong, and when to try again. */
function detailsOf({param, message, retryAfterMs}: CallFailure): readonly JsonObject[] {
	const field: readonly JsonObject[] =
		param === undefined
			? []
			: [
					{
						'@type': `${types}BadRequest`,
						fieldViolations: [{field: param, description: message}],
					},
				];
	const wait: readonly JsonObject[] =
		retryAfterMs === undefined
			? []
			: [{'@type': `${types}RetryInfo`, retryDelay: `${retryAfterMs / 1000}s`}];
	return [...field, ...wait];
}

const types = 'type.googleapis.com/google.rpc.';

const names: Readonly<Record<number, string>> = {
	401: 'UNAUTHENTICATED',
	403: 'PERMISSION_DENIED',
	404: 'NOT_FOUND',
	409: 'ABORTED',
	429: 'RESOURCE_EXHAUSTED',
	499: 'CANCELLED',
	502: 'UNAVAILABLE',
	503: 'UNAVAILABLE',
	504: 'DEADLINE_EXCEEDED',
};
