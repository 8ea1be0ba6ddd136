import {expect, it} from 'vitest';
import {createBeats} from '../../source/wire/beats.ts';
import {isCellSize} from '../../source/wire/sizes.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

it('an engine without a screen is woken by no timer, and each screen hears a beat a second', () => {
	const clock = fakeClock();
	const links = new Set<{beat: () => void}>();
	const beats = createBeats(clock, links);
	expect(clock.pending()).toBe(0);
	let heard = 0;
	const link = {
		beat() {
			heard += 1;
		},
	};
	links.add(link);
	beats.look();
	beats.look();
	clock.advance(3000);
	expect([clock.pending(), heard]).toEqual([1, 3]);
	links.delete(link);
	beats.look();
	clock.advance(3000);
	expect([clock.pending(), heard]).toEqual([0, 3]);
});

it.each([
	[{columns: 80, rows: 24}, true],
	[{columns: 0, rows: 0}, true],
	[{columns: -1, rows: 24}, false],
	[{columns: 1e9, rows: 24}, false],
	[{columns: 80.5, rows: 24}, false],
	[{columns: '80', rows: 24}, false],
	[{columns: 80}, false],
	[undefined, false],
])('%j is a size that a screen may have: %s', (size, isOne) => {
	expect(isCellSize(size as never)).toBe(isOne);
});
