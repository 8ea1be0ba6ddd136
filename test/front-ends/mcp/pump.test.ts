import {expect, it} from 'vitest';
import {createPump} from '../../../source/front-ends/mcp/pump.ts';
import {metaKeys} from '../../../source/mcp-server/identity.ts';

type Line = {
	readonly id?: unknown;
	readonly method?: string;
	readonly params?: {readonly [name: string]: unknown};
	readonly result?: unknown;
	readonly error?: {readonly code: number; readonly message: string};
};

/** A pump whose engine is this test. */
function openPump({isRunning = false, isBroken = false} = {}) {
	const told: Line[] = [];
	const passed: Line[] = [];
	const reached: boolean[] = [];
	let runs = isRunning;
	const pump = createPump({
		write(line, taken) {
			told.push(JSON.parse(line));
			taken?.();
		},
		async reach({isStarted}) {
			reached.push(isStarted);
			if (isBroken) {
				throw new Error('ENOENT: /a/path');
			}
			runs ||= isStarted;
			return runs
				? {type: 'engine', line: {send: line => void passed.push(JSON.parse(line))}}
				: {type: 'none'};
		},
		tools: async () => ({tools: []}),
		onClient() {},
	});
	const say = (message: object) => pump.fromClient(JSON.stringify({jsonrpc: '2.0', ...message}));
	const hear = (message: object) => pump.fromEngine(JSON.stringify({jsonrpc: '2.0', ...message}));
	return {pump, told, passed, reached, say, hear};
}

const taskKey = 'io.modelcontextprotocol/related-task';

const call = {method: 'tools/call', params: {name: 'x', arguments: {}}};
const initialize = {
	id: 0,
	method: 'initialize',
	params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'a', version: '1'}},
};

it('a client that only looks starts no engine', async () => {
	const {told, reached, say} = openPump();
	say(initialize);
	say({method: 'notifications/initialized'});
	say({id: 1, method: 'tools/list'});
	say({id: 2, method: 'ping'});
	say({id: 3, method: 'server/discover'});
	say({id: 4, method: 'resources/list'});
	await expect.poll(() => told.map(({id}) => id).toSorted()).toEqual([0, 1, 2, 3, 4]);
	expect(told.every(({error}) => !error)).toBe(true);
	expect(reached).toEqual([false]);
});

it('where no engine can be looked for, each request is answered with an error of our words', async () => {
	const {told, say} = openPump({isBroken: true});
	say({id: 1, ...call});
	await expect.poll(() => told.length).toBe(1);
	say({id: 2, ...call});
	await expect.poll(() => told.map(({id}) => id)).toEqual([1, 2]);
	expect(told[1]?.error?.message).toContain('could not be begun');
	expect(JSON.stringify(told)).not.toContain('ENOENT');
});

it('a call starts it, and it is told the handshake first, whose answer the client does not see', async () => {
	const {told, passed, say, hear} = openPump();
	say(initialize);
	say({method: 'notifications/initialized'});
	say({id: 1, ...call});
	await expect.poll(() => passed.length).toBe(3);
	expect(passed.map(({method}) => method)).toEqual([
		'initialize',
		'notifications/initialized',
		'tools/call',
	]);
	hear({id: passed[0]?.id, result: {}});
	hear({id: 1, result: {content: []}});
	expect(told.map(({id}) => id)).toEqual([0, 1]);
	expect(passed.at(-1)).toEqual({
		jsonrpc: '2.0',
		method: 'notifications/agent-tui/delivered',
		params: {id: 1},
	});
});

it('a call that comes while an engine is only looked for starts one, and both are answered', async () => {
	const {told, passed, reached, say} = openPump();
	say({id: 1, method: 'resources/list'});
	say({id: 2, ...call});
	await expect.poll(() => passed.at(-1)?.id).toBe(2);
	expect(reached).toContain(true);
	expect(told.length + passed.length).toBe(2);
});

it('when the engine is gone, what was open is answered, and the next call reaches a new one with the handshake', async () => {
	const {pump, told, passed, say} = openPump();
	say(initialize);
	say({id: 1, ...call});
	await expect.poll(() => passed.at(-1)?.id).toBe(1);
	pump.engineGone();
	expect(told.at(-1)).toMatchObject({id: 1, error: {message: expect.stringContaining('ended')}});
	expect(pump.openCount()).toBe(0);
	say({id: 2, ...call});
	await expect.poll(() => passed.at(-1)?.id).toBe(2);
	expect(passed.map(({method}) => method)).toEqual([
		'initialize',
		'tools/call',
		'initialize',
		'tools/call',
	]);
});

