import type {Command} from '../source/state/command.ts';

export default {
	summary: 'Show the tokens of this session, and what they cost',
	run(_, {state}) {
		const {usage, cost, contextTokens, windowTokens} = state.chat;
		const {inputTokens, outputTokens, cachedTokens = 0} = usage;
		const replies = state.chat.items.filter(({type}) => type === 'reply').length;
		const lines = [
			`Tokens in: ${inputTokens}, of which the provider had ${cachedTokens} already`,
			`Tokens out: ${outputTokens}`,
			`Answers: ${replies}`,
			`Cost: ${costWords(cost)}`,
			'',
			`The next message goes with about ${contextTokens} tokens before it${windowTokens > 0 ? `, of ${windowTokens} that the model can be given` : ''}.`,
		];
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Cost', lines}}];
	},
} satisfies Command;

function costWords({usd, unpriced}: {usd: number; unpriced: number}): string {
	const sum = `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
	if (unpriced === 0) {
		return sum;
	}
	const hint =
		'Prices stand in config.json: providers[].prices, by model, in dollars for a million tokens.';
	return usd > 0
		? `${sum} and what ${unpriced} answers of models without a price cost. ${hint}`
		: `not known. ${hint}`;
}
