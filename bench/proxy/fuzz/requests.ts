import {toolNames} from './answers.ts';
import type {Chance} from './chance.ts';
import {jsonText, mutateJson, mutateText} from './mutate.ts';

export type FuzzRequest = {readonly path: string; readonly body: string};

const paths = ['/v1/responses', '/v1/chat/completions', '/v1/messages', '/v1beta'] as const;

/** A random request of a client. Most are valid, so that they reach a provider. */
export function requestOf(model: string, chance: Chance): FuzzRequest {
	const wire = chance.pick(paths);
	const path = wire === '/v1beta' ? geminiPath(model, chance) : wire;
	const stream = chance.of(0.85);
	const good = {model, stream, max_tokens: 500, ...conversations[wire](chance)};
	if (chance.of(0.85)) {
		return {path, body: JSON.stringify(good)};
	}
	const spoiled = {...(mutateJson(good, chance) as object), ...(chance.of(0.8) && {model})};
	const text = jsonText(spoiled, chance);
	return {path, body: chance.of(0.1) ? mutateText(text, chance) : text};
}

/** In Gemini's protocol, the path names the model and says whether to stream, and how. */
function geminiPath(model: string, chance: Chance): string {
	const method = chance.pick([
		'streamGenerateContent?alt=sse',
		'streamGenerateContent',
		'generateContent',
		'countTokens',
	]);
	return `/v1beta/models/${encodeURIComponent(model)}:${method}`;
}

const parameters = {
	type: 'object',
	properties: {
		cmd: {type: 'string'},
		count: {type: 'integer'},
		list: {type: 'array', items: {anyOf: [{type: 'string'}, {type: 'object'}]}},
	},
	required: ['cmd'],
};

function offered(chance: Chance): readonly string[] {
	return chance.of(0.8) ? toolNames.filter(name => name !== 'unknown' && name !== '') : [];
}

const conversations: Readonly<Record<(typeof paths)[number], (chance: Chance) => object>> = {
	'/v1/responses': chance => ({
		input: [
			{type: 'message', role: 'user', content: [{type: 'input_text', text: 'go'}]},
			{type: 'function_call', call_id: 'a', name: 'run', arguments: '{"cmd":"ls"}'},
			{type: 'function_call_output', call_id: 'a', output: 'one two'},
			{type: 'message', role: 'user', content: 'and on'},
		],
		tools: offered(chance).map(name =>
			name === 'patch' ? {type: 'custom', name} : {type: 'function', name, parameters},
		),
	}),
	'/v1/chat/completions': chance => ({
		messages: [
			{role: 'system', content: 'be good'},
			{role: 'user', content: [{type: 'text', text: 'go'}]},
			{
				role: 'assistant',
				content: null,
				tool_calls: [{id: 'a', type: 'function', function: {name: 'run', arguments: '{}'}}],
			},
			{role: 'tool', tool_call_id: 'a', content: 'one two'},
			{role: 'user', content: 'and on'},
		],
		tools: offered(chance).map(name => ({type: 'function', function: {name, parameters}})),
	}),
	'/v1/messages': chance => ({
		system: 'be good',
		messages: [
			{role: 'user', content: 'go'},
			{role: 'assistant', content: [{type: 'tool_use', id: 'a', name: 'run', input: {cmd: 'ls'}}]},
			{role: 'user', content: [{type: 'tool_result', tool_use_id: 'a', content: 'one two'}]},
		],
		tools: offered(chance).map(name => ({name, input_schema: parameters})),
	}),
	'/v1beta': chance => ({
		systemInstruction: {parts: [{text: 'be good'}]},
		contents: [
			{role: 'user', parts: [{text: 'go'}]},
			{
				role: 'model',
				parts: [
					{text: 'hm', thought: true},
					{functionCall: {name: 'run', args: {cmd: 'ls'}}, thoughtSignature: 'S'},
				],
			},
			{role: 'user', parts: [{functionResponse: {name: 'run', response: {output: 'one two'}}}]},
		],
		tools: [{functionDeclarations: offered(chance).map(name => ({name, parameters}))}],
		generationConfig: {thinkingConfig: {includeThoughts: chance.of(0.5)}},
	}),
};
