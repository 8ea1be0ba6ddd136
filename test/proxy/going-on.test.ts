import {describe, expect, test} from 'vitest';
import {hastyClock, proxy, proxySettings, textOf, upstream} from './proxies.ts';
import {chatProvider} from './start-proxy.ts';
import {checkedEvents} from './translate/responses/grammar.ts';

const asking = {body: {model: 'm', input: 'hi', stream: true}};
const chatting = {
	body: {model: 'm', messages: [{role: 'user', content: 'hi'}], stream: true},
};

describe('a stream that dies in the middle of its text', () => {
	test('goes on in the same message, on the same route', async () => {
		const up = await upstream();
		const {ask, signal, signals} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			clock: hastyClock(),
		});
		const answering = ask('/v1/responses', asking);
		const first = await up.next();
		first.say('The answer is ');
		const answer = await answering;
		first.reset();
		const second = await up.next();
		expect(second.body.messages.slice(1)).toEqual([
			{role: 'assistant', content: 'The answer is '},
			{role: 'user', content: expect.stringMatching(/broke off.*repeat nothing/s)},
		]);
		second.say('42.');
		second.finish();
		const events = await answer.events();
		expect(textOf(events)).toBe('The answer is 42.');
		expect(events.at(-1)).toMatchObject({
			name: 'response.completed',
			data: {response: {output: [{content: [{text: 'The answer is 42.'}]}]}},
		});
		expect(events.filter(({name}) => name === 'response.output_item.added')).toHaveLength(1);
		checkedEvents(answer.text());
		expect(await signal('stream.resumed')).toMatchObject({provider: 'up', model: 'm'});
		await signal('request.ended');
		expect(JSON.stringify(signals)).not.toContain('The answer');
	});

	test('goes on at another provider, when its own is gone', async () => {
		const [first, second] = [await upstream(), await upstream()];
		const {ask, signals} = await proxy({
			providers: [
				chatProvider(first.baseUrl, {name: 'a'}),
				chatProvider(second.baseUrl, {name: 'b'}),
			],
			settings: {routes: [{model: 'm', to: ['a/m', 'b/m']}]},
			clock: hastyClock(),
		});
		const answering = ask('/v1/responses', asking);
		const asked = await first.next();
		asked.say('one ');
		const answer = await answering;
		await first.close();
		second.always(other => {
			other.say('two');
			other.finish();
		});
		expect(textOf(await answer.events())).toBe('one two');
		expect(signals.map(({kind}) => kind)).toContain('request.rerouted');
	});

	test.each(['/v1/chat/completions'])('is marked in the raw stream of %s', async path => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		const answering = ask(path, chatting);
		const first = await up.next();
		first.say('Hel');
		const answer = await answering;
		first.reset();
		const second = await up.next();
		second.say('lo');
		second.finish();
		const events = await answer.events();
		expect(textOf(events)).toBe('Hello');
		expect(answer.text()).toContain(': up broke off here; the answer goes on\n\n');
		const ids = new Set(events.flatMap(({data}) => (data.id ? [data.id] : [])));
		expect([...ids]).toEqual(['chatcmpl-scripted']);
		expect(events.at(-1)?.data).toBe('[DONE]');
	});

	test('loses nothing of what came in its last moment', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		for (const path of ['/v1/responses', '/v1/chat/completions']) {
			const answering = ask(path, path.includes('chat') ? chatting : asking);
			const first = await up.next();
			first.say('a ');
			const answer = await answering;
			first.say('b ');
			first.say('c ');
			first.end();
			const second = await up.next();
			expect(second.body.messages.at(-2).content).toBe('a b c ');
			second.say('d');
			second.finish();
			expect(textOf(await answer.events())).toBe('a b c d');
		}
	});

	test('goes on in the same block of a Messages client, whose bytes were handed on', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [{name: 'a', kind: 'anthropic', baseUrl: up.baseUrl, models: ['m']}],
			clock: hastyClock(),
		});
		const begin = (asked: Awaited<ReturnType<typeof up.next>>, text: string) => {
			const message = {id: 'msg_1', role: 'assistant', model: 'm', content: [], usage: {}};
			asked.event('message_start', {type: 'message_start', message});
			const content_block = {type: 'text', text: ''};
			asked.event('content_block_start', {type: 'content_block_start', index: 0, content_block});
			const delta = {type: 'text_delta', text};
			asked.event('content_block_delta', {type: 'content_block_delta', index: 0, delta});
		};
		const answering = ask('/v1/messages', {body: {...chatting.body, max_tokens: 100}});
		const first = await up.next();
		begin(first, 'Hel');
		const answer = await answering;
		first.reset();
		const second = await up.next();
		expect(second.body.messages[1]).toMatchObject({role: 'assistant'});
		begin(second, 'lo');
		second.event('content_block_stop', {type: 'content_block_stop', index: 0});
		const delta = {stop_reason: 'end_turn'};
		second.event('message_delta', {type: 'message_delta', delta, usage: {output_tokens: 3}});
		second.event('message_stop', {type: 'message_stop'});
		second.end();
		const events = await answer.events();
		expect(textOf(events)).toBe('Hello');
		expect(events.map(({data}) => `${data.type} ${data.index ?? ''}`.trim())).toEqual([
			'message_start',
			'content_block_start 0',
			'content_block_delta 0',
			'content_block_delta 0',
			'content_block_stop 0',
			'message_delta',
			'message_stop',
		]);
	});

	test('is gone on with three times and no more', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		const answering = ask('/v1/responses', asking);
		let asked = await up.next();
		asked.say('a');
		const answer = await answering;
		const said = async () => {
			while ((await answer.next())?.name !== 'response.output_text.delta') {
				// Up to the next word.
			}
		};
		for (let times = 0; times < 3; times += 1) {
			await said();
			asked.end();
			asked = await up.next();
			asked.say('a');
		}
		await said();
		asked.end();
		expect((await answer.events()).at(-1)?.name).toBe('response.failed');
		expect(up.seen()).toBe(4);
	});

	test('does not end well when the provider then refuses', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		const answering = ask('/v1/responses', asking);
		const first = await up.next();
		first.say('Hel');
		const answer = await answering;
		first.reset();
		(await up.next()).answer({status: 403, body: {error: {message: 'no'}}});
		const events = await answer.events();
		expect(events.at(-1)).toMatchObject({
			name: 'response.failed',
			data: {response: {error: {message: expect.stringContaining('403')}}},
		});
		checkedEvents(answer.text());
	});
});

