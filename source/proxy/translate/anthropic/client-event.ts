import type {JsonObject} from '../../../events/json.ts';
import type {CallFailure} from '../../failure.ts';
import {sseEvent} from '../sse.ts';

/** Writes one event of Anthropic's stream. The event's name is its type. */
export function anthropicEvent(type: string, fields: JsonObject = {}): string {
	return sseEvent(JSON.stringify({type, ...fields}), type);
}

/** A failure in the form that Anthropic's clients know, for a body or an event. */
export function anthropicError(failure: CallFailure): JsonObject {
	return {type: 'error', error: {type: typeOf(failure), message: failure.message}};
}

function typeOf({kind, status}: CallFailure): string {
	if (kind === 'rate-limited') {
		return 'rate_limit_error';
	}
	return types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

const types: Readonly<Record<number, string>> = {
	401: 'authentication_error',
	402: 'billing_error',
	403: 'permission_error',
	404: 'not_found_error',
	413: 'request_too_large',
	503: 'overloaded_error',
	504: 'timeout_error',
	529: 'overloaded_error',
};
