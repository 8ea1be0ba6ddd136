import {describe, expect, test} from 'vitest';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {proxy, upstream} from './proxies.ts';
import {chatProvider} from './start-proxy.ts';

const question = 'a question of some words '.repeat(20);
const content = [{role: 'user', content: question}];
const clients = [
	['responses', '/v1/responses', {input: question}],
	[
		'chat',
		'/v1/chat/completions',
		{messages: content, stream_options: {include_usage: true}, tools: [tool()]},
	],
	['messages', '/v1/messages', {messages: content, max_tokens: 100}],
	[
		'gemini',
		'/v1beta/models/m:streamGenerateContent?alt=sse',
		{contents: [{parts: [{text: question}]}]},
	],
] as const;

function tool() {
	return {type: 'function', function: {name: 'run', parameters: {type: 'object'}}};
}

const silentAboutUsage = (asked: Asked) => {
	const words = 'an answer of some words';
	if (asked.body.stream) {
		asked.say(words);
		asked.finish({usage: null});
	} else {
		const message = {role: 'assistant', content: words};
		asked.answer({body: {choices: [{index: 0, message, finish_reason: 'stop'}]}});
	}
};

/** The figures of any protocol, in or out. */
function figures(text: string, name: 'in' | 'out'): number {
	const key =
		name === 'in'
			? '(?:(?:input|prompt)_tokens|promptTokenCount)'
			: '(?:(?:output|completion)_tokens|candidatesTokenCount)';
	return Number([...text.matchAll(new RegExp(`"${key}":(\\d+)`, 'g'))].at(-1)?.[1]);
}

describe('a provider that reports no usage', () => {
	test.each(clients)(
		'is guessed for a %s client, in a stream and without',
		async (_, path, body) => {
			const up = await upstream();
			up.always(silentAboutUsage);
			const {ask, signal} = await proxy({providers: [chatProvider(up.baseUrl)]});
			for (const stream of [true, false]) {
				const place = stream
					? path
					: path.replace('streamGenerateContent?alt=sse', 'generateContent');
				const answer = await ask(place, {body: {...body, model: 'm', stream}});
				await answer.events();
				expect(figures(answer.text(), 'in')).toBeGreaterThan(100);
				expect(figures(answer.text(), 'in')).toBeLessThan(300);
				expect(figures(answer.text(), 'out')).toBe(6);
			}
			expect(await signal('request.ended')).toMatchObject({isEstimated: true, outputTokens: 6});
			const {totals} = await (await ask('/monitoring')).json();
			expect(totals).toMatchObject({input_tokens: 0, output_tokens: 0});
			expect(totals.estimated_tokens).toBeGreaterThan(200);
		},
	);

	test('stays unknown to our own engine', async () => {
		const up = await upstream();
		up.always(silentAboutUsage);
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answer = await ask('/v1/responses', {
			body: {model: 'm', input: question, stream: true},
			headers: {'x-agent-tui-engine': '1'},
		});
		expect((await answer.events()).at(-1)?.data.response.usage).toBeNull();
	});

	test.each([true, false])('is guessed where the answer is handed on: stream %s', async stream => {
		const up = await upstream();
		const response = {
			object: 'response',
			id: 'r',
			status: 'completed',
			output: [{type: 'message', content: [{type: 'output_text', text: 'some words'}]}],
			usage: null,
		};
		up.always(asked => {
			if (stream) {
				asked.event('response.created', {type: 'response.created', response});
				asked.event('response.completed', {type: 'response.completed', response});
				asked.end();
			} else {
				asked.answer({body: response});
			}
		});
		const {ask} = await proxy({
			providers: [{name: 'up', kind: 'openai-responses', baseUrl: up.baseUrl, models: ['m']}],
		});
		const answer = await ask('/v1/responses', {body: {model: 'm', input: question, stream}});
		await answer.events();
		expect(figures(answer.text(), 'in')).toBeGreaterThan(100);
		expect(figures(answer.text(), 'out')).toBeGreaterThan(10);
	});
});

test('a Messages client hears of the size of its question at the beginning, and exactly at the end', async () => {
	const up = await upstream();
	up.always(asked => {
		asked.say('yes');
		asked.finish({usage: {prompt_tokens: 77, completion_tokens: 3}});
	});
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
	const answer = await ask('/v1/messages', {
		body: {messages: content, max_tokens: 100, model: 'm', stream: true},
	});
	const events = await answer.events();
	expect(events[0]?.data.message.usage.input_tokens).toBeGreaterThan(100);
	expect(events.at(-2)?.data.usage).toMatchObject({input_tokens: 77, output_tokens: 3});
});
