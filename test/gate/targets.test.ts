import {homedir} from 'node:os';
import {describe, expect, it} from 'vitest';
import {matchesTarget, placeRule} from '../../source/gate/targets.ts';

describe('a rule about files', () => {
	it.each([
		['src/**', 'src/a/b', true],
		['src/*', 'src/a/b', false],
		['**/*.md', 'a/b/README.md', true],
		['secret/**', 'secret/a\nb', true],
		['secret/**', 'secrets/a', false],
		['*.example.com', '//api.example.com', true],
		['*.example.com', '//a.b.example.com', false],
		['*', 'a', false],
	])('%j speaks of %j: %s', (pattern, target, expected) => {
		expect(matchesTarget(pattern, target)).toBe(expected);
	});

	it.each([
		['/project/a/**', 'a/**'],
		['/workshop/a', '/workshop/a'],
		['~/.ssh/**', `${homedir()}/.ssh/**`],
		['a/**', 'a/**'],
	])('written as %j is about %j', (match, placed) => {
		expect(placeRule({scope: 'write', match, then: 'deny'}, '/project').match).toBe(placed);
		expect(placeRule({scope: 'shell', match, then: 'deny'}, '/project').match).toBe(match);
	});
});
