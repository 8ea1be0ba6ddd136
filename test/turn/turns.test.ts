import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import {type CallId, type HostId, localHost, type TerminalId} from '../../source/events/ids.ts';
import {conversation} from '../../source/state/conversation.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {createStore} from '../../source/state/store.ts';
import {fetchUrl} from '../../source/tools/fetch-url.ts';
import {succeed, type Tool} from '../../source/tools/tool.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {asked, open} from './turn-harness.ts';

describe('a turn', () => {
	it('ends when the model asks for nothing more', async () => {
		const {turns, model, store} = open();
		turns.send('hello');
		const exchange = await model.next();
		exchange.say('hi');
		exchange.end();
		await turns.settled();
		expect(conversation(store.state())).toEqual([
			{type: 'user', text: 'hello'},
			{type: 'assistant', text: 'hi'},
		]);
		expect(store.state().chat.turn).toBeNull();
	});

	it('asks, runs once, and gives the result back under the id of its call', async () => {
		const {turns, model, store, runs, answer} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		expect(runs).toEqual([]);
		answer('c1', 'once');
		answer('c1', 'once');
		const second = await model.next();
		expect(runs).toEqual([{by: 1}]);
		expect(second.request.input.at(-1)).toEqual({
			type: 'result',
			id: 'c1',
			output: '{"success":true,"total":1}',
		});
		second.end();
		await turns.settled();
	});

	it('asks nobody about a call that can never be made, and the model is told why', async () => {
		const {turns, model, log} = open([], Promise.resolve(), {tools: [fetchUrl]});
		turns.send('look there');
		const first = await model.next();
		first.call('fetch_url', {url: 'file:///etc/passwd'}, 'c1');
		first.end('calls');
		const second = await model.next();
		const [result] = second.request.input.filter(item => item.type === 'result');
		expect(result?.output).toContain('Only http and https are fetched, not file:');
		expect(log.some(({type}) => type === 'authorization.asked')).toBe(false);
		second.end();
		await turns.settled();
	});

	it('tells two calls of the same tool apart, in whatever order they are answered', async () => {
		const {turns, model, store, answer} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.call('count', {by: 2}, 'c2');
		first.end('calls');
		await asked(store, 2);
		answer('c2', 'once');
		answer('c1', 'deny');
		const second = await model.next();
		const results = second.request.input.filter(item => item.type === 'result');
		expect(results.map(item => item.id)).toEqual(['c1', 'c2']);
		expect(results[0]!.output).toContain('denied');
		expect(results[1]!.output).toContain('"success":true');
		second.end();
		await turns.settled();
	});

	it('runs once, whoever answers how often in the same moment', async () => {
		const {turns, model, store, runs, gate, answer} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.call('count', {by: 2}, 'c2');
		first.end('calls');
		await asked(store, 2);
		for (const front of ['key', 'headless', 'key'] as const) {
			gate.answer('c1' as CallId, {type: 'once'}, front);
			gate.answer('c2' as CallId, {type: 'session'}, front);
			answer('c1', 'deny');
		}
		const second = await model.next();
		expect(runs).toEqual([{by: 1}, {by: 2}]);
		expect(store.state().grants).toHaveLength(1);
		second.end();
		await turns.settled();
	});

	it('is bound to the host of what it acts on, whatever the model says of hosts', async () => {
		const acts: Tool = {
			name: 'act',
			description: 'Acts on something that is where it is.',
			parameters: {type: 'object', properties: {on: {type: 'string'}}},
			scope: () => 'shell',
			host: ({on}) => (on === 'far' ? ('far' as HostId) : null),
			summary: () => 'act',
			run: async () => succeed({}),
		};
		const {turns, model, store} = open([], undefined, {tools: [acts]});
		turns.send('act');
		const first = await model.next();
		first.call('act', {on: 'far', host: 'near'}, 'c1');
		first.call('act', {host: 'near'}, 'c2');
		first.end('calls');
		await asked(store, 2);
		expect([...store.state().calls.values()].map(call => call.host)).toEqual(['far', 'near']);
		turns.stop();
		await turns.settled();
	});

	it('does not run a call whose grant is taken back between the answer and the run', async () => {
		const {turns, model, store, runs, gate} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		gate.answer('c1' as CallId, {type: 'session'}, 'key');
		gate.revoke(store.state().grants[0]!.id);
		const second = await model.next();
		expect(runs).toEqual([]);
		expect(JSON.stringify(second.request.input.at(-1))).toContain('taken back');
		second.call('count', {by: 2}, 'c2');
		second.end('calls');
		await asked(store);
		turns.stop();
		await turns.settled();
	});

	it('gives every call a record of its own when the model repeats an id', async () => {
		const {turns, model, store, answer} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'same');
		first.call('count', {by: 2}, 'same');
		first.end('calls');
		await asked(store, 2);
		for (const {id} of waitingCalls(store.state())) {
			answer(id, 'once');
		}
		const second = await model.next();
		expect(
			new Set(second.request.input.filter(item => item.type === 'result').map(item => item.id))
				.size,
		).toBe(2);
		second.end();
		await turns.settled();
	});

	it.each([
		['an unknown tool', 'fly', {}, 'no tool \\"fly\\"'],
		['arguments that are no JSON', 'count', '{"by": ', 'JSON object'],
		['a missing argument', 'count', {}, 'by'],
		['an argument of another type', 'count', {by: []}, 'by'],
	])(
		'answers %s with a result that the model can act on, and asks nobody',
		async (_title, name, input, words) => {
			const {turns, model, runs} = open();
			turns.send('go');
			const first = await model.next();
			first.call(name, input, 'c1');
			first.end('calls');
			const second = await model.next();
			expect(JSON.stringify(second.request.input.at(-1))).toContain(
				words.replaceAll('\\"', '\\\\\\"'),
			);
			expect(runs).toEqual([]);
			second.end();
			await turns.settled();
		},
	);

	it('runs nothing of a reply that broke off, and asks again', async () => {
		const {turns, model, store, runs, clock} = open();
		turns.send('count');
		const first = await model.next();
		first.say('I will ');
		first.call('count', {by: 1});
		first.fail('upstream');
		await expect.poll(() => store.state().chat.turn?.retry?.attempt).toBe(1);
		clock.advance(1000);
		const second = await model.next();
		expect(second.request.input).toEqual([{type: 'user', text: 'count'}]);
		second.say('done');
		second.end();
		await turns.settled();
		expect(runs).toEqual([]);
		expect(waitingCalls(store.state())).toEqual([]);
	});

	it('does not try again what cannot get better', async () => {
		const {turns, model, store} = open();
		turns.send('hello');
		(await model.next()).fail('unauthorized');
		await turns.settled();
		expect(store.state().chat.items.at(-1)).toMatchObject({type: 'ending', outcome: 'failed'});
		expect(model.requests).toHaveLength(1);
	});

	it('gives up after four tries, and says why', async () => {
		const {turns, model, store, clock} = open();
		turns.send('hello');
		for (let attempt = 1; attempt <= 5; attempt += 1) {
			(await model.next()).fail('upstream');
			if (attempt <= 4) {
				await expect.poll(() => store.state().chat.turn?.retry?.attempt).toBe(attempt);
				clock.advance(8000);
			}
		}
		await turns.settled();
		expect(store.state().chat.items.at(-1)).toMatchObject({
			outcome: 'failed',
			failure: {kind: 'upstream'},
		});
	});

	it('stops at the limit of rounds', async () => {
		const {turns, model, store, answer} = open();
		turns.send('loop');
		for (let round = 1; round <= 5; round += 1) {
			const exchange = await model.next();
			exchange.call('count', {by: round}, `c${round}`);
			exchange.end('calls');
			await asked(store);
			answer(`c${round}`, 'once');
		}
		await turns.settled();
		expect(store.state().chat.items.at(-1)).toMatchObject({failure: {kind: 'limit'}});
	});
});

