import {describe, expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import type {Outcome} from '../../source/events/outcome.ts';
import {
	graceMs,
	programEnds,
	runTool,
	type ToolRun,
	toolMsMax,
} from '../../source/turn/run-tool.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function start(run: ToolRun['run']) {
	const clock = fakeClock();
	const notes: {readonly at: number; readonly text: string}[] = [];
	const abort = new AbortController();
	const began = clock.elapsed();
	const outcome = runTool({
		signal: abort.signal,
		clock,
		note: text => notes.push({at: clock.elapsed() - began, text}),
		run,
	});
	return {clock, notes, abort, outcome};
}

const never = () => new Promise<Outcome>(() => {});
const obedient =
	(outcome: Outcome): ToolRun['run'] =>
	({signal}) =>
		new Promise(resolve => signal.addEventListener('abort', () => resolve(outcome)));

const aborted: Outcome = {status: 'ok', result: {success: true, reason: 'aborted', session_id: 7}};

describe('a tool that takes long', () => {
	it.each([
		['says nothing', null],
		['says something often', 2000],
		['says something now and then', 9000],
		['says something too seldom', 25_000],
	])('and %s lets it be known every ten seconds that it is at work', (_, everyMs) => {
		let say: (note: string) => void = () => {};
		const {clock, notes} = start(({progress}) => {
			say = progress;
			return never();
		});
		if (everyMs !== null) {
			clock.every(everyMs, () => say('mine'));
		}
		for (let second = 0; second < 60; second += 1) {
			clock.advance(1000);
		}
		const times = [0, ...notes.map(({at}) => at), 60_000];
		const gaps = times.slice(1).map((at, index) => at - times[index]!);
		expect(Math.max(...gaps)).toBeLessThanOrEqual(10_000);
		expect(notes.some(({text}) => text === 'mine')).toBe(everyMs !== null);
	});

	it('is ended by its deadline, as one that took too long', async () => {
		const {clock, outcome} = start(obedient({status: 'cancelled'}));
		clock.advance(toolMsMax);
		const message = 'It was ended after 30 minutes without a result.';
		expect(await outcome).toMatchObject({status: 'failed', failure: {kind: 'timeout', message}});
	});

	it('is given up when it does not listen, and says nothing more after that', async () => {
		const {clock, outcome, notes} = start(never);
		clock.advance(toolMsMax);
		clock.advance(graceMs);
		expect(await outcome).toMatchObject({status: 'failed', failure: {kind: 'timeout'}});
		const said = notes.length;
		clock.advance(60_000);
		expect(notes).toHaveLength(said);
	});
});

describe('a tool that is interrupted', () => {
	it.each([
		['a person, and it listens', undefined, obedient({status: 'cancelled'}), 'cancelled'],
		['a person, and it does not listen', undefined, never, 'cancelled'],
		['the end of the program', programEnds, obedient({status: 'cancelled'}), 'interrupted'],
		['the end of the program, and it does not listen', programEnds, never, 'interrupted'],
		['a person, and it has something to tell', undefined, obedient(aborted), 'cancelled'],
		['the end of the program, and it tells', programEnds, obedient(aborted), 'interrupted'],
	])('by %s', async (_, reason, run, status) => {
		const {clock, abort, outcome} = start(run);
		abort.abort(reason);
		clock.advance(graceMs);
		const result = await outcome;
		expect(result.status).toBe(status);
	});

	it('keeps what it knew: the model can go on with its terminal', async () => {
		const {abort, outcome} = start(obedient(aborted));
		abort.abort();
		expect(await outcome).toMatchObject({status: 'cancelled', result: {session_id: 7}});
	});

	it('when it had ended well already is a success', async () => {
		const done: Outcome = {status: 'ok', result: {success: true, reason: 'exited'}};
		const {abort, outcome} = start(obedient(done));
		abort.abort();
		expect(await outcome).toEqual(done);
	});
});

