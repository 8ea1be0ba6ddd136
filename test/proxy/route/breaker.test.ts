import {expect, test} from 'vitest';
import {
	alonePauseMs,
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

test('failures before a good probe count no more', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	breaker.begin(firstPauseMs);
	expect(breaker.end('well', firstPauseMs)).toBe('closed');
	expect(breaker.failureRate(firstPauseMs)).toBe(0);
	expect(fail(breaker, failuresMin - 1, firstPauseMs)).toBeNull();
	expect(breaker.state(firstPauseMs)).toBe('closed');
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

test('five failures of a minute rest a route for 15 seconds, one without another for one', () => {
	expect({failuresMin, windowMs, firstPauseMs, alonePauseMs}).toEqual({
		failuresMin: 5,
		windowMs: 60_000,
		firstPauseMs: 15_000,
		alonePauseMs: 1000,
	});
});

test('a route rests for five minutes at most, however often it fails', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	let now = 0;
	const rests: number[] = [];
	for (let index = 0; index < 8; index += 1) {
		const restMs = breaker.readyInMs(now);
		rests.push(restMs);
		now += restMs;
		breaker.begin(now);
		breaker.end('failed', now);
	}
	expect(rests).toEqual([15, 30, 60, 120, 240, 300, 300, 300].map(seconds => seconds * 1000));
});

test('while a probe runs nobody else asks, until it has taken five minutes', () => {
	const breaker = createBreaker();
	fail(breaker, failuresMin, 0);
	breaker.begin(firstPauseMs);
	expect(breaker.state(firstPauseMs)).toBe('half-open');
	expect(breaker.readyInMs(firstPauseMs)).toBe(1000);
	expect(breaker.readyInMs(firstPauseMs, 'alone')).toBe(250);
	expect(breaker.readyInMs(firstPauseMs + 299_999)).toBe(1000);
	expect(breaker.readyInMs(firstPauseMs + 300_000)).toBe(0);
});
