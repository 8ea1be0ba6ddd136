import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {HopFacts, HopState} from '../../source/events/hop.ts';
import {type HostId, localHost} from '../../source/events/ids.ts';
import {
	addressOf,
	type HopRecord,
	hopOf,
	hopStateWords,
	hostWords,
	noHops,
	reduceHops,
} from '../../source/state/hops.ts';

const web = 'web' as HostId;
const facts: HopFacts = {
	host: web,
	user: 'you',
	hostName: '10.0.0.5',
	port: 2222,
	jumps: ['jump'],
	transport: 'built-in',
};
const place = {home: '/home/you', shell: '/bin/sh', system: 'Linux', cwd: '/home/you'};
const reason = {kind: 'unreachable', message: 'gone'} as const;

function reduced(...events: readonly object[]) {
	return events.reduce<typeof noHops>(
		(hops, event, index) => reduceHops(hops, {v: 1, seq: index, at: 1000, ...event} as Stamped),
		noHops,
	);
}

const changed = (status: HopState, more: object = {}) => ({
	type: 'hop.changed',
	host: web,
	state: status,
	facts,
	...more,
});
const ready = changed({status: 'ready'}, {place});
const chosen = {type: 'hop.chosen', host: web, cwd: place.cwd};
const closed = changed({status: 'closed'});

describe('other machines', () => {
	it('are known with where they are, and one of them is the current one', () => {
		const hops = reduced(changed({status: 'connecting'}, {facts: null}), ready, chosen);
		expect(hops.current).toBe(web);
		expect(hopOf({hops}, web)).toMatchObject({state: {status: 'ready'}, facts, place});
	});

	it('stay the current one while they are lost, so that nothing runs here in their place', () => {
		const lost = changed({status: 'failed', reason});
		expect(reduced(ready, chosen, lost)).toMatchObject({current: web, list: [{place}]});
		expect(reduced(ready, chosen, closed)).toMatchObject({
			current: web,
			list: [{state: {status: 'closed'}, facts, place}],
		});
	});

	it('are gone when they are closed and not the current one', () => {
		expect(reduced(ready, closed).list).toEqual([]);
		const left = {type: 'hop.chosen', host: localHost, cwd: null};
		expect(reduced(ready, chosen, closed, left)).toMatchObject({current: localHost, list: []});
	});

	it('are not connected after the program was started again, and nobody is asked any more', () => {
		const asked = {type: 'hop.asked', question: {id: 'q'}};
		const hops = reduced(ready, chosen, asked, {type: 'session.opened', pid: 1, reason: 'resume'});
		expect(hops).toMatchObject({current: web, questions: [], list: [{state: {status: 'closed'}}]});
	});

	it('wait for answers in the order of asking', () => {
		const asked = (id: string) => ({type: 'hop.asked', question: {id}});
		const answered = {type: 'hop.answered', question: 'a', answer: 'yes'};
		expect(reduced(asked('a'), asked('b'), answered).questions).toEqual([{id: 'b'}]);
	});

	it('keep the folder that was entered', () => {
		const moved = {type: 'hop.moved', host: web, cwd: '/srv'};
		expect(reduced(ready, moved).list[0]?.place?.cwd).toBe('/srv');
	});
});

describe('the words for them', () => {
	it('name user, address, port and the way', () => {
		expect(hostWords({hops: reduced(ready)}, web)).toBe('web (you@10.0.0.5:2222 via jump)');
		expect(addressOf({...facts, port: 22, jumps: [], hostName: '::1'})).toBe('you@[::1]');
		expect(hostWords({hops: noHops}, web)).toBe('web');
	});

	it.each<[HopState, string]>([
		[{status: 'ready'}, 'ready'],
		[{status: 'connecting'}, 'connecting 3 s'],
		[{status: 'stale', lastContactMs: 12_000}, 'silent for 15 s'],
		[{status: 'reconnecting', attempt: 2, nextInMs: 5000, reason}, 'lost, try 2 in 2 s'],
		[{status: 'reconnecting', attempt: 2, nextInMs: null, reason}, 'reconnecting, try 2'],
		[{status: 'failed', reason}, 'failed'],
		[{status: 'closed'}, 'not connected'],
	])('say how it stands: %j is %j', (state, words) => {
		const record: HopRecord = {host: web, state, at: 1000, facts, place};
		expect(hopStateWords(record, 4000)).toBe(words);
	});
});
