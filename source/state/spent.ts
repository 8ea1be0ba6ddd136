import type {Chat} from './state.ts';

/**
 * In words, because a number would lie where the provider does not count: then nobody knows, and
 * that is not 0.
 */
export function tokensSpent({usage, unreported}: Chat): {
	readonly input: string;
	readonly output: string;
	/** What the numbers leave out; empty where they are whole. */
	readonly missing: string;
} {
	const {inputTokens, outputTokens} = usage;
	if (unreported === 0) {
		return {input: String(inputTokens), output: String(outputTokens), missing: ''};
	}
	if (inputTokens === 0 && outputTokens === 0) {
		const missing = 'The provider does not report how many tokens it used.';
		return {input: 'unknown', output: 'unknown', missing};
	}
	const answers = unreported === 1 ? '1 answer' : `${unreported} answers`;
	return {
		input: `${inputTokens} and more`,
		output: `${outputTokens} and more`,
		missing: `Unknown for ${answers} whose tokens the provider did not report.`,
	};
}
