import {expect, test} from 'vitest';
import type {ProviderSettings} from '../../../source/events/settings.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';

test.each([
	['openai-chat', 'https://api.openai.com/v1', true],
	['openai-chat', 'https://openrouter.ai/api/v1', false],
	['openai-chat', 'http://127.0.0.1:8080/v1', false],
	['openai-responses', 'https://api.openai.com/v1', true],
	['openai-responses', 'http://localhost:11434/v1', false],
	['openai-responses', 'http://192.168.1.4:8000/v1', false],
	['anthropic', 'https://api.example.com/anthropic', true],
	['anthropic', 'http://[::1]:1234', false],
	['anthropic', 'http://box.lan:1234', false],
] as const)(
	'the answers of %s at %s are handed on unread where tools are offered: %s',
	(kind, baseUrl, isSure) => {
		const settings: ProviderSettings = {name: 'up', kind, baseUrl};
		expect(providerOf(settings).isSure).toBe(isSure);
		expect(providerOf({...settings, toolCalls: 'native'}).isSure).toBe(true);
	},
);
