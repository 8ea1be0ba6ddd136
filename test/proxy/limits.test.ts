import {describe, expect, test} from 'vitest';
import type {ProviderSettings} from '../../source/events/settings.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {callsPerAnswerMax} from '../../source/proxy/translate/limits.ts';
import {growthOf} from '../helpers/growth.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {proxy, proxySettings, upstream} from './proxies.ts';
import {chatProvider} from './start-proxy.ts';

const bytesMax = 200_000;
const tools = [{type: 'function', function: {name: 'run', parameters: {type: 'object'}}}];
const content = [{role: 'user', content: 'go'}];
const contents = [{role: 'user', parts: [{text: 'go'}]}];
/** With tools the answer is read, without it is handed on as it came. */
const ways = {
	'chat, handed on': ['/v1/chat/completions', {messages: content, tools}, {toolCalls: 'native'}],
	'chat, read': ['/v1/chat/completions', {messages: content, tools}, {}],
	responses: [
		'/v1/responses',
		{input: 'go', tools: [{type: 'function', name: 'run', parameters: {type: 'object'}}]},
		{},
	],
	messages: [
		'/v1/messages',
		{messages: content, max_tokens: 100, tools: [{name: 'run', input_schema: {type: 'object'}}]},
		{},
	],
	gemini: [
		'/v1beta/models/m:streamGenerateContent?alt=sse',
		{contents, tools: [{functionDeclarations: [{name: 'run'}]}]},
		{},
	],
} as const satisfies Record<string, readonly [string, object, Partial<ProviderSettings>]>;

type Way = keyof typeof ways;
const all = Object.keys(ways) as Way[];

/** Asks one way while the provider does as it likes; gives all that the client was sent. */
async function askWhile(way: Way, script: (asked: Asked) => void) {
	const [path, body, more] = ways[way];
	const up = await upstream();
	up.always(script);
	const {ask, signals} = await proxy({
		providers: [chatProvider(up.baseUrl, more)],
		settings: {proxy: proxySettings({bufferBytesMax: bytesMax})},
	});
	const answer = await ask(path, {body: {...body, model: 'm', stream: true}});
	await answer.events();
	const alive = await ask('/health');
	return {text: answer.text(), signals, up, isAlive: alive.status === 200};
}

/** Says it again and again until the proxy has had enough. */
function pump(asked: Asked, say: (count: number) => void): void {
	let isLeft = false;
	void asked.left.then(() => {
		isLeft = true;
	});
	let count = 0;
	const next = () => {
		if (!isLeft) {
			say(count);
			count += 1;
			setImmediate(next);
		}
	};
	next();
}

const grow = (asked: Asked, name: string | undefined, piece: string) =>
	asked.chunk({
		choices: [{index: 0, delta: {tool_calls: [{index: 0, function: {name, arguments: piece}}]}}],
	});

describe.each(all)('%s', way => {
	test('a call whose arguments never end is given up, with words', async () => {
		const {text, signals, isAlive} = await askWhile(way, asked => {
			grow(asked, 'run', '{"cmd": "');
			pump(asked, () => grow(asked, undefined, 'x'.repeat(10_000)));
		});
		expect(text).toMatch(/200000 bytes/);
		expect(signals).toContainEqual(expect.objectContaining({kind: 'upstream.malformed'}));
		expect(isAlive).toBe(true);
	});

	test('a call without a name whose arguments never end is given up too', async () => {
		const {text, isAlive} = await askWhile(way, asked => {
			pump(asked, () => grow(asked, undefined, 'x'.repeat(10_000)));
		});
		expect(text).toMatch(/200000 bytes/);
		expect(isAlive).toBe(true);
	});

	test('more calls than anybody asks for in one answer are given up, with words', async () => {
		const {text, signals, isAlive} = await askWhile(way, asked => {
			for (let index = 0; index < 2 * callsPerAnswerMax; index += 1) {
				asked.call({id: `c${index}`, name: 'run', arguments: '{}', index});
			}
			asked.finish({reason: 'tool_calls'});
		});
		expect(text).toContain(`more than ${callsPerAnswerMax} calls`);
		expect(signals).toContainEqual(
			expect.objectContaining({kind: 'upstream.malformed', code: 'too-many-calls'}),
		);
		expect(text).not.toContain('c1"');
		expect(isAlive).toBe(true);
	});

	test('a call of thousands of brackets ends nothing but itself', async () => {
		for (const given of ['['.repeat(4096), `{"a":${'['.repeat(4096)}${']'.repeat(4096)}}`]) {
			const {text, isAlive} = await askWhile(way, asked => {
				asked.call({id: 'c1', name: 'run', arguments: given});
				asked.finish({reason: 'tool_calls'});
			});
			expect(text).not.toBe('');
			expect(isAlive).toBe(true);
		}
	});

	test('an error without end is heard to the length of any real one', async () => {
		const {text, isAlive} = await askWhile(way, asked => {
			asked.refuseSlowly(400, 'no '.repeat(200_000));
		});
		expect(text).toContain('refused the request');
		expect(isAlive).toBe(true);
	});
});

