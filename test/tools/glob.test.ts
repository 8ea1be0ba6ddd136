import {describe, expect, it} from 'vitest';
import {compileGlob} from '../../source/tools/glob.ts';
import {growthOf, proportionMax} from '../helpers/growth.ts';

describe('a path pattern', () => {
	it.each([
		['*.ts', 'a.ts', true],
		['*.ts', 'a/b.ts', false],
		['**/*.ts', 'a.ts', true],
		['**/*.ts', 'a/b/c.ts', true],
		['src/**', 'src/a/b', true],
		['src/**', 'src', false],
		['**', 'a/b', true],
		['a/**/b', 'a/b', true],
		['a/**/b', 'a/x/y/b', true],
		['a/**/b', 'a/x/y/c', false],
		['?.ts', 'a.ts', true],
		['?.ts', 'ab.ts', false],
		['[a-c]x', 'bx', true],
		['[!a-c]x', 'bx', false],
		['[]a]', ']', true],
		['*.{ts,tsx}', 'a.tsx', true],
		['*.{ts,tsx}', 'a.js', false],
		['{a,b}/{c,d}', 'b/c', true],
		['a\\*', 'a*', true],
		['a\\*', 'ab', false],
		['a*b*c', 'axxbyyc', true],
		['a*b*c', 'axxbyy', false],
		['.', 'a', false],
		['a+(b)', 'a+(b)', true],
	])('%s and %s: %s', (pattern, path, matches) => {
		expect(compileGlob(pattern)(path)).toBe(matches);
	});

	it.each([
		[`${'*a'.repeat(50)}b`, 'a'],
		[`${'**/'.repeat(30)}x`, 'a/'],
	])(
		'takes time in proportion to the path for one that is meant to take longer',
		async (pattern, piece) => {
			const matches = compileGlob(pattern);
			const growth = await growthOf(20_000, length => {
				expect(matches(piece.repeat(length))).toBe(false);
			});
			expect(growth).toBeLessThan(proportionMax);
		},
	);
});