it('a program that was ended by its own time limit is a failed call with what it printed', async () => {
	const result = {success: true, reason: 'timeout', output: 'so far', hint: 'It took too long.'};
	const {outcome} = start(async () => ({status: 'ok', result}));
	expect(await outcome).toMatchObject({
		status: 'failed',
		failure: {kind: 'timeout', message: 'It took too long.'},
		result: {success: false, output: 'so far', error: {kind: 'timeout'}},
	});
});

it.each<[string, Outcome]>([
	['its connection', {status: 'ok', result: {success: false, reason: 'lost', output: 'so far'}}],
	[
		'the connection before it began',
		{
			status: 'failed',
			failure: failed('incomplete', 'gone'),
			result: {success: false, reason: 'lost', output: 'so far'},
		},
	],
])('a call that lost %s is lost, and no success', async (_, ended) => {
	const {outcome} = start(async () => ended);
	expect(await outcome).toMatchObject({
		status: 'lost',
		result: {success: false, reason: 'lost', output: 'so far', error: expect.anything()},
	});
});

it('a program that something ended is a failed call with what it printed', async () => {
	const result = {success: false, reason: 'signalled', signal: 'SIGKILL', output: 'so far'};
	const {outcome} = start(async () => ({status: 'ok', result}));
	expect(await outcome).toMatchObject({
		status: 'failed',
		failure: {message: 'The program was ended by SIGKILL.'},
		result: {success: false, output: 'so far', error: {kind: 'incomplete'}},
	});
});

it('a program that was to be ended by what was typed is no failure', async () => {
	const result = {success: true, reason: 'signalled', signal: 'SIGINT'};
	const {outcome} = start(async () => ({status: 'ok', result}));
	expect(await outcome).toMatchObject({status: 'ok'});
});

it('a tool that begins after the interrupt and does not listen is given up all the same', async () => {
	const clock = fakeClock();
	const outcome = runTool({signal: AbortSignal.abort(), clock, note() {}, run: never});
	clock.advance(4000);
	expect(await outcome).toMatchObject({status: 'cancelled'});
	expect(clock.pending()).toBe(0);
});

it('a tool has half an hour, and four seconds to stop', () => {
	expect({toolMsMax, graceMs}).toEqual({toolMsMax: 30 * 60_000, graceMs: 4000});
});

const broken = (kind: 'internal' | 'timeout', result?: object): Outcome =>
	({status: 'failed', failure: failed(kind, 'no'), ...(result && {result})}) as Outcome;
const unconfirmed = {unconfirmed: 'perhaps'};
const lost = {reason: 'lost', hint: 'gone'};

describe('an interrupted tool that ends', () => {
	it.each<[string, Outcome, object]>([
		[
			'with what it had written',
			broken('internal', {written: 1}),
			{result: {written: 1, success: false}},
		],
		[
			'not knowing whether it stopped',
			broken('internal', unconfirmed),
			{result: {...unconfirmed, success: false}},
		],
		['with nothing that it did', broken('internal', {other: 1}), {}],
		['without a result', broken('internal'), {}],
		['as aborted', aborted, {result: {reason: 'aborted', session_id: 7, success: false}}],
		[
			'after its time, not knowing whether it stopped',
			broken('timeout', unconfirmed),
			{result: {...unconfirmed, success: false}},
		],
	])('%s is cancelled, and says that much', async (_, ended, rest) => {
		const {abort, outcome} = start(obedient(ended));
		abort.abort();
		expect(await outcome).toEqual({status: 'cancelled', ...rest});
	});

	it.each<[string, Outcome, object]>([
		['after its time', broken('timeout'), {status: 'failed', failure: {kind: 'timeout'}}],
		['well', {status: 'ok', result: {success: true}}, {status: 'ok'}],
		[
			'with its line',
			{status: 'ok', result: lost},
			{
				status: 'lost',
				failure: {message: 'gone'},
				result: {success: false, error: {kind: 'lost', message: 'gone'}},
			},
		],
		[
			'with its line, and words of its own',
			broken('internal', {reason: 'lost', error: 'x'}),
			{status: 'lost', failure: {message: 'no'}, result: {error: 'x'}},
		],
	])('%s keeps that end', async (_, ended, rest) => {
		const {abort, outcome} = start(obedient(ended));
		abort.abort();
		expect(await outcome).toMatchObject(rest);
	});
});

