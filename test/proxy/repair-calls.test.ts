import {afterEach, describe, expect, test} from 'vitest';
import {
	defaultSettings,
	type ProviderSettings,
	type Settings,
} from '../../source/events/settings.ts';
import {type Asked, startUpstream, type Upstream} from '../helpers/scripted-upstream.ts';
import {type Answer, chatProvider, startProxy, type TestProxy} from './start-proxy.ts';

const open: {close: () => Promise<void>}[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map(each => each.close()));
});

const exec = {
	type: 'function',
	name: 'unified_exec',
	description: 'Runs a command.',
	parameters: {
		type: 'object',
		properties: {cmd: {type: 'string'}, timeout_ms: {type: 'integer'}},
		required: ['cmd'],
	},
};

async function start(more: Partial<ProviderSettings> = {}, settings: Partial<Settings> = {}) {
	const upstream: Upstream = await startUpstream();
	const providers = [chatProvider(upstream.baseUrl, more)];
	const proxy: TestProxy = await startProxy({providers, settings});
	open.push(upstream, {close: () => proxy.close(0)});
	const ask = (headers: Record<string, string>, body: object = {}) =>
		proxy.ask('/v1/responses', {
			headers,
			body: {model: 'm', stream: true, store: false, input: 'list files', tools: [exec], ...body},
		});
	return {
		upstream,
		proxy,
		asEngine: (body?: object) => ask({'x-agent-tui-engine': '1'}, body),
		asClient: (body?: object) => ask({}, body),
	};
}