describe('a stream that dies', () => {
	test('after a call was begun is never gone on with: nothing runs twice', async () => {
		const up = await upstream();
		const {ask, signals} = await proxy({providers: [chatProvider(up.baseUrl)]});
		const answering = ask('/v1/responses', asking);
		const asked = await up.next();
		asked.say('I call ');
		asked.call({id: 'c1', name: 'run', arguments: '{"a":1}'});
		asked.call({id: 'c2', name: 'run', arguments: '{"b', index: 1});
		const answer = await answering;
		await answer.next();
		asked.reset();
		await answer.events();
		expect(up.seen()).toBe(1);
		expect(signals.map(({kind}) => kind)).not.toContain('stream.resumed');
	});

	test('while it only thought is asked anew from the beginning', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], clock: hastyClock()});
		const answering = ask('/v1/responses', asking);
		const first = await up.next();
		first.think('hm');
		const answer = await answering;
		first.reset();
		const second = await up.next();
		expect(second.body.messages).toHaveLength(1);
		second.call({id: 'c1', name: 'run', arguments: '{}'});
		second.finish({reason: 'tool_calls'});
		const events = await answer.events();
		checkedEvents(answer.text());
		expect(events.at(-1)?.data.response.output).toMatchObject([
			{type: 'reasoning'},
			{type: 'function_call', call_id: 'c1', status: 'completed'},
		]);
	});
});

describe('a stream that dies inside a call that was not whole', () => {
	const tools = [{type: 'function', function: {name: 'run', parameters: {type: 'object'}}}];
	const flat = [{type: 'function', name: 'run', parameters: {type: 'object'}}];
	const native = [{name: 'run', input_schema: {type: 'object'}}];
	const declared = [{functionDeclarations: [{name: 'run'}]}];
	const contents = [{role: 'user', parts: [{text: 'go'}]}];
	const clients = [
		['chat, handed on', '/v1/chat/completions', {...chatting.body, tools}, {toolCalls: 'native'}],
		['chat, read', '/v1/chat/completions', {...chatting.body, tools}, {}],
		['responses', '/v1/responses', {...asking.body, tools: flat}, {}],
		['messages', '/v1/messages', {...chatting.body, tools: native, max_tokens: 100}, {}],
		['gemini', '/v1beta/models/m:streamGenerateContent?alt=sse', {contents, tools: declared}, {}],
	] as const;

	test.each(clients)(
		'is gone on with, and the call is there once: %s',
		async (_, path, body, more) => {
			const up = await upstream();
			const {ask, signal} = await proxy({
				providers: [chatProvider(up.baseUrl, more)],
				clock: hastyClock(),
			});
			const answering = ask(path, {body});
			const first = await up.next();
			first.say('Looking. ');
			const answer = await answering;
			first.call({id: 'begun_only', name: 'run', arguments: '{"cmd": "l'});
			first.end();
			const second = await up.next();
			expect(second.body.messages.at(-2)).toMatchObject({role: 'assistant', content: 'Looking. '});
			second.call({id: 'said_anew', name: 'run', arguments: '{"cmd": "ls"}'});
			second.finish({reason: 'tool_calls'});
			await answer.events();
			expect(answer.text()).toContain('said_anew');
			expect(answer.text()).not.toContain('begun_only');
			expect(answer.text()).toMatch(/response.completed|\[DONE\]|message_stop|finishReason/);
			await signal('stream.resumed');
		},
	);

	test('is not gone on with where the client has seen its beginning', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl, {toolCalls: 'native'})],
			clock: hastyClock(),
		});
		const answering = ask('/v1/chat/completions', {body: {...chatting.body, tools}});
		const first = await up.next();
		const custom = {name: 'patch', input: '*** Beg'};
		const calls = [{index: 0, id: 'c1', type: 'custom', custom}];
		first.chunk({choices: [{index: 0, delta: {tool_calls: calls}}]});
		const answer = await answering;
		await answer.next();
		first.reset();
		await answer.events();
		expect(answer.text()).toContain('"error"');
		expect(up.seen()).toBe(1);
	});
});