it.each<[string, object, object]>([
	[
		'was ended by a signal',
		{reason: 'signalled', success: false, signal: 'SIGSEGV'},
		{
			status: 'failed',
			failure: {kind: 'incomplete', message: 'The program was ended by SIGSEGV.'},
			result: {error: {kind: 'incomplete'}},
		},
	],
	[
		'was ended by a signal without a name',
		{reason: 'signalled', success: false},
		{failure: {message: 'The program was ended by a signal.'}},
	],
	[
		'ran out of time',
		{reason: 'timeout', hint: 'slow'},
		{
			status: 'failed',
			failure: {kind: 'timeout', message: 'slow'},
			result: {success: false, error: {message: 'slow'}},
		},
	],
	[
		'ran out of time without a word',
		{reason: 'timeout'},
		{failure: {message: 'It was ended when its time was over.'}},
	],
	['was signalled, and counts that as well', {reason: 'signalled', success: true}, {status: 'ok'}],
	[
		'lost its line',
		{reason: 'lost'},
		{
			status: 'lost',
			failure: {message: 'The connection went. Whether it ran, and how it ended, is not known.'},
		},
	],
])('a program that %s is told as such', async (_, result, rest) => {
	const {outcome} = start(async () => ({status: 'ok', result}) as Outcome);
	expect(await outcome).toMatchObject(rest);
});

it('says after each five seconds without a word how long it is at work', () => {
	let say: (note: string) => void = () => {};
	const {clock, notes} = start(({progress}) => {
		say = progress;
		return never();
	});
	clock.advance(5000);
	say('mine');
	clock.advance(10_000);
	say('mine');
	clock.advance(5000);
	clock.advance(5000);
	expect(notes).toEqual([
		{at: 5000, text: 'at work for 5 s'},
		{at: 5000, text: 'mine'},
		{at: 15_000, text: 'at work for 15 s'},
		{at: 15_000, text: 'mine'},
		{at: 25_000, text: 'at work for 25 s'},
	]);
});

it('counts its seconds from its own start', () => {
	const clock = fakeClock();
	clock.advance(60_000);
	const notes: string[] = [];
	const {signal} = new AbortController();
	void runTool({signal, clock, note: text => notes.push(text), run: never});
	clock.advance(5000);
	expect(notes).toEqual(['at work for 5 s']);
	// After so long one thousandth more or less is seen in whole seconds, too.
	clock.advance(995_000);
	expect(notes.at(-1)).toBe('at work for 1000 s');
});

it('leaves no timer behind, however it ended', async () => {
	const ended = start(async () => ({status: 'ok', result: {}}));
	await ended.outcome;
	expect(ended.clock.pending()).toBe(0);
	ended.abort.abort();
	expect(ended.clock.pending()).toBe(0);
	const stopped = start(obedient({status: 'cancelled'}));
	stopped.abort.abort();
	await stopped.outcome;
	expect(stopped.clock.pending()).toBe(0);
	const givenUp = start(never);
	givenUp.abort.abort();
	givenUp.clock.advance(graceMs);
	await givenUp.outcome;
	expect(givenUp.clock.pending()).toBe(0);
});

it('what an abandoned tool says is not noted', async () => {
	let say: (note: string) => void = () => {};
	const {abort, clock, outcome, notes} = start(({progress}) => {
		say = progress;
		return never();
	});
	abort.abort();
	clock.advance(graceMs);
	await outcome;
	say('still here');
	expect(notes).toEqual([]);
});

it.each([
	['well', {success: true, reason: 'signalled'}],
	['in another way', {success: false, reason: 'exited'}],
])('a program that ended %s is as it says', async (_, result) => {
	const {outcome} = start(async () => ({status: 'ok', result}));
	expect(await outcome).toEqual({status: 'ok', result});
});
