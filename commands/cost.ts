import {tokensNow} from '../source/state/compaction.ts';
import {tokensSpent} from '../source/state/spent.ts';
import type {State} from '../source/state/state.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show the tokens of this session, and what they cost',
	run(_, {state}) {
		const {usage, windowTokens} = state.chat;
		const {cachedTokens = 0} = usage;
		const replies = state.chat.items.filter(({type}) => type === 'reply').length;
		const spent = tokensSpent(state.chat);
		const lines = [
			`Tokens in: ${spent.input}${cachedTokens > 0 ? `, of which the provider had ${cachedTokens} already` : ''}`,
			`Tokens out: ${spent.output}`,
			...(spent.missing === '' ? [] : [spent.missing]),
			`Answers: ${replies}`,
			`Cost: ${costWords(state.chat)}`,
			'',
			`The next message goes with about ${tokensNow(state)} tokens before it${windowTokens > 0 ? `, of ${windowTokens} that the model can be given` : ''}.`,
		];
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Cost', lines}}];
	},
} satisfies SlashCommand;

function costWords({cost: {usd, unpriced}, unreported}: State['chat']): string {
	if (unreported > 0) {
		return usd > 0
			? `$${usd.toFixed(4)} for what was counted; unknown for the rest.`
			: 'unknown: without tokens there is nothing to price.';
	}
	const sum = `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
	if (unpriced === 0) {
		return sum;
	}
	const hint =
		'Prices stand in config.json: providers[].prices, by model, in dollars for a million tokens.';
	return usd > 0
		? `${sum} and what ${unpriced} answers of models without a price cost. ${hint}`
		: `unknown. ${hint}`;
}
