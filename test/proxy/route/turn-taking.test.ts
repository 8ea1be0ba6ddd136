import {describe, expect, it} from 'vitest';
import type {RouteTarget} from '../../../source/proxy/route/resolve.ts';
import type {RouteHealth} from '../../../source/proxy/route/route-health.ts';
import {allCooling, chooseTarget, isWorthWaiting} from '../../../source/proxy/route/turn-taking.ts';

const target = (name: string, model = 'm') =>
	({provider: {name, defaultModel: 'usual'}, model}) as unknown as RouteTarget;
const [a, b, c] = [target('a'), target('b'), target('c')];

function choose(targets: readonly RouteTarget[], inMs: Readonly<Record<string, number>>) {
	const asked: string[] = [];
	const routeHealth = {
		readyInMs({provider}: RouteTarget) {
			asked.push(provider.name);
			return inMs[provider.name] ?? 0;
		},
	} as unknown as RouteHealth;
	const {target: chosen, readyInMs} = chooseTarget(targets, {routeHealth, alone: false});
	return {chosen: chosen?.provider.name ?? null, readyInMs, asked};
}

describe('whose turn it is', () => {
	it('is the first that may be asked, and those behind it are not looked at', () => {
		expect(choose([a, b, c], {a: 5})).toEqual({chosen: 'b', readyInMs: 0, asked: ['a', 'b']});
	});

	it('is the one that returns first, where all rest', () => {
		expect(choose([a, b, c], {a: 5, b: 3, c: 4})).toMatchObject({chosen: 'b', readyInMs: 3});
	});

	it('is the earlier one of two that return at once', () => {
		expect(choose([a, b], {a: 5, b: 5})).toMatchObject({chosen: 'a', readyInMs: 5});
	});

	it('is nobody’s where nobody is left', () => {
		expect(choose([], {})).toEqual({chosen: null, readyInMs: 0, asked: []});
	});
});

describe('a call that nobody may answer now', () => {
	it('is told who returns first, in full seconds, and the exact time', () => {
		expect(allCooling([a, b], {first: b, inMs: 4000.4})).toMatchObject({
			message: expect.stringMatching(/^All 2 routes rest .*b\/m is back in 5 s\./),
			status: 503,
			retry: 'never',
			retryAfterMs: 4000,
		});
		expect(allCooling([a, b], {first: b, inMs: 4000}).message).toContain('back in 4 s');
	});

	it('names the only one, by its usual model where none was asked for', () => {
		const only = target('a', '');
		expect(allCooling([only], {first: only, inMs: 1}).message).toMatch(/^a\/usual rests after/);
	});
});

it.each([
	[3000, 0, true],
	[3001, 0, false],
	[3000, 27_000, true],
	[3000, 27_001, false],
	[1, 29_999, true],
	[1, 30_000, false],
])('a rest of %i ms is waited for after %i ms: %s', (restMs, waitedMs, isWaitedFor) => {
	expect(isWorthWaiting(restMs, waitedMs)).toBe(isWaitedFor);
});
