import type {Usage} from '../events/part.ts';
import type {Prices, ProviderSettings, Settings} from '../events/settings.ts';

export type Chosen = {readonly provider: string; readonly model: string};

/**
 * The context window of the chosen model in tokens: from the settings, else from its known name,
 * else a low default. A route may use any of its models, so the smallest window counts.
 */
export function windowTokens(settings: Settings, chosen: Chosen): number {
	return Math.min(...targetsOf(settings, chosen).map(target => windowOf(settings, target)));
}

/**
 * Returns the cost of a request; null if the settings have no price. A route has the price of its
 * first model.
 */
export function costUsd(settings: Settings, chosen: Chosen, usage: Usage): number | null {
	const [target = chosen] = targetsOf(settings, chosen);
	const prices = providerOf(settings, target)?.prices?.[target.model];
	return prices ? costOf(usage, prices) : null;
}

function costOf({inputTokens, outputTokens, cachedTokens = 0}: Usage, prices: Prices): number {
	const {input, output, cached = input} = prices;
	const fresh = Math.max(0, inputTokens - cachedTokens);
	return (fresh * input + cachedTokens * cached + outputTokens * output) / 1_000_000;
}

/**
 * Returns the models to which a name leads: several for a route. `*` is the route for all names
 * that have none.
 */
export function targetsOf({routes, providers}: Settings, chosen: Chosen): readonly Chosen[] {
	const named = (name: string) => routes.find(({model}) => model === name);
	const isListed = providers.some(({models = []}) => models.includes(chosen.model));
	const route = ['', chosen.model].includes(chosen.provider)
		? (named(chosen.model) ?? (isListed ? undefined : named('*')))
		: undefined;
	const targets = (route?.to ?? []).map(target => {
		const [provider = '', ...rest] = target.split('/');
		return {provider, model: rest.join('/')};
	});
	return targets.length > 0 ? targets : [chosen];
}

export function providerOf(
	{providers}: Settings,
	{provider}: Chosen,
): ProviderSettings | undefined {
	return providers.find(({name}) => name === provider);
}

function windowOf(settings: Settings, target: Chosen): number {
	const said = providerOf(settings, target)?.contextTokens;
	const told = typeof said === 'number' ? said : said?.[target.model];
	const name = `${target.provider}/${target.model}`;
	return told ?? known.find(([pattern]) => pattern.test(name))?.[1] ?? windowTokensDefault;
}

/**
 * The window of an unknown model. Most have a larger one; a smaller one is noticed by the overflow.
 */
const windowTokensDefault = 32_768;

/** The windows that the makers publish. The first pattern that matches counts. */
const known: readonly (readonly [RegExp, number])[] = [
	[/practice/, 1_000_000],
	[/gpt-4\.1/, 1_000_000],
	[/gpt-5/, 272_000],
	[/gpt-4o|gpt-4-turbo|chatgpt-4o/, 128_000],
	[/\/(?:o1|o3|o4)\b/, 200_000],
	[/gpt-oss/, 131_072],
	[/gpt-3\.5/, 16_385],
	[/claude/, 200_000],
	[/gemini/, 1_000_000],
	[/qwen3-coder/, 262_144],
	[/deepseek|kimi|glm-4/, 128_000],
];