describe('what is said while a turn runs', () => {
	it('steers it at its next step', async () => {
		const {turns, model} = open();
		turns.send('first');
		const first = await model.next();
		turns.send('also this');
		first.say('ok');
		first.end();
		const second = await model.next();
		expect(second.request.input.at(-1)).toEqual({type: 'user', text: 'also this'});
		second.end();
		await turns.settled();
	});

	it('goes first with the next message when the turn that it was to steer has failed', async () => {
		const {turns, model} = open();
		turns.send('first');
		const first = await model.next();
		turns.send('also this');
		first.fail('unauthorized');
		await turns.settled();
		turns.send('and now');
		const second = await model.next();
		expect(second.request.input.slice(-2)).toEqual([
			{type: 'user', text: 'also this'},
			{type: 'user', text: 'and now'},
		]);
		second.end();
		await turns.settled();
	});

	it('is sent at once when it was queued while nothing runs, and others one after the other', async () => {
		const {turns, model} = open();
		turns.queue('one');
		const told: unknown[] = [];
		for (const more of [['two', 'three'], [], []]) {
			const exchange = await model.next();
			told.push(exchange.request.input.at(-1));
			for (const text of more) {
				turns.queue(text);
			}
			exchange.end();
		}
		await turns.settled();
		expect(told).toEqual(['one', 'two', 'three'].map(text => ({type: 'user', text})));
	});

	it('waits for its end when it was queued, and can be taken back', async () => {
		const {turns, model, store} = open();
		turns.send('first');
		const first = await model.next();
		turns.queue('later');
		turns.queue('never');
		turns.unqueue(store.state().chat.queue[1]!.id);
		first.end();
		const second = await model.next();
		expect(second.request.input).toContainEqual({type: 'user', text: 'later'});
		expect(store.state().chat.queue).toEqual([]);
		second.end();
		await turns.settled();
		expect(model.requests).toHaveLength(2);
	});
});