test.each([
	[
		'openai-responses',
		'/v1/responses',
		(index: number) => ({
			type: 'response.output_item.added',
			output_index: index,
			item: {type: 'function_call', call_id: `c${index}`, name: 'run', arguments: ''},
		}),
	],
	[
		'anthropic',
		'/v1/messages',
		(index: number) => ({
			type: 'content_block_start',
			index,
			content_block: {type: 'tool_use', id: `c${index}`, name: 'run', input: {}},
		}),
	],
	[
		'gemini',
		'/v1beta/models/m:streamGenerateContent?alt=sse',
		(index: number) => ({
			type: 'answer',
			candidates: [{content: {parts: [{functionCall: {id: `c${index}`, name: 'run'}}]}}],
		}),
	],
] as const)(
	'calls without end are given up also where the answer of %s is handed on',
	async (kind, path, callOf) => {
		const up = await upstream();
		up.always(asked =>
			pump(asked, count => {
				const event = callOf(count);
				asked.event(event.type, event);
			}),
		);
		const {ask} = await proxy({
			providers: [{name: 'up', kind, baseUrl: up.baseUrl, models: ['m'], toolCalls: 'native'}],
		});
		const answer = await ask(path, {
			body: {model: 'm', input: 'go', messages: content, contents, max_tokens: 9, stream: true},
		});
		await answer.events();
		expect(answer.text()).toContain(`more than ${callsPerAnswerMax} calls`);
	},
);

test('letters that alternate between thinking and saying do not become a million items', async () => {
	const {text, signals} = await askWhile('responses', asked => {
		pump(asked, () => {
			for (let count = 0; count < 500; count += 1) {
				asked.think('a');
				asked.say('b');
			}
		});
	});
	expect(text).toContain('parts');
	expect(signals).toContainEqual(expect.objectContaining({code: 'too-many-parts'}));
});

/** All that the letters cost is there with the short call, too. */
const littleMore = 0.5;

test('what a call has said is not looked at again with each letter, however often that brings its name', async () => {
	const growth = await growthOf(
		200_000,
		async length => {
			const {isAlive} = await askWhile('responses', asked => {
				grow(asked, 'run', `{"cmd": "${'x'.repeat(length)}`);
				for (let count = 0; count < 2000; count += 1) {
					grow(asked, 'run', '}');
				}
				asked.finish({reason: 'tool_calls'});
			});
			expect(isAlive).toBe(true);
		},
		littleMore,
	);
	expect(growth).toBeLessThan(littleMore);
});

test('a provider that says an error slowly and without end is not waited for', async () => {
	const up = await upstream();
	const clock = systemClock();
	const hasty = {...clock, after: (ms: number, act: () => void) => clock.after(ms / 100, act)};
	const {ask} = await proxy({clock: hasty, providers: [chatProvider(up.baseUrl)]});
	const answered = ask('/v1/responses', {body: {model: 'm', input: 'go'}});
	const asked = await up.next();
	asked.refuseSlowly(418, 'I am a teapot');
	const answer = await answered;
	expect(answer.status).toBe(418);
	expect(await answer.json()).toMatchObject({error: {message: expect.stringContaining('teapot')}});
	await asked.left;
});

test('a client that nests its request without end is told so, and nobody else suffers', async () => {
	const {ask} = await proxy({providers: []});
	const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
	for (const [path] of Object.values(ways)) {
		const answer = await ask(path, {body: `{"model":"m","input":${deep}}`});
		expect(answer.status).toBe(400);
		expect(JSON.stringify(await answer.json())).toContain('levels');
	}
});