describe('auto-continue', () => {
	const settings = {proxy: proxySettings({autoContinue: true})};

	test('goes on with plain text after its length limit, and adds the usage up', async () => {
		const up = await upstream();
		const {ask, signal} = await proxy({providers: [chatProvider(up.baseUrl)], settings});
		const answering = ask('/v1/responses', asking);
		const first = await up.next();
		first.say('one ');
		first.finish({reason: 'length'});
		const second = await up.next();
		expect(second.body.messages.at(-1).content).toMatch(/length limit/);
		second.say('two');
		second.finish();
		const answer = await answering;
		const events = await answer.events();
		expect(textOf(events)).toBe('one two');
		expect(events.at(-1)).toMatchObject({
			name: 'response.completed',
			data: {response: {usage: {input_tokens: 20, output_tokens: 10}}},
		});
		checkedEvents(answer.text());
		await signal('stream.continued');
	});

	test.each([true, false])(
		'goes on eight times and no more, and then says that it is not whole (stream: %s)',
		async stream => {
			const up = await upstream();
			const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], settings});
			const part = {index: 0, message: {role: 'assistant', content: 'x'}, finish_reason: 'length'};
			up.always(asked => {
				if (stream) {
					asked.say('x');
					asked.finish({reason: 'length'});
				} else {
					asked.answer({body: {choices: [part]}});
				}
			});
			const answer = await ask('/v1/responses', {body: {...asking.body, stream}});
			const response = stream
				? (await answer.events()).at(-1)?.data['response']
				: await answer.json();
			expect(response).toMatchObject({
				status: 'incomplete',
				output: [{content: [{text: 'x'.repeat(9)}]}],
			});
			expect(up.seen()).toBe(9);
		},
	);

	test('works without a stream as well', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], settings});
		const part = (content: string, finish_reason: string) => ({
			body: {choices: [{index: 0, message: {role: 'assistant', content}, finish_reason}]},
		});
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'hi'}});
		(await up.next()).answer(part('one ', 'length'));
		(await up.next()).answer(part('two', 'stop'));
		const answer = await (await answering).json();
		expect(answer.output[0].content[0].text).toBe('one two');
		expect(answer.status).toBe('completed');
	});

	test('never goes on with a call that was cut', async () => {
		const up = await upstream();
		const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], settings});
		const answering = ask('/v1/responses', asking);
		const first = await up.next();
		first.call({id: 'c1', name: 'run', arguments: '{"a'});
		first.finish({reason: 'length'});
		const events = await (await answering).events();
		expect(events.at(-1)?.name).toBe('response.incomplete');
		expect(up.seen()).toBe(1);
	});

	test('is off where nobody asked for it, and can be asked for by route', async () => {
		const up = await upstream();
		const {ask} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			settings: {routes: [{model: 'long', to: ['up/m'], autoContinue: true}]},
		});
		const short = ask('/v1/responses', asking);
		const one = await up.next();
		one.say('x');
		one.finish({reason: 'length'});
		expect((await (await short).events()).at(-1)?.name).toBe('response.incomplete');
		const long = ask('/v1/responses', {body: {...asking.body, model: 'long'}});
		const first = await up.next();
		first.say('x');
		first.finish({reason: 'length'});
		const second = await up.next();
		second.say('y');
		second.finish();
		expect(textOf(await (await long).events())).toBe('xy');
	});
});
