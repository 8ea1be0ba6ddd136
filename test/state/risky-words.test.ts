import {expect, it} from 'vitest';
import {withParts} from '../../source/state/risky-words.ts';

const why = 'it deletes';
const parts = (...texts: readonly string[]) => texts.map(text => ({at: 0, text, why}));

it.each([
	['ls; rm a', parts('rm a'), 'it deletes (rm a)'],
	['rm a; rm b; rm c', parts('rm a', 'rm b', 'rm c'), 'it deletes (rm a, rm b and 1 more)'],
	['rm a', parts('rm a'), 'it deletes'],
	['ls; rm a', [], 'it deletes'],
	['ls; rm a', [{at: 0, text: 'ls', why: 'another'}], 'it deletes'],
])('%j: a reason names its part unless that is the whole command', (summary, given, words) => {
	expect(withParts(why, {summary, parts: given})).toBe(words);
});

it('a part that the words name already is not named again, and a long one is cut with a mark', () => {
	const named = 'overwrites a.txt';
	const part = {at: 0, text: 'a.txt', why: named};
	expect(withParts(named, {summary: 'ls > a.txt', parts: [part]})).toBe(named);
	const long = withParts(why, {summary: 'ls', parts: parts(`rm ${'x'.repeat(90)}`)});
	expect(long.length).toBeLessThan(60);
	expect(long).toContain('…');
});