it('what was meant to steer a turn begins none when the program ends', async () => {
	const {turns, model, store} = open();
	turns.send('hello');
	await model.next();
	turns.send('not so loud');
	turns.stop();
	await expect.poll(() => store.state().chat.items.at(-1)?.type).toBe('ending');
	await turns.settled();
	expect(model.requests).toHaveLength(1);
});

describe('an interrupt', () => {
	it('lets a single message that was meant to steer begin the next turn', async () => {
		const {turns, model} = open();
		turns.send('hello');
		await model.next();
		turns.send('rather this');
		turns.interrupt();
		const second = await model.next();
		expect(JSON.stringify(second.request.input.at(-1))).toContain('rather this');
		second.end();
		await turns.settled();
		expect(model.requests).toHaveLength(2);
	});

	it('ends the stream and keeps what was said', async () => {
		const {turns, model, store} = open();
		turns.send('tell me');
		const exchange = await model.next();
		exchange.say('Once upon');
		await expect.poll(() => JSON.stringify(store.state().chat.items)).toContain('Once upon');
		turns.interrupt();
		await turns.settled();
		expect(store.state().chat.items.at(-1)).toMatchObject({type: 'ending', outcome: 'interrupted'});
		expect(conversation(store.state()).at(-1)).toEqual({type: 'assistant', text: 'Once upon'});
	});

	it('ends waiting cards and running tools as cancelled', async () => {
		const {turns, model, store, answer} = open([], new Promise(() => {}));
		turns.send('count');
		const exchange = await model.next();
		exchange.call('count', {by: 1}, 'c1');
		exchange.call('count', {by: 2}, 'c2');
		exchange.end('calls');
		await asked(store, 2);
		answer('c1', 'once');
		await expect.poll(() => store.state().calls.get('c1' as CallId)?.status.type).toBe('running');
		turns.interrupt();
		await turns.settled();
		const outcomes = [...store.state().calls.values()].map(call => call.status);
		expect(outcomes).toMatchObject([
			{outcome: {status: 'cancelled'}},
			{outcome: {status: 'cancelled'}},
		]);
	});
});

const noticesOf = ({log}: ReturnType<typeof open>) =>
	log.flatMap(event => (event.type === 'notice.shown' ? [event.text] : []));

const endedBefore =
	'agent-tui ended before the output of this command was told. Its program had ended by itself, as written here.';
const ranToItsEnd = {running: false, output: '', hint: endedBefore};

