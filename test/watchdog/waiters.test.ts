import {getEventListeners} from 'node:events';
import {expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import {createWaiters, type WaitSubject} from '../../source/watchdog/waiters.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function open(subject: Partial<WaitSubject<string>> = {}, abort = new AbortController()) {
	const clock = fakeClock();
	const waiters = createWaiters(clock);
	const whole = {ready: () => null, why: () => null, gaveUp: () => false, ...subject};
	const ends: unknown[] = [];
	waiters.wait<string>(abort.signal, whole).then(
		value => ends.push(value),
		failure => ends.push(failure),
	);
	const settle = () => new Promise(resolve => setImmediate(resolve));
	return {clock, waiters, ends, settle, abort};
}

it('what is there already is not waited for', async () => {
	const {clock, ends, settle} = open({ready: () => 'here'});
	await settle();
	expect([ends, clock.pending()]).toEqual([['here'], 0]);
});

it('a change that brings it ends the wait, and no other does', async () => {
	let value: string | null = null;
	let looks = 0;
	const {clock, waiters, ends, settle, abort} = open({
		ready() {
			looks += 1;
			return value;
		},
	});
	waiters.wake();
	await settle();
	expect(ends).toEqual([]);
	value = 'here';
	waiters.wake();
	await settle();
	waiters.wake();
	expect([ends, clock.pending(), looks]).toEqual([['here'], 0, 3]);
	expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

it.each([
	['its reason', failed('internal', 'It broke.'), 'It broke.'],
	['the time', null, 'The proxy did not start in time.'],
])('where only the user can help, the wait ends with %s', async (_, why, message) => {
	const {ends, settle} = open({gaveUp: () => true, why: () => why});
	await settle();
	expect(ends).toMatchObject([{message}]);
});

it('after fifteen seconds it is given up', async () => {
	const {clock, ends, settle} = open();
	clock.advance(14_999);
	await settle();
	expect(ends).toEqual([]);
	clock.advance(1);
	await settle();
	expect(ends).toMatchObject([{kind: 'unreachable'}]);
});

it('an interruption ends it, and nothing is left of it', async () => {
	const {clock, ends, settle, abort} = open();
	abort.abort();
	await settle();
	expect(ends).toMatchObject([{kind: 'cancelled', message: 'Interrupted.'}]);
	expect(clock.pending()).toBe(0);
});
