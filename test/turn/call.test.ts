import {describe, expect, it} from 'vitest';
import type {RiskFacts} from '../../source/events/authorization.ts';
import {failed} from '../../source/events/failure.ts';
import type {CallId, TurnId} from '../../source/events/ids.ts';
import type {Outcome} from '../../source/events/outcome.ts';
import {fail, succeed, type Tool} from '../../source/tools/tool.ts';
import {clientGone} from '../../source/turn/call.ts';
import {asked, open} from './turn-harness.ts';

const id = 'c1' as CallId;

/** A tool whose run, and whose view of what it would touch, a test decides. */
function probe(change: Partial<Tool> = {}): Tool {
	return {
		name: 'probe',
		description: 'Tries.',
		parameters: {type: 'object', properties: {path: {type: 'string'}}},
		scope: () => 'read',
		summary: ({path}) => `probe ${path}`,
		run: async () => succeed({}),
		...change,
	};
}

/** Until an abort, and then what the test says. */
const untilAborted = (end: () => Outcome) => ({
	run: (_: unknown, {signal}: {signal: AbortSignal}) =>
		new Promise<Outcome>(resolve => {
			signal.addEventListener('abort', () => resolve(end()), {once: true});
		}),
});

async function openCall(tool: Tool, input: object = {path: 'a'}) {
	const world = open([], undefined, {tools: [tool]});
	world.turns.send('go');
	const exchange = await world.model.next();
	exchange.call('probe', input, id);
	exchange.end('calls');
	await asked(world.store);
	const outcome = async () => {
		(await world.model.next()).end();
		await world.turns.settled();
		const status = world.store.state().calls.get(id)!.status;
		return status.type === 'ended' ? status.outcome : null;
	};
	return {...world, outcome};
}

describe('a call', () => {
	it('lasts from the moment when it was allowed, however long somebody thought about it', async () => {
		const {clock, answer, log, outcome} = await openCall(
			probe({
				async run() {
					clock.advance(3000);
					return succeed({});
				},
			}),
		);
		clock.advance(20_000);
		answer(id, 'once');
		await outcome();
		expect(log.find(({type}) => type === 'tool.ended')).toMatchObject({durationMs: 3000});
	});

	it('that is over is not taken up again', async () => {
		let count = 0;
		const {answer, outcome, log, turns, store} = await openCall(
			probe({
				async run() {
					count += 1;
					return succeed({});
				},
			}),
		);
		answer(id, 'once');
		await outcome();
		turns.resume();
		await turns.settled();
		expect([count, log.filter(({type}) => type === 'tool.ended').length]).toEqual([1, 1]);
		expect(store.state().calls.size).toBe(1);
	});

	it('that can not be read any more after an edit does not run, and says why', async () => {
		const {gate, store, answer, outcome} = await openCall(probe());
		gate.edit({...{call: id, raw: '{', input: {}, scope: 'read', summary: 'probe a'}});
		expect(store.state().calls.get(id)?.edited).toEqual({raw: '{'});
		answer(id, 'once');
		expect(await outcome()).toMatchObject({
			failure: {kind: 'internal', message: 'The call could not be read again.'},
		});
	});

	it('is given the signal and the notes of its run', async () => {
		const notes: unknown[] = [];
		const {answer, outcome, log, turns, store} = await openCall(
			probe({
				run: (input, {signal, progress}) => {
					progress?.('half of it');
					return untilAborted(() => fail(failed('cancelled', 'stopped'))).run(input, {signal});
				},
			}),
		);
		answer(id, 'once');
		await expect.poll(() => store.state().calls.get(id)?.status.type).toBe('running');
		turns.interrupt();
		await turns.settled();
		notes.push(...log.filter(({type}) => type === 'tool.progressed'));
		expect(notes).toMatchObject([{note: 'half of it'}]);
		expect(store.state().calls.get(id)?.status).toMatchObject({outcome: {status: 'cancelled'}});
		void outcome;
	});
});

describe('what changed between question and run', () => {
	const facts = (...all: readonly RiskFacts[]) => {
		let at = 0;
		return () => all[Math.min(at++, all.length - 1)]!;
	};
	const targets = {targets: ['a']};
	const said = {files: {'server.json': '1'}};
	it.each([
		['a path that leads elsewhere', {exposure: facts(targets, targets, {targets: ['b']})}, false],
		['a path that leads to the same', {exposure: facts(targets)}, true],
		[
			'a path of a tool that writes, which looks itself',
			{exposure: facts(targets, targets, {targets: ['b']}), scope: () => 'write' as const},
			true,
		],
		[
			'a tool whose server describes it differently',
			{exposure: facts(said, said, {files: {'server.json': '2'}})},
			false,
		],
		['a tool whose server describes it as before', {exposure: facts(said)}, true],
	])('%s: runs %#', async (_, change, isRun) => {
		const {answer, outcome} = await openCall(probe(change));
		answer(id, 'once');
		expect((await outcome())?.status).toBe(isRun ? 'ok' : 'failed');
	});
});

