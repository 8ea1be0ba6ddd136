import type {Chat} from './state.ts';

/** The counts of tokens as text. Without a report from the provider a count is unknown, not 0. */
export function tokensSpent({usage, unreported}: Chat): {
	readonly input: string;
	readonly output: string;
	/** Says which answers the numbers leave out; empty if none. */
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
