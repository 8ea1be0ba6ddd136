import {expect, test} from 'vitest';
import {createWatch} from '../../../source/proxy/route/silence-timer.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function watched() {
	const clock = fakeClock();
	let quiet = 0;
	const watch = createWatch(clock, () => {
		quiet += 1;
	});
	return {clock, watch, quiet: () => quiet};
}

test('a sign of life puts the limit off, counted from then', () => {
	const {clock, watch, quiet} = watched();
	watch.limit(100);
	for (let count = 0; count < 10; count += 1) {
		clock.advance(90);
		watch.touch();
	}
	clock.advance(99);
	expect(quiet()).toBe(0);
	clock.advance(1);
	expect(quiet()).toBe(1);
	clock.advance(1000);
	expect(quiet()).toBe(1);
});

test('a thousand signs of life take one timer', () => {
	const {clock, watch} = watched();
	watch.limit(100);
	for (let count = 0; count < 1000; count += 1) {
		watch.touch();
	}
	expect(clock.pending()).toBe(1);
});

test('a new limit counts from now, and what was stopped is silent', () => {
	const {clock, watch, quiet} = watched();
	watch.limit(100);
	clock.advance(90);
	watch.limit(50);
	clock.advance(49);
	expect(quiet()).toBe(0);
	watch.stop();
	clock.advance(1000);
	expect(quiet()).toBe(0);
	expect(clock.pending()).toBe(0);
	watch.limit(10);
	clock.advance(10);
	expect(quiet()).toBe(1);
});

test('a sign of life says how long there was none, counted from the limit at first', () => {
	const {clock, watch} = watched();
	clock.advance(50);
	watch.limit(100);
	clock.advance(10);
	expect(watch.touch()).toBe(10);
	clock.advance(20);
	expect(watch.touch()).toBe(20);
});

test('a sign of life a millisecond after the limit was set puts it off by that millisecond', () => {
	const {clock, watch, quiet} = watched();
	watch.limit(100);
	clock.advance(1);
	watch.touch();
	clock.advance(99);
	expect(quiet()).toBe(0);
	clock.advance(1);
	expect(quiet()).toBe(1);
});
