import OpenAI from 'openai';
import {afterEach, expect, test} from 'vitest';
import {startUpstream, type Upstream} from '../helpers/scripted-upstream.ts';
import {chatProvider, startProxy, type TestProxy} from './start-proxy.ts';

const open: {close: () => Promise<void>}[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map(each => each.close()));
});

async function client(): Promise<{openai: OpenAI; upstream: Upstream; proxy: TestProxy}> {
	const upstream = await startUpstream();
	const proxy = await startProxy({providers: [chatProvider(upstream.baseUrl)]});
	open.push(upstream, {close: () => proxy.close(0)});
	const openai = new OpenAI({baseURL: `${proxy.url}/v1`, apiKey: proxy.token, maxRetries: 0});
	return {openai, upstream, proxy};
}

test('the Responses stream helper reads reasoning, text and calls from a chat upstream', async () => {
	const {openai, upstream} = await client();
	const stream = openai.responses.stream({
		model: 'm',
		input: 'make a file',
		tools: [
			{type: 'function', name: 'run', strict: false, parameters: {type: 'object', properties: {}}},
		],
	});
	const seen: string[] = [];
	stream.on('response.output_text.delta', ({delta}) => seen.push(delta));
	const asked = await upstream.next();
	asked.think('hm');
	asked.say('I will ');
	asked.say('do it 😀.');
	asked.call({id: 'c1', name: 'run', arguments: '{"cmd":'});
	asked.call({id: 'c2', name: 'run', arguments: '{}', index: 1});
	asked.chunk({
		choices: [{delta: {tool_calls: [{index: 0, function: {arguments: '"touch x"}'}}]}}],
	});
	asked.finish({reason: 'tool_calls'});
	const response = await stream.finalResponse();
	expect(seen.join('')).toBe('I will do it 😀.');
	expect(response).toMatchObject({
		status: 'completed',
		output_text: 'I will do it 😀.',
		output: [
			{type: 'reasoning'},
			{type: 'message'},
			{type: 'function_call', call_id: 'c1', name: 'run', arguments: '{"cmd":"touch x"}'},
			{type: 'function_call', call_id: 'c2', arguments: '{}'},
		],
		usage: {input_tokens: 10, output_tokens: 5, total_tokens: 15},
	});
});

test('the Responses stream helper throws nothing at a failure in the middle', async () => {
	const {openai, upstream} = await client();
	const stream = openai.responses.stream({model: 'm', input: 'x'});
	const asked = await upstream.next();
	asked.call({id: 'c', name: 'half', arguments: '{'});
	await new Promise<void>(resolve => {
		stream.on('response.function_call_arguments.delta', () => resolve());
	});
	asked.reset();
	const failed = new Promise(resolve => {
		stream.on('event', event => {
			if (event.type === 'response.failed') {
				resolve(event.response.error?.message);
			}
		});
	});
	expect(await failed).toMatch(/broke the connection off/);
	await stream.done().catch(() => {});
});

test('the Responses call without a stream, and its errors', async () => {
	const {openai, upstream} = await client();
	const answering = openai.responses.create({model: 'm', input: 'x'});
	(await upstream.next()).answer({
		body: {choices: [{message: {role: 'assistant', content: 'well'}, finish_reason: 'stop'}]},
	});
	expect((await answering).output_text).toBe('well');
	const failing = openai.responses.create({model: 'm', input: 'x'});
	(await upstream.next()).answer({status: 400, body: {error: {message: 'bad'}}});
	await expect(failing).rejects.toMatchObject({
		status: 400,
		message: expect.stringContaining('bad'),
	});
});

test('the chat stream helper, with usage and calls', async () => {
	const {openai, upstream} = await client();
	const stream = openai.chat.completions.stream({
		model: 'm',
		messages: [{role: 'user', content: 'x'}],
		stream_options: {include_usage: true},
	});
	const asked = await upstream.next();
	asked.say('well');
	asked.finish();
	const completion = await stream.finalChatCompletion();
	expect(completion.choices[0]?.message.content).toBe('well');
	expect(completion.usage?.total_tokens).toBe(15);
});

test('the practice model answers both', async () => {
	const proxy = await startProxy({providers: [{name: 'practice', kind: 'practice'}]});
	open.push({close: () => proxy.close(0)});
	const openai = new OpenAI({baseURL: `${proxy.url}/v1`, apiKey: proxy.token});
	const stream = openai.responses.stream({model: 'default', input: 'hello'});
	expect((await stream.finalResponse()).output_text).toContain('a set of rules');
	const chat = openai.chat.completions.stream({
		model: 'practice',
		messages: [{role: 'user', content: 'count to 3'}],
	});
	expect(await chat.finalContent()).toMatch(/1\n2\n3$/);
});