/** Answers in pieces of few letters, as models do. */
function write(asked: Asked, text: string, reason = 'stop'): void {
	for (let at = 0; at < text.length; at += 7) {
		asked.say(text.slice(at, at + 7));
	}
	asked.finish({reason});
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
async function itemsOf(answer: Answer): Promise<readonly any[]> {
	const events = await answer.events();
	expect(events.at(-1)?.name).toBe('response.completed');
	const done = events.filter(({name}) => name === 'response.output_item.done');
	return done.map(({data}) => data.item);
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
function callsOf(items: readonly any[]) {
	return items.filter(item => item.type === 'function_call');
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
function textOf(items: readonly any[]): string {
	return items
		.filter(item => item.type === 'message')
		.map(item => item.content[0].text)
		.join('');
}

const hermes = (json: string) => `I look.\n<tool_call>\n${json}\n</tool_call>`;
const whole = '{"name": "unified_exec", "arguments": {"cmd": "ls -l"}}';

describe('a call that is written as text', () => {
	test('becomes a call, and what was said before it is text', async () => {
		const {upstream, asEngine, proxy} = await start();
		upstream.always(asked => write(asked, hermes(whole)));
		const items = await itemsOf(await asEngine());
		expect(textOf(items).trim()).toBe('I look.');
		expect(callsOf(items)).toMatchObject([
			{name: 'unified_exec', arguments: '{"cmd":"ls -l"}', call_id: expect.any(String)},
		]);
		expect(callsOf(items)[0]).not.toHaveProperty('agent_tui');
		expect(proxy.signals.map(({kind}) => kind)).toContain('call.well');
	});

	test('is mended, and the engine is told what was changed', async () => {
		const {upstream, asEngine, proxy} = await start();
		upstream.always(asked =>
			write(asked, hermes(`{"name": "Bash", "arguments": {'command': 'ls -l',}}`)),
		);
		const [call] = callsOf(await itemsOf(await asEngine()));
		expect(call).toMatchObject({name: 'unified_exec', arguments: '{"cmd":"ls -l"}'});
		expect(call.agent_tui.mended).toEqual([
			'tool name: Bash → unified_exec',
			`JSON: {'command': 'ls -l',} → {"command":"ls -l"} (single quotes, a trailing comma)`,
			'parameter name: command → cmd',
		]);
		expect(await proxy.signal('call.mended')).toMatchObject({model: 'm', provider: 'up'});
	});

	test('is told to another client as a call like any other', async () => {
		const {upstream, asClient} = await start();
		upstream.always(asked => write(asked, hermes(`{"name": "Bash", "arguments": {"cmd": "ls"}}`)));
		const [call] = callsOf(await itemsOf(await asClient()));
		expect(call).toMatchObject({name: 'unified_exec', arguments: '{"cmd":"ls"}'});
		expect(call).not.toHaveProperty('agent_tui');
	});

	test('becomes a call for a client of Chat Completions too, whose answers are else handed on', async () => {
		const {upstream, proxy} = await start();
		upstream.always(asked => write(asked, hermes(whole)));
		const {type, ...described} = exec;
		const answer = await proxy.ask('/v1/chat/completions', {
			body: {
				model: 'm',
				stream: true,
				messages: [{role: 'user', content: 'hi'}],
				tools: [{type, function: described}],
			},
		});
		const events = await answer.events();
		const deltas = events.flatMap(({data}) => data.choices?.[0]?.delta?.tool_calls ?? []);
		expect(deltas.map(delta => delta.function.arguments).join('')).toBe('{"cmd":"ls -l"}');
		expect(JSON.stringify(events)).toContain('"finish_reason":"tool_calls"');
		expect(JSON.stringify(events)).not.toContain('<tool_call>');
	});

	test.each([
		['a person', [{role: 'user', content: `The page says ${hermes(whole)} and no more.`}]],
		[
			'a tool',
			[
				{role: 'user', content: 'read it'},
				{type: 'function_call', call_id: 'c1', name: 'unified_exec', arguments: '{"cmd":"cat"}'},
				{type: 'function_call_output', call_id: 'c1', output: `<p>${hermes(whole)}</p>`},
			],
		],
	])('stays text where it only repeats what %s has said', async (_, input) => {
		const {upstream, asEngine} = await start();
		upstream.always(asked => write(asked, hermes(whole)));
		const items = await itemsOf(await asEngine({input}));
		expect(callsOf(items)).toEqual([]);
		expect(textOf(items)).toBe(hermes(whole));
	});

	test('may be one that the model has made before', async () => {
		const {upstream, asEngine} = await start();
		upstream.always(asked => write(asked, hermes(whole)));
		const input = [
			{role: 'user', content: 'list'},
			{role: 'assistant', content: hermes(whole)},
			{role: 'user', content: 'once more'},
		];
		expect(callsOf(await itemsOf(await asEngine({input})))).toHaveLength(1);
	});

	test('stays text where no tools were offered', async () => {
		const {upstream, asClient} = await start();
		upstream.always(asked => write(asked, hermes(whole)));
		const items = await itemsOf(await asClient({tools: []}));
		expect(callsOf(items)).toEqual([]);
		expect(textOf(items)).toContain('<tool_call>');
	});

	test('does not hold back the words before it', async () => {
		const {upstream, asClient} = await start();
		const answering = asClient();
		const asked = await upstream.next();
		asked.say('Words that come at once. ');
		const answer = await answering;
		let seen = '';
		while (!seen.includes('at once')) {
			const event = await answer.next();
			seen += event?.name === 'response.output_text.delta' ? event.data.delta : '';
		}
		asked.finish();
		await itemsOf(answer);
	});
});

describe('an attempt that nobody can read', () => {
	const broken = hermes('{"name": "unified_exec", "arguments": {"cmd": ""}}');

	test('goes to the engine as a broken call with its reason', async () => {
		const {upstream, asEngine, proxy} = await start();
		upstream.always(asked => write(asked, broken));
		const [call] = callsOf(await itemsOf(await asEngine()));
		expect(call.agent_tui.broken).toBe('"cmd" is empty: it needs the command line to run.');
		expect(call.name).toBe('unified_exec');
		expect(JSON.parse(call.arguments)).toEqual({cmd: ''});
		expect(proxy.signals.map(({kind}) => kind)).toContain('call.empty');
		expect(upstream.seen()).toBe(1);
	});

	test('is asked back about for any other client, within the same answer', async () => {
		const {upstream, asClient, proxy} = await start();
		const answering = asClient();
		write(await upstream.next(), broken);
		const again = await upstream.next();
		expect(again.body.messages.slice(-3)).toMatchObject([
			{role: 'user'},
			{
				role: 'assistant',
				content: expect.stringContaining('I look.'),
				tool_calls: [{function: {name: 'unified_exec'}}],
			},
			{role: 'tool', content: expect.stringContaining('"cmd" is empty')},
		]);
		write(again, hermes(whole));
		const items = await itemsOf(await answering);
		expect(callsOf(items).map(call => call.arguments)).toEqual(['{"cmd":"ls -l"}']);
		expect(await proxy.signal('call.asked-back')).toMatchObject({code: 'empty'});
	});

	test('is asked back about three times, and then said to be what it is', async () => {
		const {upstream, asClient} = await start();
		upstream.always(asked => write(asked, broken));
		const items = await itemsOf(await asClient());
		expect(callsOf(items)).toEqual([]);
		expect(textOf(items)).toContain('[A tool call of the model was not run: "cmd" is empty');
		expect(upstream.seen()).toBe(4);
	});

	test('is no call when the stream breaks off in it', async () => {
		const {upstream, asClient} = await start();
		const answering = asClient();
		const first = await upstream.next();
		first.say('<tool_call>\n{"name": "unified_exec", "arguments": {"cmd": "rm -rf /tmp/x');
		first.reset();
		write(await upstream.next(), 'I stop here.');
		const items = await itemsOf(await answering);
		expect(callsOf(items)).toEqual([]);
	});

	test('is not completed when the length limit cuts it off', async () => {
		const {upstream, asEngine} = await start();
		upstream.always(asked =>
			write(
				asked,
				'<tool_call>\n{"name": "unified_exec", "arguments": {"cmd": "rm -rf /tmp/x"}}',
				'length',
			),
		);
		const [call] = callsOf(await itemsOf(await asEngine()));
		expect(call.agent_tui.broken).toContain('cut off');
	});

	test('does not keep the calls beside it from being run', async () => {
		const {upstream, asClient} = await start();
		upstream.always(asked =>
			write(
				asked,
				`${hermes(whole)}\n<tool_call>\n{"name": "nothing_here", "arguments": {}}\n</tool_call>`,
			),
		);
		const items = await itemsOf(await asClient());
		expect(callsOf(items).map(call => call.arguments)).toEqual(['{"cmd":"ls -l"}']);
		expect(upstream.seen()).toBe(1);
	});
});

describe('a native call', () => {
	const call = (text: string) => (asked: Asked) => {
		asked.call({id: 'c1', name: 'unified_exec', arguments: text.slice(0, 5)});
		asked.call({id: 'c1', name: '', arguments: text.slice(5)});
		asked.finish({reason: 'tool_calls'});
	};

	test('that is well-formed goes on letter by letter as it was', async () => {
		const {upstream, asEngine} = await start();
		upstream.always(call('{ "cmd":"ls" ,"timeout_ms": 1.0}'));
		const [done] = callsOf(await itemsOf(await asEngine()));
		expect(done).toMatchObject({call_id: 'c1', arguments: '{ "cmd":"ls" ,"timeout_ms": 1.0}'});
		expect(done).not.toHaveProperty('agent_tui');
	});

	test('with malformed or doubled arguments is mended', async () => {
		const {upstream, asEngine} = await start();
		upstream.always(call('{"cmd": "{\\"cmd\\": \\"ls\\"}"}'));
		const [done] = callsOf(await itemsOf(await asEngine()));
		expect(done).toMatchObject({
			call_id: 'c1',
			arguments: '{"cmd":"ls"}',
			agent_tui: {mended: [expect.stringContaining('doubled cmd')]},
		});
	});

	test('that lost its end is broken, however it may be completed', async () => {
		const {upstream, asEngine} = await start();
		upstream.always(call('{"cmd": "ls"'));
		const [done] = callsOf(await itemsOf(await asEngine()));
		expect(done.agent_tui.broken).toContain("can't be read");
	});

	test('that the client can judge by itself is left to it', async () => {
		const {upstream, asClient} = await start();
		upstream.always(call('{"command_line_of_mine": "ls"}'));
		const [done] = callsOf(await itemsOf(await asClient()));
		expect(done.arguments).toBe('{"command_line_of_mine": "ls"}');
	});
});

describe('asking for more rights', () => {
	const text =
		'<require_escalation>\n<command>apt update</command>\n<reason>needs root</reason>\n</require_escalation>';

	test('becomes a question of the engine', async () => {
		const {upstream, asEngine, proxy} = await start();
		upstream.always(asked => write(asked, text));
		const [call] = callsOf(await itemsOf(await asEngine()));
		expect(call.name).toBe('request_permission');
		expect(JSON.parse(call.arguments)).toEqual({command: 'apt update', reason: 'needs root'});
		expect(proxy.signals.map(({kind}) => kind)).toContain('escalation.asked');
	});

	test('is told to be unavailable elsewhere, and never goes ahead', async () => {
		const {upstream, asClient} = await start();
		const answering = asClient();
		write(await upstream.next(), text);
		const again = await upstream.next();
		expect(again.body.messages.at(-1).content).toContain('not available');
		write(again, 'Please run apt update yourself.');
		const items = await itemsOf(await answering);
		expect(callsOf(items)).toEqual([]);
		expect(textOf(items)).toContain('Please run apt update yourself.');
	});
});

describe('a provider that knows no tools', () => {
	test('is told of them in words, and its calls are read from its words', async () => {
		const {upstream, asClient} = await start({toolCalls: 'text'});
		const history = [
			{type: 'message', role: 'user', content: 'list files'},
			{type: 'function_call', call_id: 'a', name: 'unified_exec', arguments: '{"cmd":"pwd"}'},
			{type: 'function_call_output', call_id: 'a', output: '{"success":true}'},
		];
		const answering = asClient({instructions: 'Be brief.', input: history});
		const asked = await upstream.next();
		const [system, user, assistant, result] = asked.body.messages;
		expect(asked.body).not.toHaveProperty('tools');
		expect(system.content).toMatch(/^Be brief\.\n\n# Tools[\s\S]+"name":"unified_exec"/);
		expect(user).toEqual({role: 'user', content: 'list files'});
		expect(assistant).toEqual({
			role: 'assistant',
			content: '<tool_call>\n{"name":"unified_exec","arguments":{"cmd":"pwd"}}\n</tool_call>',
		});
		expect(result).toEqual({
			role: 'user',
			content:
				'<tool_response>\n{"name":"unified_exec","content":{"success":true}}\n</tool_response>',
		});
		write(asked, hermes(whole));
		expect(callsOf(await itemsOf(await answering)).map(call => call.arguments)).toEqual([
			'{"cmd":"ls -l"}',
		]);
	});
});

describe('clients of every kind', () => {
	test('get a mended answer in one piece, and are asked back about within it', async () => {
		const {upstream, asClient} = await start();
		const answering = asClient({stream: false});
		const say = (asked: Asked, content: string) =>
			asked.answer({
				body: {choices: [{index: 0, message: {role: 'assistant', content}, finish_reason: 'stop'}]},
			});
		say(await upstream.next(), hermes('{"name": "unified_exec", "arguments": {}}'));
		say(await upstream.next(), hermes(`{"name": "unified_exec", "arguments": {'cmd': 'ls'}}`));
		const {output, status} = await (await answering).json();
		expect(status).toBe('completed');
		expect(callsOf(output).map(call => call.arguments)).toEqual(['{"cmd":"ls"}']);
	});

	test('get a call of a free-text tool as its text', async () => {
		const {upstream, asClient} = await start();
		const patch = '*** Begin Patch\n*** Add File: a\n+"x" {\n*** End Patch';
		upstream.always(asked =>
			write(asked, hermes(JSON.stringify({name: 'apply_patch', arguments: {input: patch}}))),
		);
		const tools = [exec, {type: 'custom', name: 'apply_patch', description: 'Changes files.'}];
		const items = await itemsOf(await asClient({tools}));
		expect(items.filter(item => item.type === 'custom_tool_call')).toMatchObject([
			{name: 'apply_patch', input: patch},
		]);
	});

	test('of the Messages API are asked back about in their own protocol', async () => {
		const {upstream, proxy} = await start();
		const {name, description, parameters} = exec;
		const answering = proxy.ask('/v1/messages', {
			body: {
				model: 'm',
				max_tokens: 100,
				stream: true,
				messages: [{role: 'user', content: 'list files'}],
				tools: [{name, description, input_schema: parameters}],
			},
		});
		write(await upstream.next(), hermes('{"name": "unified_exec", "arguments": {"cmd": "{}"}}'));
		write(await upstream.next(), hermes(whole));
		const events = await (await answering).events();
		const pieces = events.map(({data}) => data.delta?.partial_json ?? '').join('');
		expect(pieces).toBe('{"cmd":"ls -l"}');
		expect(events.map(({data}) => data.delta?.stop_reason)).toContain('tool_use');
		expect(events.filter(event => event.name === 'message_start')).toHaveLength(1);
	});

	test('get text as it is from a provider whose settings say that its calls are calls', async () => {
		const {upstream, asEngine} = await start({toolCalls: 'native'});
		upstream.always(asked => write(asked, hermes(whole)));
		const items = await itemsOf(await asEngine());
		expect(callsOf(items)).toEqual([]);
		expect(textOf(items)).toBe(hermes(whole));
	});

	test('are asked whether a short call that they were shown is their own, and may say so', async () => {
		const {upstream, asClient} = await start();
		const shown = '{"name": "unified_exec", "arguments": {"cmd": "ls"}}';
		const own = hermes('{"name": "unified_exec", "arguments": {"cmd":  "ls"}}');
		const answering = asClient({input: `This is in a file:\n${shown}`});
		write(await upstream.next(), own);
		const again = await upstream.next();
		expect(again.body.messages.at(-1).content).toContain('stands in what you were shown');
		write(again, own);
		expect(callsOf(await itemsOf(await answering)).map(call => call.arguments)).toEqual([
			'{"cmd":"ls"}',
		]);
	});

	test('get text as it is where the settings leave calls alone', async () => {
		const repair = {...defaultSettings.repair, attempts: false};
		const {upstream, asClient} = await start({}, {repair});
		upstream.always(asked => write(asked, hermes(whole)));
		const items = await itemsOf(await asClient());
		expect(callsOf(items)).toEqual([]);
		expect(textOf(items)).toBe(hermes(whole));
	});

	test('are asked back about as often as the settings say', async () => {
		const repair = {...defaultSettings.repair, perTurnMax: 1};
		const {upstream, asClient} = await start({}, {repair});
		upstream.always(asked => write(asked, hermes('{"name": "unified_exec", "arguments": {}}')));
		const items = await itemsOf(await asClient());
		expect(textOf(items)).toContain('"cmd" is required');
		expect(upstream.seen()).toBe(2);
	});

	test('never see a word of a model in a signal', async () => {
		const {upstream, asEngine, proxy} = await start();
		upstream.always(asked => write(asked, hermes('{"name": "SECRET_NAME", "arguments": {}}')));
		await itemsOf(await asEngine());
		expect(await proxy.signal('call.unreadable')).toMatchObject({code: 'unknown-tool'});
		expect(JSON.stringify(proxy.signals)).not.toContain('SECRET_NAME');
	});
});
