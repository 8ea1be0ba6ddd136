import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import {withBreakpoints} from '../../../../source/proxy/translate/anthropic/provider-request-cache.ts';
import {proxy, upstream} from '../../proxies.ts';

const mark = {cache_control: {type: 'ephemeral'}};
const text = (words: string) => ({type: 'text', text: words});
const user = (words: string) => ({role: 'user', content: [text(words)]});
const assistant = (...content: JsonObject[]) => ({role: 'assistant', content});

test('tools, instructions and the newest message are kept', () => {
	const body = {
		system: 'be good',
		tools: [{name: 'a'}, {name: 'b'}],
		messages: [user('one'), assistant(text('two')), user('three')],
	};
	expect(withBreakpoints(body)).toEqual({
		system: [{...text('be good'), ...mark}],
		tools: [{name: 'a'}, {name: 'b', ...mark}],
		messages: [
			user('one'),
			assistant(text('two')),
			{role: 'user', content: [{...text('three'), ...mark}]},
		],
	});
});

test('thinking bears no mark: the message before it has it', () => {
	const thinking = assistant({type: 'thinking', thinking: 'hm', signature: 's'});
	const {messages} = withBreakpoints({messages: [user('one'), user('two'), thinking]});
	expect(messages).toEqual([
		user('one'),
		{role: 'user', content: [{...text('two'), ...mark}]},
		thinking,
	]);
});

test('a single question without tools asks for nothing to be kept', () => {
	const body = {system: 'be good', messages: [user('one')]};
	expect(withBreakpoints(body)).toBe(body);
});

test.each([
	['/v1/responses', {input: 'hi', tools: [{type: 'function', name: 'run'}]}],
	[
		'/v1/chat/completions',
		{
			messages: [{role: 'user', content: 'hi'}],
			tools: [{type: 'function', function: {name: 'run'}}],
		},
	],
] as const)('a client of %s has its saving reported', async (path, body) => {
	const up = await upstream();
	up.always(asked => {
		expect(JSON.stringify(asked.body).match(/"cache_control"/g)).toHaveLength(2);
		asked.answer({
			body: {
				type: 'message',
				content: [text('hello')],
				stop_reason: 'end_turn',
				usage: {input_tokens: 10, cache_read_input_tokens: 900, output_tokens: 3},
			},
		});
	});
	const {ask} = await proxy({
		providers: [{name: 'up', kind: 'anthropic', baseUrl: up.baseUrl, models: ['m']}],
	});
	const answer = await (await ask(path, {body: {...body, model: 'm'}})).json();
	expect(JSON.stringify(answer.usage)).toContain('"cached_tokens":900');
	const {totals} = await (await ask('/monitoring')).json();
	expect(totals).toMatchObject({input_tokens: 910, cached_tokens: 900});
});
