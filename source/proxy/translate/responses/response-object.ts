import type {JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import type {CallFailure} from '../../failure.ts';
import type {ReplyFrame} from '../protocol.ts';

export type ResponseState = {
	readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
	readonly output: readonly JsonObject[];
	readonly usage: Usage | null;
	readonly incomplete: 'max_output_tokens' | 'content_filter' | null;
	readonly failure: CallFailure | null;
};

/** Returns a Response object with every member that the API's types require. */
export function responseObject(frame: ReplyFrame, state: ResponseState): JsonObject {
	const {body} = frame;
	return {
		id: responseId(frame),
		object: 'response',
		created_at: frame.createdAtSeconds,
		status: state.status,
		background: false,
		error: state.failure ? responseError(state.failure) : null,
		incomplete_details: state.incomplete === null ? null : {reason: state.incomplete},
		instructions: body['instructions'] ?? null,
		max_output_tokens: body['max_output_tokens'] ?? null,
		metadata: body['metadata'] ?? {},
		model: frame.model,
		output: state.output,
		parallel_tool_calls: body['parallel_tool_calls'] ?? true,
		previous_response_id: body['previous_response_id'] ?? null,
		reasoning: body['reasoning'] ?? {effort: null, summary: null},
		store: body['store'] ?? true,
		temperature: body['temperature'] ?? null,
		text: body['text'] ?? {format: {type: 'text'}},
		tool_choice: body['tool_choice'] ?? 'auto',
		tools: body['tools'] ?? [],
		top_p: body['top_p'] ?? null,
		truncation: body['truncation'] ?? 'disabled',
		usage: state.usage ? responsesUsage(state.usage) : null,
	};
}

export function responseId(frame: ReplyFrame): string {
	return `resp_${frame.id}`;
}

/** Returns the usage with all counters, because Codex ends a turn if one is missing. */
export function responsesUsage(usage: Usage): JsonObject {
	return {
		input_tokens: usage.inputTokens,
		input_tokens_details: {cached_tokens: usage.cachedTokens ?? 0},
		output_tokens: usage.outputTokens,
		output_tokens_details: {reasoning_tokens: usage.reasoningTokens ?? 0},
		total_tokens: usage.inputTokens + usage.outputTokens,
	};
}

/**
 * Returns the error with a code of the API's closed list, or one of a few others that Codex knows.
 */
export function responseError(failure: CallFailure): JsonObject {
	if (failure.kind === 'rate-limited') {
		const seconds = (failure.retryAfterMs ?? 0) / 1000;
		const hint = seconds > 0 ? ` Please try again in ${seconds}s.` : '';
		return {code: 'rate_limit_exceeded', message: `${failure.message}${hint}`};
	}
	return {code: codeOf(failure), message: failure.message};
}

/**
 * Returns the code. If an answer was too long (`limit`), another attempt would not help, and
 * `invalid_prompt` is the only one of these codes after which clients do not retry.
 */
function codeOf({code, kind}: CallFailure): string {
	if (kind === 'limit') {
		return 'invalid_prompt';
	}
	return clientCodes.includes(code) ? code : 'server_error';
}

const clientCodes: readonly string[] = [
	'context_length_exceeded',
	'insufficient_quota',
	'invalid_prompt',
	'server_is_overloaded',
	'usage_not_included',
];
