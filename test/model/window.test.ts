import {expect, it} from 'vitest';
import {defaultSettings, type Settings} from '../../source/events/settings.ts';
import {costUsd, windowTokens} from '../../source/model/window.ts';

const settings: Settings = {
	...defaultSettings,
	providers: [
		{
			name: 'own',
			kind: 'openai-chat',
			contextTokens: {small: 8000},
			prices: {small: {input: 2, output: 10, cached: 0.5}, plain: {input: 1, output: 1}},
		},
		{name: 'flat', kind: 'openai-chat', contextTokens: 64_000},
	],
	routes: [{model: 'default', to: ['own/small', 'flat/any/thing']}],
};

it('a route for every other name counts for such a name, and for no other', () => {
	const routed = {...settings, routes: [{model: '*', to: ['flat/any']}]};
	expect(windowTokens(routed, {provider: '', model: 'gpt-5.5'})).toBe(64_000);
	expect(windowTokens(routed, {provider: '', model: 'default'})).toBe(64_000);
	expect(windowTokens(routed, {provider: 'own', model: 'small'})).toBe(8000);
});

it.each([
	[{provider: 'own', model: 'small'}, 8000],
	[{provider: 'own', model: 'unknown'}, 32_768],
	[{provider: 'own', model: 'claude-sonnet-5'}, 200_000],
	[{provider: 'flat', model: 'gpt-4.1'}, 64_000],
	[{provider: '', model: 'default'}, 8000],
	[{provider: 'practice', model: 'practice'}, 1_000_000],
	[{provider: 'openai', model: 'gpt-4.1-mini'}, 1_000_000],
	[{provider: 'openai', model: 'o3'}, 200_000],
])('%o can be given %i tokens', (chosen, tokens) => {
	expect(windowTokens(settings, chosen)).toBe(tokens);
});

it('an answer costs what the settings say, its cached tokens less', () => {
	const usage = {inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000};
	expect(costUsd(settings, {provider: 'own', model: 'small'}, usage)).toBeCloseTo(1.2 + 0.2 + 1);
	expect(costUsd(settings, {provider: 'own', model: 'plain'}, usage)).toBeCloseTo(1.1);
	expect(costUsd(settings, {provider: '', model: 'default'}, usage)).toBeCloseTo(2.4);
	expect(costUsd(settings, {provider: 'flat', model: 'x'}, usage)).toBeNull();
});
