import type {JsonObject} from '../../events/json.ts';
import type {Usage} from '../../events/part.ts';
import {optionalNumber, optionalObject} from './request-reading.ts';

/** Reads the usage of an answer from Chat Completions. */
export function readChatUsage(usage: JsonObject | undefined): Usage | null {
	if (!usage) {
		return null;
	}
	const prompt = optionalObject(usage['prompt_tokens_details']);
	const completion = optionalObject(usage['completion_tokens_details']);
	return {
		inputTokens: optionalNumber(usage['prompt_tokens']) ?? 0,
		outputTokens: optionalNumber(usage['completion_tokens']) ?? 0,
		cachedTokens:
			optionalNumber(prompt?.['cached_tokens']) ??
			optionalNumber(usage['prompt_cache_hit_tokens']) ??
			0,
		reasoningTokens: optionalNumber(completion?.['reasoning_tokens']) ?? 0,
	};
}

/** Reads the usage of an answer from the Responses API. */
export function readResponsesUsage(usage: JsonObject | undefined): Usage | null {
	if (!usage) {
		return null;
	}
	const input = optionalObject(usage['input_tokens_details']);
	const output = optionalObject(usage['output_tokens_details']);
	return {
		inputTokens: optionalNumber(usage['input_tokens']) ?? 0,
		outputTokens: optionalNumber(usage['output_tokens']) ?? 0,
		cachedTokens: optionalNumber(input?.['cached_tokens']) ?? 0,
		reasoningTokens: optionalNumber(output?.['reasoning_tokens']) ?? 0,
	};
}
