import {describe, expect, it} from 'vitest';
import type {Signal} from '../../source/events/signal.ts';
import {createCounter, needsOf} from '../../source/watchdog/count.ts';
import {isDisruptive, ownerOf} from '../../source/watchdog/fault.ts';
import {faultOf, faults, faultsFor, faultWithId} from '../../source/watchdog/faults.ts';

describe('the table of faults', () => {
	it('numbers the faults of each letter from one on, without a gap', () => {
		const byLetter = Map.groupBy(faults, ({id}) => id.charAt(0));
		expect([...byLetter.keys()]).toEqual(['A', 'B', 'C', 'D', 'E']);
		for (const [letter, own] of byLetter) {
			expect(own.map(({id}) => id)).toEqual(own.map((_, index) => `${letter}${index + 1}`));
		}
	});

	it('names each fault by a word in the code and by its id in what is stored', () => {
		expect(faultOf('providerDown')).toMatchObject({word: 'providerDown', id: 'B9'});
		expect(faults.map(({id}) => faultWithId(id))).toEqual(faults);
		expect(faults.filter(({word}) => !/^[a-z]+([A-Z][a-z]+)+$/.test(word))).toEqual([]);
		expect(faultWithId('B99')).toBeUndefined();
	});

	it.each(faults)('$id is raised by its sample, and no other fault is', fault => {
		expect(faultsFor(fault.sample).map(({id}) => id)).toEqual([fault.id]);
	});

	it.each(faults)('$id is raised once by as many of its samples as it needs', fault => {
		const counter = createCounter();
		const count = needsOf(fault, fault.sample)?.count ?? 1;
		const raised = Array.from({length: count}, (_, index) =>
			counter.take({...fault.sample, at: 1000 + index}),
		);
		expect(raised.slice(0, -1).flat()).toEqual([]);
		expect(raised.at(-1)?.map(({fault: {id}}) => id)).toEqual([fault.id]);
	});

	it.each(faults)('$id has an action with an owner', fault => {
		expect(['proxy', 'supervisor', 'user']).toContain(ownerOf(fault.action));
	});

	it('counts down only before what others would notice', () => {
		const disruptive = faults.filter(({action}) => isDisruptive(action)).map(({word}) => word);
		expect(disruptive).toEqual([
			'proxyEnded',
			'proxyMemoryHigh',
			'proxyHung',
			'proxyThrows',
			'providerDown',
		]);
	});
});

describe('counting', () => {
	const late = (at: number, more: Partial<Signal> = {}): Signal => ({
		kind: 'upstream.timed-out',
		provider: 'p',
		model: 'm',
		code: 'gap',
		// Not about 0: there a difference looks like a sum.
		at: 1_700_000_000_000 + at,
		...more,
	});

	it.each([
		['first-byte', [0, 0, 1]],
		[500, [1, 0, 0]],
		['ECONNREFUSED', [1, 0, 0]],
	])('takes a provider that gives no answers (%s) for down after %j', (code, raised) => {
		const counter = createCounter();
		const counts = raised.map((_, index) => {
			const signal = {kind: 'upstream.unavailable', provider: 'p', code, at: index} as const;
			return counter.take(signal).length;
		});
		expect(counts).toEqual(raised);
	});

	it('raises a fault once, and is silent until its pause is over', () => {
		const counter = createCounter();
		const {cooldownMs} = faultOf('providerFails');
		const error = (at: number): Signal => ({kind: 'upstream.server-error', provider: 'p', at});
		expect(counter.take(error(0))).toHaveLength(1);
		expect(counter.take(error(10))).toHaveLength(0);
		expect(counter.take(error(cooldownMs - 1))).toHaveLength(0);
		expect(counter.take(error(cooldownMs))).toHaveLength(1);
	});

	it('begins anew when a fault was raised', () => {
		const counter = createCounter();
		const {cooldownMs, needs} = faultOf('providerSilent');
		expect([needs?.count, cooldownMs < needs!.withinMs]).toEqual([2, true]);
		counter.take(late(0));
		expect(counter.take(late(1))).toHaveLength(1);
		expect(counter.take(late(1 + cooldownMs))).toEqual([]);
		expect(counter.take(late(2 + cooldownMs))).toHaveLength(1);
	});

	it('means "in a row" when it says so: a success begins the count anew', () => {
		const counter = createCounter();
		counter.take(late(0));
		counter.take({kind: 'request.ended', provider: 'p', model: 'm', at: 1});
		expect(counter.take(late(2))).toEqual([]);
		expect(counter.take(late(3))).toHaveLength(1);
	});

	it('does not take the success of one model for that of another', () => {
		const counter = createCounter();
		counter.take(late(0));
		counter.take({kind: 'request.ended', provider: 'p', model: 'other', at: 1});
		expect(counter.take(late(2))).toHaveLength(1);
	});

	it('forgets what is older than its window', () => {
		const counter = createCounter();
		counter.take(late(0));
		expect(counter.take(late(faultOf('providerSilent').needs!.withinMs))).toEqual([]);
	});

	it.each([
		[499, 1],
		[500, 0],
	])('remembers what it saw before %i other patterns: %i', (others, raised) => {
		const counter = createCounter();
		counter.take(late(0));
		for (let count = 0; count < others; count += 1) {
			counter.take(late(1, {model: `m${count}`}));
		}
		expect(counter.take(late(2))).toHaveLength(raised);
	});

	it('forgets first what was seen longest ago, however early it began', () => {
		const counter = createCounter();
		const thrown = (code: number) => counter.take({kind: 'proxy.exception', code, at: 5});
		for (let code = 0; code < 500; code += 1) {
			thrown(code);
		}
		thrown(0);
		thrown(500);
		expect(thrown(0)).toHaveLength(1);
		expect(faultOf('proxyThrows').needs?.count).toBe(3);
	});

	it('says of how many signals a fault was made', () => {
		const counter = createCounter();
		expect(counter.take({kind: 'upstream.server-error', at: 0})).toMatchObject([{count: 1}]);
		counter.take(late(0));
		expect(counter.take(late(1))).toMatchObject([{count: 2, fault: {id: 'B5'}}]);
	});

	it('keeps providers, models and codes apart', () => {
		const counter = createCounter();
		counter.take(late(0));
		expect(counter.take(late(1, {provider: 'q'}))).toEqual([]);
		expect(counter.take(late(2, {code: 'connect'}))).toEqual([]);
		expect(counter.take(late(3))).toHaveLength(1);
	});
});
