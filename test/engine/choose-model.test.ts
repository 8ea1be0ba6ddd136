import {expect, it} from 'vitest';
import {whyUnknown} from '../../source/engine/choose-model.ts';

const models = ['default', 'fast', 'openai/gpt-5', 'openrouter/qwen/qwen3'];

it.each([
	['nope', 'There is no model "nope". /model lists them.'],
	['openai/gpt-6', 'Did you mean "openai/gpt-5"?'],
	['opnai/gpt-5', 'Did you mean "openai/gpt-5"?'],
	['openai/claude', 'add it to its "models" in config.json'],
	['../x', 'There is no model "../x".'],
	['llamacpp/mine extra', 'There is no model "llamacpp/mine extra".'],
	['defualt', 'Did you mean "default"?'],
])('a model that is not listed is not chosen: %s', (name, words) => {
	expect(whyUnknown(name, models)).toContain(words);
});

it.each(['default', 'fast', 'gpt-5', 'qwen/qwen3', 'openrouter/qwen/qwen3', 'llamacpp/mine'])(
	'%s is: listed, the bare name of a listed one, or of a provider that lists none',
	name => {
		expect(whyUnknown(name, models)).toBeNull();
	},
);

it('every name is taken before the proxy has listed its models', () => {
	expect(whyUnknown('nope', [])).toBeNull();
});
