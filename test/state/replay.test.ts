import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import {reduce} from '../../source/state/reduce.ts';
import {replay} from '../../source/state/replay.ts';
import {growthOf, proportionMax} from '../helpers/growth.ts';
import {randomFrom, randomJournal} from '../helpers/random-journal.ts';

const seeds = Array.from({length: 60}, (_, index) => index + 1);

describe('a replay', () => {
	it.each(seeds)('of random journal %i ends where its events one by one end', seed => {
		const events = randomJournal(seed, 400);
		const one = events.reduce((state, event) => reduce(state, event), emptyState);
		expect(replay(emptyState, events)).toEqual({state: one, passedOver: 0});
		expect([...one.calls.keys()]).toEqual([...replay(emptyState, events).state.calls.keys()]);
	});

	it.each(seeds)('of random journal %i may go on from any place of it', seed => {
		const events = randomJournal(seed, 300);
		const cut = Math.floor(randomFrom(seed + 1000)() * events.length);
		const half = replay(emptyState, events.slice(0, cut)).state;
		const before = structuredClone(half);
		expect(replay(half, events.slice(cut))).toEqual(replay(emptyState, events));
		expect(half).toEqual(before);
	});

	it('leaves nothing of an event that a reducer fails on, and counts it', () => {
		const damaged: Stamped = {
			v: 1,
			seq: 9,
			at: 0,
			type: 'hop.chosen',
			cwd: null,
			get host(): never {
				throw new Error('damaged');
			},
		};
		const late = {v: 1, seq: 10, at: 0, type: 'file.changed'} as unknown as Stamped;
		const events = randomJournal(1, 100);
		const whole = replay(emptyState, events).state;
		expect(replay(emptyState, [...events, damaged, late])).toEqual({state: whole, passedOver: 2});
	});

	it('takes time in proportion to the journal', async () => {
		// To copy what there is for each of these events would take minutes.
		const events = journalOfCalls(20_000);
		const perCall = events.length / 20_000;
		const growth = await growthOf(20_000, calls => {
			replay(emptyState, events.slice(0, calls * perCall));
		});
		expect(growth).toBeLessThan(proportionMax);
	});
});

/** Each call ends before the next is proposed, and says something in between. */
function journalOfCalls(count: number): readonly Stamped[] {
	return Array.from({length: count}, (_, index): readonly unknown[] => {
		const call = `call_${index}`;
		const reply = `reply_${index}`;
		const outcome = {status: 'ok', result: {}};
		const end = {type: 'tool.ended', call, outcome, durationMs: 1};
		return [
			{type: 'reply.began', turn: 't', reply},
			{type: 'reply.grew', reply, text: 'x'},
			{type: 'tool.proposed', call, turn: 't', reply, tool: 'run', raw: '', input: {}},
			{type: 'tool.started', call},
			end,
		].map(event => ({v: 1, seq: index, at: index, ...event}));
	}).flat() as readonly Stamped[];
}
