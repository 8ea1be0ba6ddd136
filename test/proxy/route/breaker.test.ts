import {expect, test} from 'vitest';
import {
	createBreaker,
	failuresMin,
	firstPauseMs,
	windowMs,
} from '../../../source/proxy/route/breaker.ts';

function fail(breaker: ReturnType<typeof createBreaker>, count: number, now: number) {
	let change: unknown = null;
	for (let index = 0; index < count; index += 1) {
		change = breaker.end('failed', now) ?? change;
	}
	return change;
}

test('enough failures among the newest tries open it', () => {
	const breaker = createBreaker();
	expect(fail(breaker, failuresMin - 1, 0)).toBeNull();
	expect(breaker.readyInMs(0)).toBe(0);
	expect(fail(breaker, 1, 0)).toBe('opened');
	expect(breaker.readyInMs(0)).toBe(firstPauseMs);
	expect(breaker.state(0)).toBe('open');
});

test('as many good tries as bad ones keep it closed, old ones are forgotten', () => {
	const breaker = createBreaker();
	for (let index = 0; index <= failuresMin; index += 1) {
		breaker.end('well', 0);
	}
	expect(fail(breaker, failuresMin, 0)).toBeNull();
	expect(fail(breaker, failuresMin - 1, windowMs + 1)).toBeNull();
	expect(fail(breaker, 1, windowMs + 1)).toBe('opened');
});

test('what says nothing about the route changes nothing', () => {
	const breaker = createBreaker();
	for (let index = 0; index < 100; index += 1) {
		expect(breaker.end('neither', 0)).toBeNull();
	}
	expect(breaker.failureRate(0)).toBe(0);
});

test('after the pause one probe passes alone, and its end decides', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	expect(breaker.state(firstPauseMs)).toBe('half-open');
	expect(breaker.readyInMs(firstPauseMs)).toBe(0);
	breaker.begin(firstPauseMs);
	expect(breaker.readyInMs(firstPauseMs)).toBeGreaterThan(0);
	expect(breaker.end('failed', firstPauseMs)).toBe('opened');
	expect(breaker.readyInMs(firstPauseMs)).toBe(firstPauseMs * 2);
	breaker.begin(firstPauseMs * 3);
	expect(breaker.end('well', firstPauseMs * 3)).toBe('closed');
	expect(breaker.readyInMs(firstPauseMs * 3)).toBe(0);
	expect(fail(breaker, failuresMin, firstPauseMs * 3)).toBe('opened');
	expect(breaker.readyInMs(firstPauseMs * 3)).toBe(firstPauseMs);
});

test('a probe whose client left lets the next one through', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	breaker.begin(firstPauseMs);
	expect(breaker.end('neither', firstPauseMs)).toBeNull();
	expect(breaker.readyInMs(firstPauseMs)).toBe(0);
});

test('a reset forgets everything', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	breaker.reset();
	expect([breaker.readyInMs(0), breaker.state(0), breaker.failureRate(0)]).toEqual([
		0,
		'closed',
		0,
	]);
});

test('the late failure of a try that began before it opened does not lengthen its pause', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	expect(breaker.end('failed', firstPauseMs / 2)).toBeNull();
	expect(breaker.readyInMs(firstPauseMs / 2)).toBe(firstPauseMs / 2);
	expect(breaker.end('failed', firstPauseMs)).toBeNull();
	expect(breaker.readyInMs(firstPauseMs)).toBe(0);
	breaker.begin(firstPauseMs);
	expect(breaker.end('failed', firstPauseMs)).toBe('opened');
	expect(breaker.readyInMs(firstPauseMs)).toBe(firstPauseMs * 2);
});

test('the late success of such a try closes it: the provider answers', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	expect(breaker.end('well', 1)).toBe('closed');
	expect(breaker.readyInMs(1)).toBe(0);
});
