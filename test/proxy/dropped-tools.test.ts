import {expect, test} from 'vitest';
import {proxy, upstream} from './proxies.ts';

const schema = {type: 'object'};
const content = [{role: 'user', content: 'hi'}];
const chatTool = (name: unknown) => ({type: 'function', function: {name, parameters: schema}});
const flatTool = (name: unknown) => ({type: 'function', name, parameters: schema});
const ownTool = (name: unknown) => ({name, input_schema: schema});

const pairs = [
	['openai-chat', '/v1/chat/completions', {messages: content}, chatTool],
	['openai-responses', '/v1/responses', {input: 'hi'}, flatTool],
	['anthropic', '/v1/messages', {messages: content, max_tokens: 9}, ownTool],
] as const;

test.each(pairs)(
	'tools without a name are dropped on the way to a provider of the same kind, and said once: %s',
	async (kind, path, body, tool) => {
		const up = await upstream();
		up.always(asked => asked.answer({body: asked.body}));
		const {ask, signals} = await proxy({
			providers: [{name: 'up', kind, baseUrl: up.baseUrl, models: ['m'], toolCalls: 'native'}],
		});
		const tools = [tool('run'), tool(''), tool(null), tool('null'), tool(' '), tool(undefined)];
		for (let count = 0; count < 2; count += 1) {
			const answer = await ask(path, {body: {...body, model: 'm', tools}});
			expect((await answer.json()).tools).toEqual([tool('run')]);
		}
		const dropped = signals.filter(({kind: signal}) => signal === 'tool.dropped');
		expect(dropped).toMatchObject([{provider: 'up', note: 'A tool without a name was dropped.'}]);
		const report = await (await ask('/monitoring')).json();
		expect(report.dropped).toEqual([
			{provider: 'up', what: 'A tool without a name was dropped.', at: dropped[0]?.at},
		]);
		expect(report.routes).toMatchObject([{provider: 'up', model: 'm', tries: 2}]);
	},
);

test('where no tool is left nothing speaks of tools', async () => {
	const up = await upstream();
	up.always(asked => asked.answer({body: asked.body}));
	const {ask} = await proxy({
		providers: [
			{name: 'up', kind: 'openai-chat', baseUrl: up.baseUrl, models: ['m'], toolCalls: 'native'},
		],
	});
	const calling = {tools: [chatTool('')], tool_choice: 'auto', parallel_tool_calls: true};
	const answer = await ask('/v1/chat/completions', {
		body: {model: 'up/m', messages: content, ...calling},
	});
	expect(await answer.json()).toEqual({model: 'm', messages: content});
});

test("a provider's own tools need no name", async () => {
	const up = await upstream();
	up.always(asked => asked.answer({body: asked.body}));
	const {ask, signals} = await proxy({
		providers: [
			{
				name: 'up',
				kind: 'openai-responses',
				baseUrl: up.baseUrl,
				models: ['m'],
				toolCalls: 'native',
			},
		],
	});
	const tools = [{type: 'web_search'}, {type: 'namespace', name: 'n', tools: []}];
	const answer = await ask('/v1/responses', {body: {model: 'm', input: 'hi', tools}});
	expect((await answer.json()).tools).toEqual(tools);
	expect(signals.map(({kind}) => kind)).not.toContain('tool.dropped');
});