describe('after a crash', () => {
	it('calls of clients end whether they ran or waited, and those of the model that wait go on', async () => {
		const before = open([], new Promise(() => {}));
		const caller = {id: 'mcp_1', name: 'other'};
		const start = (by: number) =>
			before.turns.outside.start({caller, tool: 'count', raw: JSON.stringify({by})}).id;
		const [ran, waits] = [start(1), start(2)];
		before.turns.send('count');
		const first = await before.model.next();
		first.call('count', {by: 3}, 'c3');
		first.call('count', {by: 4}, 'c4');
		first.end('calls');
		await asked(before.store, 4);
		before.answer(ran, 'once');
		before.answer('c4', 'once');
		await expect.poll(() => before.runs.length).toBe(2);
		const proposed = start(5);
		const after = open(
			before.log.slice(
				0,
				before.log.findLastIndex(event => 'call' in event && event.call === proposed) + 1,
			),
		);
		after.turns.resume();
		await asked(after.store);
		const ends = after.log.flatMap(event =>
			event.type === 'tool.ended'
				? [
						[
							event.call,
							event.outcome.status,
							event.durationMs,
							event.record?.end,
							event.record?.tool,
						],
					]
				: [],
		);
		expect(ends).toEqual([
			[ran, 'interrupted', 0, 'crash', 'count'],
			['c4', 'interrupted', 0, undefined, 'count'],
			[waits, 'interrupted', 0, 'crash', 'count'],
			[proposed, 'interrupted', 0, 'crash', 'count'],
		]);
		after.answer('c3', 'deny');
		(await after.model.next()).end();
		await after.turns.settled();
	});

	it('a card that waited waits again, runs once, and the turn goes on', async () => {
		const before = open();
		before.turns.send('count');
		const first = await before.model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(before.store);
		const after = open(before.log);
		after.turns.resume();
		await asked(after.store);
		after.answer('c1', 'once');
		const exchange = await after.model.next();
		expect(after.runs).toEqual([{by: 1}]);
		exchange.end();
		await after.turns.settled();
	});

	it('a call that was answered and not started is run, once', async () => {
		const before = open();
		before.turns.send('count');
		const first = await before.model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(before.store);
		before.answer('c1', 'once');
		const cut = before.log.findIndex(event => event.type === 'tool.started');
		const after = open(cut < 0 ? before.log : before.log.slice(0, cut));
		after.turns.resume();
		const exchange = await after.model.next();
		expect(after.runs).toEqual([{by: 1}]);
		exchange.end();
		await after.turns.settled();
	});

	it('what ran elsewhere is said with its host, and a long command by its beginning', async () => {
		const long: Tool = {
			name: 'long',
			description: 'Takes long.',
			parameters: {type: 'object', properties: {size: {type: 'number'}}},
			scope: () => 'shell',
			host: () => 'far' as HostId,
			summary: ({size}) => 'x'.repeat(Number(size)),
			run: () => new Promise(() => {}),
		};
		const tools = [long];
		const before = open([], undefined, {tools, whyNot: () => null});
		before.turns.send('go');
		const exchange = await before.model.next();
		exchange.call('long', {size: 120}, 'c1');
		exchange.call('long', {size: 121}, 'c2');
		exchange.end('calls');
		await asked(before.store, 2);
		before.answer('c1', 'once');
		before.answer('c2', 'once');
		const running = () => [...before.store.state().calls.values()].map(({status}) => status.type);
		await expect.poll(running).toEqual(['running', 'running']);
		const after = open(before.log, undefined, {tools});
		after.turns.resume();
		const end = 'Its outcome is unknown, and it may have had effects.';
		expect(noticesOf(after)).toEqual([
			`The program ended while this ran on far: long ${'x'.repeat(120)}. ${end}`,
			`The program ended while this ran on far: long ${'x'.repeat(120)}…. ${end}`,
		]);
		await after.turns.settled();
	});

	it('a terminal of the program that died is closed; one that is kept on its host waits for it', async () => {
		const before = open();
		const opened = (id: string, kept?: object) =>
			before.store.append({
				...{type: 'terminal.opened', terminal: id, title: 'x', host: localHost, cwd: '/'},
				...{owner: 'user', ...(kept && {kept})},
			} as never);
		const kept = {socket: 's', session: 'x'};
		opened('1');
		opened('2', kept);
		opened('3', kept);
		const end = {exitCode: 0, signal: null, durationMs: 1};
		before.store.append({type: 'terminal.exited', terminal: '3', ...end} as never);
		const after = open(before.log);
		after.turns.resume();
		await after.turns.settled();
		const closed = after.log.flatMap(event =>
			event.type === 'terminal.closed' ? [event.terminal] : [],
		);
		expect(closed).toEqual(['1', '3']);
	});

	it('a reply that was cut ends, and keeps what was said', async () => {
		const before = open();
		before.turns.send('hello');
		const exchange = await before.model.next();
		exchange.say('half a');
		await expect.poll(() => before.log.some(({type}) => type === 'reply.grew')).toBe(true);
		const after = open(before.log);
		after.turns.resume();
		await after.turns.settled();
		const cut = before.log.findLast(event => event.type === 'reply.began');
		expect(after.log.filter(({type}) => type === 'reply.ended')).toMatchObject([
			{reply: cut?.type === 'reply.began' && cut.reply, finish: 'interrupted', durationMs: 0},
		]);
		expect(after.log.filter(({type}) => type === 'turn.ended')).toMatchObject([
			{outcome: 'interrupted'},
		]);
	});

	it('a call that ran is interrupted, never run again', async () => {
		const before = open([], new Promise(() => {}));
		before.turns.send('count');
		const first = await before.model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(before.store);
		before.answer('c1', 'once');
		await expect.poll(() => before.runs.length).toBe(1);
		const after = open(before.log);
		after.turns.resume();
		await after.turns.settled();
		expect(after.runs).toEqual([]);
		expect(after.store.state().calls.get('c1' as CallId)?.status).toMatchObject({
			outcome: {status: 'interrupted'},
		});
		expect(noticesOf(after)).toEqual([
			'The program ended while this ran: count count 1. Its outcome is unknown, and it may have had effects.',
		]);
		expect(after.store.state().chat.turn).toBeNull();
	});

	it.each([
		[
			{exitCode: 0, signal: null},
			{
				status: 'ok',
				result: {...ranToItsEnd, exit_code: 0, signal: null, success: true, reason: 'exited'},
			},
		],
		[
			{exitCode: null, signal: 'SIGKILL'},
			{
				status: 'failed',
				failure: {kind: 'incomplete', message: 'The program was ended by SIGKILL.'},
				result: {
					...{...ranToItsEnd, exit_code: null, signal: 'SIGKILL', success: false},
					reason: 'signalled',
				},
			},
		],
		[
			{exitCode: null, signal: null, lost: 'gone'},
			{
				status: 'lost',
				failure: {kind: 'unreachable', message: 'gone'},
				result: {running: false, exit_code: null, signal: null, hint: endedBefore, reason: 'lost'},
			},
		],
	])(
		'a call whose program ended as is written down (%j) is not interrupted',
		async (end, outcome) => {
			const before = open([], new Promise(() => {}));
			before.turns.send('count');
			const first = await before.model.next();
			first.call('count', {by: 1}, 'c1');
			first.end('calls');
			await asked(before.store);
			before.answer('c1', 'once');
			await expect.poll(() => before.runs.length).toBe(1);
			const terminal = '1' as TerminalId;
			const call = 'c1' as CallId;
			before.store.append({
				...{type: 'terminal.opened', terminal, title: 'x', host: localHost, cwd: '/'},
				...{owner: 'model', call},
			});
			before.store.append({type: 'terminal.exited', terminal, durationMs: 5, ...end});
			const after = open(before.log);
			after.turns.resume();
			await after.turns.settled();
			expect(after.store.state().calls.get(call)?.status).toMatchObject({type: 'ended', outcome});
			const told = after.log.findLast(({type}) => type === 'tool.ended');
			expect(told?.type === 'tool.ended' && told.outcome).toEqual(outcome);
		},
	);

	it('the state is what replaying the journal gives', async () => {
		const {turns, model, store, log, answer} = open();
		turns.send('count');
		const first = await model.next();
		first.say('Let me count.');
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		answer('c1', 'once');
		const second = await model.next();
		second.say('One.');
		second.end();
		await turns.settled();
		const replayed = createStore(fakeClock());
		replayed.replay(JSON.parse(JSON.stringify(log)) as Stamped[]);
		expect(replayed.state()).toEqual(store.state());
	});
});

