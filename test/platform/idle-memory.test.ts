import {expect, test} from 'vitest';
import {createIdleMemory} from '../../source/platform/idle-memory.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const mb = 1_048_576;

function open(startBytes?: number) {
	const clock = fakeClock();
	const now = {rss: 100 * mb, held: 100 * mb, isIdle: true};
	let collected = 0;
	const memory = createIdleMemory({
		clock,
		collect() {
			collected += 1;
			now.rss = now.held;
		},
		isIdle: () => now.isIdle,
		idleMs: 2000,
		growthBytesMin: 128 * mb,
		...(startBytes !== undefined && {startBytes}),
		rssBytes: () => now.rss,
	});
	const rest = () => {
		memory.idle();
		clock.advance(2000);
	};
	return {clock, now, memory, rest, collected: () => collected};
}

test('memory that large requests have left is given back two seconds after the last of them', () => {
	const {now, rest, collected, clock, memory} = open();
	now.rss = 300 * mb;
	memory.idle();
	clock.advance(1999);
	expect(collected()).toBe(0);
	memory.idle();
	clock.advance(1999);
	expect(collected()).toBe(0);
	clock.advance(1);
	expect(collected()).toBe(1);
	rest();
	expect(collected()).toBe(1);
});

test('a little more, or a proxy at work, is no reason to stop everything', () => {
	const {now, rest, collected} = open();
	now.rss = 220 * mb;
	rest();
	now.rss = 300 * mb;
	now.isIdle = false;
	rest();
	expect(collected()).toBe(0);
});

test('what a collection leaves is in use, and is not collected again and again', () => {
	const {now, rest, collected} = open();
	now.rss = 300 * mb;
	now.held = 290 * mb;
	rest();
	rest();
	expect(collected()).toBe(1);
	now.rss = 430 * mb;
	rest();
	expect(collected()).toBe(2);
});

test('what was taken before it began to look is given back too, if it is known how much is usual', () => {
	const {now, rest, collected} = open(60 * mb);
	now.rss = 180 * mb;
	rest();
	expect(collected()).toBe(0);
	now.rss = 190 * mb;
	rest();
	expect(collected()).toBe(1);
});

test('nothing is looked at any more once it is stopped', () => {
	const {now, memory, clock, collected} = open();
	now.rss = 300 * mb;
	memory.idle();
	memory.stop();
	clock.advance(10_000);
	expect([collected(), clock.pending()]).toEqual([0, 0]);
});
