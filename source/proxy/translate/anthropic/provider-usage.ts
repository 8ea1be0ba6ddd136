import type {NeutralEvent} from '../../neutral.ts';
import {optionalNumber, optionalObject} from '../request-reading.ts';

/**
 * Collects the usage of an answer, of which Anthropic reports parts at the start and at the end.
 * Anthropic counts tokens that were read from or written to its cache separately; here they are
 * added to the input tokens.
 */
export type AnthropicUsage = {
	readonly add: (value: unknown) => void;
	readonly event: () => NeutralEvent;
};

export function createAnthropicUsage(): AnthropicUsage {
	const counts = {fresh: 0, written: 0, cached: 0, output: 0, thinking: 0};
	return {
		add(value) {
			const usage = optionalObject(value);
			const details = optionalObject(usage?.['output_tokens_details']);
			counts.fresh = optionalNumber(usage?.['input_tokens']) ?? counts.fresh;
			counts.written = optionalNumber(usage?.['cache_creation_input_tokens']) ?? counts.written;
			counts.cached = optionalNumber(usage?.['cache_read_input_tokens']) ?? counts.cached;
			counts.output = optionalNumber(usage?.['output_tokens']) ?? counts.output;
			counts.thinking = optionalNumber(details?.['thinking_tokens']) ?? counts.thinking;
		},
		event: () => ({
			type: 'usage',
			usage: {
				inputTokens: counts.fresh + counts.written + counts.cached,
				outputTokens: counts.output,
				cachedTokens: counts.cached,
				...(counts.thinking > 0 ? {reasoningTokens: counts.thinking} : {}),
			},
		}),
	};
}
