import {describe, expect, it} from 'vitest';
import {compileGlob} from '../../source/tools/glob.ts';
import {cpuMsOf} from '../helpers/cpu-time.ts';

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

	it('takes no longer for one that is meant to', () => {
		const cpuMs = cpuMsOf(() => {
			expect(compileGlob(`${'*a'.repeat(50)}b`)('a'.repeat(250))).toBe(false);
			expect(compileGlob(`${'**/'.repeat(30)}x`)('a/'.repeat(200))).toBe(false);
		});
		expect(cpuMs).toBeLessThan(200);
	});
});
