import {describe, expect, test} from 'vitest';
import {cutOff} from '../../../source/proxy/failure.ts';
import {
	nextStep,
	readRetryAfter,
	triesMax,
	waitBudgetMs,
} from '../../../source/proxy/route/retry.ts';

const base = {failure: cutOff('up'), tries: 1, waitedMs: 0, hasOther: false, random: 1};
const failure = (changed: object) => ({...cutOff('up'), ...changed});

describe('after a try that failed', () => {
	const cases: readonly (readonly [string, Partial<typeof base>, object])[] = [
		['the first wait', {}, {type: 'again', delayMs: 500}],
		['the second is twice as long', {tries: 2}, {type: 'again', delayMs: 1000}],
		['chance takes off up to a half', {tries: 2, random: 0}, {type: 'again', delayMs: 500}],
		['the last try was the last', {tries: triesMax}, {type: 'give-up'}],
		['then another route', {tries: triesMax, hasOther: true}, {type: 'next'}],
		[
			'what the provider asks for is kept',
			{failure: failure({retryAfterMs: 7000})},
			{type: 'again', delayMs: 7000},
		],
		[
			'up to half a minute',
			{failure: failure({retryAfterMs: 30_000})},
			{type: 'again', delayMs: 30_000},
		],
		['and not longer', {failure: failure({retryAfterMs: 30_001})}, {type: 'give-up'}],
		['the third is not there', {tries: 3}, {type: 'give-up'}],
		[
			'unless it is too long',
			{failure: failure({retryAfterMs: waitBudgetMs + 1})},
			{type: 'give-up'},
		],
		[
			'or too long together with what was waited',
			{failure: failure({retryAfterMs: 7000}), waitedMs: waitBudgetMs - 6999},
			{type: 'give-up'},
		],
		[
			'too long, and another route',
			{failure: failure({retryAfterMs: 90_000}), hasOther: true},
			{type: 'next'},
		],
		[
			'only another route may help',
			{failure: failure({retry: 'other'}), hasOther: true},
			{type: 'next'},
		],
		[
			'only another route, and there is none',
			{failure: failure({retry: 'other'})},
			{type: 'give-up'},
		],
		['nothing helps', {failure: failure({retry: 'never'}), hasOther: true}, {type: 'give-up'}],
	];
	test.each(cases)('%s', (_, changed, step) => {
		expect(nextStep({...base, ...changed})).toEqual(step);
	});
});

test.each([
	['2', undefined, 2000],
	['0', undefined, 0],
	['1.5', undefined, 1500],
	['2', '250', 250],
	['2', '0', 0],
	['2', '-1', 2000],
	['2', 'soon', 2000],
	['2', '', 2000],
	['Tue, 14 Nov 2023 22:13:30 GMT', undefined, 10_000],
	['Tue, 14 Nov 2023 22:13:10 GMT', undefined, 0],
	['soon', undefined, undefined],
	['-3', undefined, undefined],
	[undefined, undefined, undefined],
])('Retry-After: %s, in milliseconds: %s', (seconds, milliseconds, expected) => {
	expect(readRetryAfter({seconds, milliseconds, now: 1_700_000_000_000})).toBe(expected);
});
