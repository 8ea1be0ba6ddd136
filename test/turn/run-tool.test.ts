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
		expect(await outcome).toMatchObject({status: 'failed', failure: {kind: 'timeout'}});
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