const caller = {id: 'mcp_1', name: 'other'};

function openOutside(tool: Tool) {
	const world = open([], undefined, {tools: [tool]});
	const call = world.turns.outside.start({caller, tool: tool.name, raw: '{"path":"a"}'});
	const end = async () => {
		await call.done;
		const event = world.log.findLast(({type}) => type === 'tool.ended');
		return event?.type === 'tool.ended' ? [event.outcome.status, event.record?.end] : [];
	};
	const answered = async (how: 'once' | 'deny') => {
		await asked(world.store);
		world.answer(call.id, how);
	};
	const run = async () => {
		await answered('once');
		await expect.poll(() => world.store.state().calls.get(call.id)?.status.type).toBe('running');
	};
	return {...world, call, answered, end, run};
}

const whenStopped = (outcome: Outcome) => probe(untilAborted(() => outcome));
const lasting = whenStopped(fail(failed('cancelled', 'stopped')));

describe('the record of a client’s call says', () => {
	it.each([
		['that it went well', probe({scope: () => null}), ['ok', 'ok']],
		[
			'that the tool failed',
			probe({scope: () => null, run: async () => fail(failed('internal', 'x'))}),
			['failed', 'tool-error'],
		],
		[
			'that its time was over',
			probe({scope: () => null, run: async () => fail(failed('timeout', 'x'))}),
			['failed', 'timeout'],
		],
		[
			'that the connection went',
			probe({scope: () => null, run: async () => succeed({reason: 'lost'})}),
			['lost', 'tool-error'],
		],
	])('%s', async (_, tool, expected) => {
		expect(await openOutside(tool).end()).toEqual(expected);
	});

	it('that it was denied', async () => {
		const {answered, end} = openOutside(probe());
		await answered('deny');
		expect(await end()).toEqual(['denied', 'denied']);
	});

	it.each([
		['asked', ['cancelled', 'cancelled']],
		['client-gone', ['cancelled', 'client-gone']],
	] as const)('why it was stopped: %s', async (why, expected) => {
		const {call, turns, end, run} = openOutside(lasting);
		await run();
		turns.outside.cancel(call.id, why);
		turns.outside.cancel('unknown' as CallId, why);
		expect(await end()).toEqual(expected);
		expect(clientGone).toBe('the client is gone');
	});

	it('that its time was over, also where it was stopped then', async () => {
		const {turns, end, run} = openOutside(whenStopped(fail(failed('timeout', 'late'))));
		await run();
		turns.interrupt();
		expect(await end()).toEqual(['failed', 'timeout']);
	});

	it('that the program ended, also of one that comes then', async () => {
		const {turns, end, run, store} = openOutside(lasting);
		await run();
		turns.stop();
		await turns.settled();
		expect(await end()).toEqual(['interrupted', 'crash']);
		const late = turns.outside.start({caller, tool: 'probe', raw: '{"path":"b"}'});
		await late.done;
		expect(store.state().calls.get(late.id)?.status).toMatchObject({type: 'ended'});
		expect(await end()).toEqual(['cancelled', 'cancelled']);
	});
});

it('everything is settled only when the calls of clients are', async () => {
	const {turns, call, run} = openOutside(lasting);
	await run();
	const order: string[] = [];
	const settled = turns.settled().then(() => order.push('settled'));
	void call.done.then(() => order.push('call'));
	turns.outside.cancel(call.id, 'asked');
	await settled;
	expect(order).toEqual(['call', 'settled']);
});

it('what is prepared for a request is there before the request is made', async () => {
	const order: string[] = [];
	const prepare = async (turn: TurnId) => {
		await Promise.resolve();
		order.push(`prepared ${turn}`);
	};
	const {turns, model} = open([], undefined, {prepare});
	turns.send('go');
	const exchange = await model.next();
	expect(order).toEqual([expect.stringMatching(/^prepared turn_/)]);
	exchange.end();
	await turns.settled();
});

describe('the cost of a reply', () => {
	const usage = {inputTokens: 7, outputTokens: 3};
	it.each([
		['is what the budget says of its usage', usage, 0.5, {costUsd: 0.5, usage}],
		['is left out where no price is known', usage, null, {usage}],
		['is left out where nothing is known of its usage', undefined, 0.5, {}],
	])('%s', async (_, told, price, expected) => {
		const {turns, model, log} = open([], undefined, {costUsd: () => price});
		turns.send('go');
		const exchange = await model.next();
		if (told) {
			exchange.part({type: 'usage', usage: told});
		}
		exchange.end();
		await turns.settled();
		const end = log.find(({type}) => type === 'reply.ended') as Record<string, unknown> | undefined;
		const {costUsd, usage: recorded} = end ?? {};
		expect({
			...(costUsd !== undefined && {costUsd}),
			...(recorded !== undefined && {usage: recorded}),
		}).toEqual(expected);
		expect(Object.keys(end ?? {}).includes('costUsd')).toBe('costUsd' in expected);
	});
});
