import {expect, it} from 'vitest';
import {createPacer} from '../../../source/proxy/route/pacer.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function open() {
	const clock = fakeClock();
	let sent = 0;
	const pacer = createPacer(clock, () => {
		sent += 1;
		pacer.wrote();
	});
	return {clock, pacer, sent: () => sent};
}

it('what comes at first is sent as soon as all of it was read, in one write', async () => {
	const {pacer, sent, clock} = open();
	expect(pacer.isAwake()).toBe(false);
	pacer.wake();
	pacer.wake();
	expect([sent(), pacer.isAwake(), clock.pending()]).toEqual([0, true, 0]);
	await Promise.resolve();
	expect([sent(), pacer.isAwake()]).toEqual([1, false]);
});

it('what comes within four milliseconds of a write is sent at their end', async () => {
	const {pacer, sent, clock} = open();
	pacer.wake();
	await Promise.resolve();
	clock.advance(1);
	pacer.wake();
	pacer.wake();
	clock.advance(2);
	expect([sent(), clock.pending()]).toEqual([1, 1]);
	clock.advance(1);
	expect([sent(), clock.pending()]).toEqual([2, 0]);
	clock.advance(4);
	pacer.wake();
	expect(clock.pending()).toBe(0);
	await Promise.resolve();
	expect(sent()).toBe(3);
});

it('what is stopped sends no more', async () => {
	const {pacer, sent, clock} = open();
	pacer.stop();
	pacer.wake();
	await Promise.resolve();
	pacer.wake();
	pacer.stop();
	clock.advance(10);
	expect(sent()).toBe(1);
});