describe('a reply that was cut off at its length', () => {
	it('has none of its calls run or shown, and says that it can be gone on with', async () => {
		const {turns, model, store, runs} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'whole');
		first.call('count', {by: 2}, 'half');
		first.end('length');
		await turns.settled();
		expect(runs).toEqual([]);
		expect(store.state().calls.size).toBe(0);
		expect(store.state().chat.items.at(-1)).toMatchObject({
			type: 'ending',
			outcome: 'failed',
			failure: {kind: 'incomplete', message: expect.stringContaining('length limit')},
		});
		expect(model.requests).toHaveLength(1);
	});
});

it('a turn that follows another one is not said to be continued, nor one that was refused twice and then allowed ended', async () => {
	const {turns, model, log, store, answer} = open();
	turns.send('hello');
	const hello = await model.next();
	hello.say('hi');
	hello.end();
	await turns.settled();
	turns.send('count');
	for (const [index, type] of (['deny', 'deny', 'once'] as const).entries()) {
		const exchange = await model.next();
		exchange.call('count', {by: 1}, `again_${index}`);
		exchange.end('calls');
		await asked(store);
		answer(`again_${index}`, type);
	}
	const last = await model.next();
	last.end();
	await turns.settled();
	expect(log.filter(({type}) => type === 'turn.continued')).toEqual([]);
	expect(log.filter(({type}) => type === 'turn.ended')).toMatchObject([
		{outcome: 'done'},
		{outcome: 'done'},
	]);
});
