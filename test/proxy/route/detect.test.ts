import {describe, expect, test} from 'vitest';
import {defaultSettings, type ProviderSettings} from '../../../source/events/settings.ts';
import type {Environment} from '../../../source/platform/folders.ts';
import {chooseDefault, detectNotes, detectProviders} from '../../../source/proxy/route/detect.ts';

const local: ProviderSettings = {
	name: 'local',
	kind: 'openai-chat',
	baseUrl: 'http://127.0.0.1:1234/v1/chat/completions/',
	models: ['a', 'b'],
	toolCalls: 'text',
};

function detect(providers: readonly ProviderSettings[], env: Environment) {
	const given = {settings: {...defaultSettings, providers}, env};
	return {providers: detectProviders(given), notes: detectNotes(given.settings)};
}

describe('who answers', () => {
	const cases: readonly (readonly [
		string,
		readonly ProviderSettings[],
		Environment,
		readonly object[],
	])[] = [
		['nothing is set', [], {}, [{name: 'practice', kind: 'practice', models: ['practice']}]],
		[
			'a provider is configured',
			[local],
			{OPENAI_API_KEY: 'k'},
			[
				{
					name: 'local',
					kind: 'openai-chat',
					baseUrl: 'http://127.0.0.1:1234/v1',
					key: {type: 'none'},
					models: ['a', 'b'],
					defaultModel: 'a',
					toolCalls: 'text',
				},
			],
		],
		[
			'OPENAI_API_KEY',
			[],
			{OPENAI_API_KEY: 'k'},
			[
				{
					name: 'openai',
					kind: 'openai-responses',
					baseUrl: 'https://api.openai.com/v1',
					key: {type: 'environment', name: 'OPENAI_API_KEY'},
					models: [],
				},
			],
		],
		[
			'OPENAI_BASE_URL at OpenAI',
			[],
			{OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://api.openai.com/v1/'},
			[{kind: 'openai-responses', baseUrl: 'https://api.openai.com/v1'}],
		],
		[
			'OPENAI_BASE_URL elsewhere',
			[],
			{OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1'},
			[
				{
					name: 'openai',
					kind: 'openai-chat',
					baseUrl: 'http://127.0.0.1:9/v1',
					models: [],
					defaultModel: '',
				},
			],
		],
		[
			'OPENAI_BASE_URL without a key',
			[],
			{OPENAI_BASE_URL: 'http://127.0.0.1:9/v1'},
			[{kind: 'openai-chat', key: {type: 'none'}}],
		],
		[
			'a name that only looks like OpenAI',
			[],
			{OPENAI_BASE_URL: 'https://api.openai.com.evil.example/v1'},
			[{kind: 'openai-chat'}],
		],
		[
			'OPENROUTER_API_KEY',
			[],
			{OPENROUTER_API_KEY: 'k'},
			[
				{
					name: 'openrouter',
					kind: 'openai-chat',
					baseUrl: 'https://openrouter.ai/api/v1',
					defaultModel: 'openrouter/auto',
				},
			],
		],
		[
			'all, in their order',
			[],
			{OPENROUTER_API_KEY: 'k', GEMINI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k'},
			[{name: 'openai'}, {name: 'anthropic'}, {name: 'gemini'}, {name: 'openrouter'}],
		],
		[
			'GEMINI_API_KEY',
			[],
			{GEMINI_API_KEY: 'k'},
			[
				{
					name: 'gemini',
					kind: 'gemini',
					baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
					defaultModel: 'gemini-flash-latest',
				},
			],
		],
		[
			'GOOGLE_GEMINI_BASE_URL',
			[],
			{GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9/v1'},
			[{kind: 'gemini', baseUrl: 'http://127.0.0.1:9/v1'}],
		],
		[
			'ANTHROPIC_API_KEY',
			[],
			{ANTHROPIC_API_KEY: 'k'},
			[{name: 'anthropic', kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1'}],
		],
		[
			'ANTHROPIC_BASE_URL',
			[],
			{ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/'},
			[{kind: 'anthropic', baseUrl: 'http://127.0.0.1:9/v1'}],
		],
		['an empty variable', [], {OPENAI_API_KEY: ''}, [{name: 'practice'}]],
	];
	test.each(cases)('%s', (_, providers, env, expected) => {
		expect(detect(providers, env).providers.slice(0, expected.length)).toMatchObject(expected);
		const names = detect(providers, env).providers.map(({name}) => name);
		expect(names.filter(name => name !== 'practice')).toHaveLength(
			expected.filter(each => !('name' in each && each.name === 'practice')).length,
		);
		expect(names.at(-1)).toBe('practice');
	});
});

describe('what is said besides', () => {
	test('nothing, where all is as it should be', () => {
		expect(detect([local], {GEMINI_API_KEY: 'k'}).notes).toEqual([]);
	});

	test('a key in the settings is warned about, and never shown', () => {
		const {notes} = detect([{...local, apiKey: 'very-secret'}], {});
		expect(notes).toHaveLength(1);
		expect(notes.join()).toContain('apiKeyEnv');
		expect(notes.join()).not.toContain('very-secret');
	});
});

test.each([
	['the first', [{name: 'x', kind: 'gemini'}, local], 'x'],
	['the built-in one where there is no other', [], 'practice'],
	[
		'a practice model that is configured, in its place',
		[{name: 'p', kind: 'practice'}, local],
		'p',
	],
] as const)('the default is %s', (_, providers, name) => {
	expect(chooseDefault(detect(providers, {}).providers).name).toBe(name);
});