it.each([
	['{"jsonrpc":"2.0","id":1', null, -32_700],
	['[]', null, -32_600],
	['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32_600],
	['"text"', null, -32_600],
	['{"jsonrpc":"2.0","id":1,"method":"no/such"}', 1, -32_601],
	['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', null, -32_600],
	['{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}', null, -32_600],
	['{"jsonrpc":"2.0","id":1.5,"method":"tools/call"}', null, -32_600],
	['{"jsonrpc":"2.0","id":1e300,"method":"tools/call"}', null, -32_600],
	['{"id":1,"method":"tools/list"}', null, -32_600],
	['{"jsonrpc":"2.0","id":"a","method":"prompts/list"}', 'a', -32_601],
])('%s is answered with an error, never with silence', (line, id, code) => {
	const {pump, told} = openPump();
	pump.fromClient(line);
	expect(told).toMatchObject([{id, error: {code}}]);
});

it.each([
	['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"', '"}}', 7],
	['{"method":"tools/call","params":{"a":"', '"},"jsonrpc":"2.0","id":"x\\"y"}', 'x"y'],
	['{"method":"tools/call","params":{"a":"', '","id":3}}', null],
	['{"jsonrpc":"2.0","params":{"a":"', ',\\"id\\":3}"},"method":"tools/call"}', null],
	// It answers a question of the engine: its id is none of the client's own.
	['{"jsonrpc":"2.0","id":7,"result":{"a":"', '"}}', null],
])(
	'a line that is too long is answered under its id, where that can be told: %s…%s',
	(head, tail, id) => {
		const {pump, told} = openPump();
		pump.tooLong({head, tail, bytes: 20_000_000});
		expect(told).toMatchObject([{id, error: {code: -32_600}}]);
		expect(told[0]?.error?.message).toBe('The line has 19 MB; 16 MB are read.');
	},
);

it('an answer of the engine that is too long becomes words for the request that it answers', async () => {
	const {pump, told, passed, say} = openPump({isRunning: true});
	say({id: 1, ...call});
	await expect.poll(() => passed.length).toBe(1);
	const line = {head: '{"result":{', tail: '},"jsonrpc":"2.0","id":1}', bytes: 20_000_000};
	pump.answerTooLong(line);
	pump.answerTooLong(line);
	expect(told).toMatchObject([{id: 1, error: {message: expect.stringContaining('19 MB')}}]);
	expect(pump.openCount()).toBe(0);
});

it('of requests without end so many are taken, and the rest is refused with words', async () => {
	const {pump, told, passed, say, hear} = openPump({isRunning: true});
	for (let id = 1; id <= 2500; id += 1) {
		say({id, ...call});
	}
	await expect.poll(() => passed.length).toBeGreaterThan(0);
	expect(told.length + passed.length).toBe(2500);
	expect(pump.openCount()).toBe(passed.length);
	expect(passed.length).toBeLessThanOrEqual(1000);
	expect(told[0]?.error?.message).toContain('too much waits for it already');
	for (let id = 3001; id <= 5001; id += 1) {
		say({id, ...call});
	}
	expect(pump.openCount()).toBe(2000);
	expect(told.at(-1)?.error?.message).toContain('2000 requests wait');
	hear({id: 1, result: {}});
	say({id: 6000, ...call});
	expect(passed.some(({id}) => id === 6000)).toBe(true);
});

it('a client that listens in a hundred places is refused the next one', async () => {
	const {told, say} = openPump();
	const params = {_meta: {[metaKeys.protocol]: '2026-07-28'}, notifications: {}};
	for (let id = 1; id <= 102; id += 1) {
		say({id, method: 'subscriptions/listen', params});
		await expect.poll(() => told).toHaveLength(id);
	}
	expect(told.filter(({error}) => error)).toMatchObject([{id: 101}, {id: 102}]);
});

it('an id that is still being answered is refused, and the first request keeps its answer', async () => {
	const {told, passed, say, hear} = openPump();
	say({id: 1, ...call});
	await expect.poll(() => passed.length).toBe(1);
	say({id: 1, ...call});
	expect(told).toMatchObject([{id: 1, error: {code: -32_600}}]);
	hear({id: 1, result: {content: []}});
	expect(told.at(-1)).toMatchObject({id: 1, result: {}});
	expect(passed.filter(({method}) => method === 'tools/call')).toHaveLength(1);
});

it('what a client listens to is acknowledged without an engine, and told to each that comes', async () => {
	const {told, passed, say, hear} = openPump();
	const listen = {
		id: 'l',
		method: 'subscriptions/listen',
		params: {
			_meta: {[metaKeys.protocol]: '2026-07-28'},
			notifications: {toolsListChanged: true, resourcesListChanged: true},
		},
	};
	say(listen);
	await expect.poll(() => told.length).toBe(1);
	const acknowledged = {
		method: 'notifications/subscriptions/acknowledged',
		params: {
			notifications: {resourcesListChanged: true},
			_meta: {'io.modelcontextprotocol/subscriptionId': 'l'},
		},
	};
	expect(told[0]).toMatchObject(acknowledged);
	say({id: 1, ...call});
	await expect.poll(() => passed.length).toBe(2);
	expect(passed[0]).toMatchObject({id: 'l', method: 'subscriptions/listen'});
	hear(acknowledged);
	expect(told).toHaveLength(1);
});

it('a client can’t pretend that a result was delivered', async () => {
	const {passed, say} = openPump({isRunning: true});
	say({id: 1, ...call});
	await expect.poll(() => passed.length).toBe(1);
	say({method: 'notifications/agent-tui/delivered', params: {id: 1}});
	expect(passed).toHaveLength(1);
});

it('an answer to a question of an engine that has ended is not taken for the next engine’s question', async () => {
	const {pump, told, passed, say, hear} = openPump();
	const question = {id: 0, method: 'elicitation/create', params: {message: 'Delete all?'}};
	say(initialize);
	say({id: 1, ...call});
	await expect.poll(() => passed.at(-1)?.id).toBe(1);
	hear(question);
	const first = told.at(-1);
	pump.engineGone();
	expect(told).toContainEqual(
		expect.objectContaining({
			method: 'notifications/cancelled',
			params: {requestId: first?.id, reason: expect.any(String)},
		}),
	);
	say({id: 2, ...call});
	await expect.poll(() => passed.at(-1)?.id).toBe(2);
	// Each engine counts its requests from 0.
	hear({...question, params: {message: 'Delete more?'}});
	const second = told.at(-1);
	expect(second?.id).not.toBe(first?.id);
	const sent = passed.length;
	say({id: first?.id, result: {action: 'accept', content: {answer: 'Allow once'}}});
	say({id: 0.5, result: {}});
	say({id: 'never asked', result: {}});
	expect(passed).toHaveLength(sent);
	say({id: second?.id, result: {action: 'decline'}});
	say({id: second?.id, result: {action: 'accept'}});
	expect(passed.slice(sent)).toEqual([{jsonrpc: '2.0', id: 0, result: {action: 'decline'}}]);
});

it('a question that the engine withdraws is withdrawn at the client under the id that the client knows', async () => {
	const {told, passed, say, hear} = openPump();
	say({id: 1, ...call});
	await expect.poll(() => passed.at(-1)?.id).toBe(1);
	hear({id: 0, method: 'elicitation/create', params: {message: 'a'}});
	hear({id: 1, method: 'elicitation/create', params: {message: 'b'}});
	const [one, other] = told.slice(-2);
	hear({method: 'notifications/cancelled', params: {requestId: 1, reason: 'answered elsewhere'}});
	expect(told.at(-1)?.params).toEqual({requestId: other?.id, reason: 'answered elsewhere'});
	const sent = passed.length;
	say({id: other?.id, result: {action: 'accept'}});
	say({id: one?.id, error: {code: -1, message: 'no'}});
	expect(passed.slice(sent)).toMatchObject([{id: 0, error: {message: 'no'}}]);
});

it('a list of tools that is being read when the engine ends is answered once', async () => {
	const {pump, told, passed, say} = openPump();
	say({id: 1, ...call});
	await expect.poll(() => passed.at(-1)?.id).toBe(1);
	say({id: 2, method: 'tools/list'});
	pump.engineGone();
	await expect.poll(() => told.filter(({id}) => id === 2)).toMatchObject([{result: {tools: []}}]);
	expect(told).toHaveLength(2);
});

const listing = {name: 'list_pty_sessions'};

it.each([
	['params that are no object', {params: []}, 'params must be an object'],
	['a _meta that is no object', {params: {...listing, _meta: 5}}, '_meta must be an object'],
	['a broken token', {params: {...listing, _meta: {progressToken: 1.5}}}, 'progressToken must be'],
	['a broken task', {params: {...listing, _meta: {[taskKey]: 1}}}, 'must have a taskId'],
])('a request with %s, which no engine would answer, is refused with words', (_, more, words) => {
	const {pump, told, reached, say} = openPump();
	say({id: 1, method: 'tools/call', ...more});
	expect(told).toMatchObject([{id: 1, error: {code: -32_602}}]);
	expect(told[0]?.error?.message).toContain(words);
	expect([reached, pump.openCount()]).toEqual([[], 0]);
});

it.each([
	[{params: null}, {}],
	[{params: {...listing, _meta: null}}, {params: listing}],
	[
		{params: {...listing, _meta: {progressToken: null, [taskKey]: null, other: 1}}},
		{params: {...listing, _meta: {other: 1}}},
	],
	[
		{params: {...listing, _meta: {progressToken: 0}}},
		{params: {...listing, _meta: {progressToken: 0}}},
	],
	[{extra: 1, result: {}, params: listing}, {params: listing}],
])('%j counts as what it means', async (given, meant) => {
	const {passed, say} = openPump({isRunning: true});
	say({id: 1, method: 'tools/call', ...given});
	await expect
		.poll(() => passed)
		.toEqual([{jsonrpc: '2.0', id: 1, method: 'tools/call', ...meant}]);
});
