import {expect, it} from 'vitest';
import {defaultSettings, type Settings} from '../../source/events/settings.ts';
import {takesImages} from '../../source/model/takes-images.ts';

const provider = (name: string, images?: boolean) => ({
	name,
	kind: 'openai-chat' as const,
	baseUrl: 'http://127.0.0.1:1/v1',
	...(images !== undefined && {images}),
});

it.each<[string, string, boolean]>([
	['anthropic', 'claude-sonnet-4-5', true],
	['google', 'gemini-2.5-pro', true],
	['openai', 'gpt-4o-mini', true],
	['openai', 'o3', true],
	['local', 'qwen2.5-vl-7b', true],
	['local', 'qwen3-coder', false],
	['openai', 'gpt-3.5-turbo', false],
	['deepseek', 'deepseek-chat', false],
	['seeing', 'qwen3-coder', true],
	['blind', 'gpt-4o', false],
	['', 'mixed', false],
	['', 'default', true],
	['', 'listed', false],
])('%s/%s takes images: %s', (name, model, isTaken) => {
	const settings: Settings = {
		...defaultSettings,
		providers: [provider('seeing', true), {...provider('blind', false), models: ['listed']}],
		routes: [{model: 'mixed', to: ['openai/gpt-4o', 'local/qwen3-coder']}],
	};
	expect(takesImages(settings, {provider: name, model})).toBe(isTaken);
});
