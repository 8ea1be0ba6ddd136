import type {Usage} from '../events/part.ts';
import type {Prices, ProviderSettings, Settings} from '../events/settings.ts';

type Chosen = {readonly provider: string; readonly model: string};

/**
 * How many tokens the chosen model can be given: as the settings say, else as its name is known
 * for, else few. A route may be answered by any of its models, so the smallest counts.
 */
export function windowTokens(settings: Settings, chosen: Chosen): number {
	return Math.min(...targetsOf(settings, chosen).map(target => windowOf(settings, target)));
}

/** Null where the settings name no price. Of a route the first model's, which it usually is. */
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

/** A name that is a route's stands for what the route leads to; `*` is the route of every other. */
function targetsOf({routes, providers}: Settings, chosen: Chosen): readonly Chosen[] {
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

function providerOf({providers}: Settings, {provider}: Chosen): ProviderSettings | undefined {
	return providers.find(({name}) => name === provider);
}

function windowOf(settings: Settings, target: Chosen): number {
	const said = providerOf(settings, target)?.contextTokens;
	const told = typeof said === 'number' ? said : said?.[target.model];
	const name = `${target.provider}/${target.model}`;
	return told ?? known.find(([pattern]) => pattern.test(name))?.[1] ?? windowTokensDefault;
}

/** Of a model that nobody knows: most have more, and one that has less says so when asked. */
const windowTokensDefault = 32_768;

/** As their makers give them; the first that fits counts. */
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
