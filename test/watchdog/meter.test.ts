import {expect, it} from 'vitest';
import {emptyMeter, ownReading} from '../../source/events/meter.ts';
import {createMeter} from '../../source/watchdog/meter.ts';

const ended = {kind: 'request.ended', at: 1, durationMs: 2000} as const;

it('speed is sampled from counted and from estimated tokens, and not where there are neither', () => {
	const meter = createMeter();
	meter.take({...ended, outputTokens: 100});
	meter.take({...ended, outputTokens: 30, isEstimated: true});
	meter.take(ended);
	meter.take({kind: 'request.ended', at: 1, outputTokens: 100});
	meter.take({kind: 'request.ended', at: 1, outputTokens: 3, durationMs: 1});
	expect(meter.snapshot().provider.tokensPerSecond).toEqual([50, 15, 3000]);
});

it('requests, failures and retries are counted one by one', () => {
	const meter = createMeter();
	const at = 1;
	for (const kind of ['request.started', 'request.started', 'request.retried'] as const) {
		meter.take({kind, at});
	}
	meter.take({kind: 'request.rerouted', at});
	meter.take({kind: 'request.failed', at, code: 503});
	expect(meter.snapshot().provider).toMatchObject({
		requests: 2,
		retries: 2,
		failures: 1,
		lastFailure: '503',
	});
	meter.take({kind: 'request.failed', at, note: 'gone'});
	expect(meter.snapshot().provider).toMatchObject({failures: 2, lastFailure: 'gone'});
	meter.take(ended);
	expect(meter.snapshot().provider).toMatchObject({failures: 2, lastFailure: null});
});

it('what a look at the proxy does not tell stays as it was', () => {
	const meter = createMeter();
	const well = {isWell: true, memoryMb: 50, uptimeMs: 1000, latencyMs: 3};
	meter.probed(well, {busy: 0.5, freeMb: 900});
	meter.probed(
		{isWell: false, memoryMb: null, uptimeMs: null, latencyMs: null},
		{busy: null, freeMb: null},
	);
	meter.restarted(2);
	meter.storeProblem('full');
	meter.probed(well, {busy: null, freeMb: 7});
	expect(meter.snapshot()).toMatchObject({
		proxy: {restarts: 2, healthy: true},
		store: {freeMb: 7, problem: 'full'},
	});
	meter.probed(
		{isWell: false, memoryMb: null, uptimeMs: null, latencyMs: null},
		{busy: null, freeMb: null},
	);
	expect(meter.snapshot()).toMatchObject({
		engine: {busy: [...emptyMeter.engine.busy, 0.5]},
		proxy: {healthy: false, memoryMb: 50, uptimeMs: 1000, latencyMs: [3, 3], restarts: 2},
		store: {freeMb: null, problem: 'full'},
	});
});

it('of samples the last sixty are kept', () => {
	const meter = createMeter();
	for (let durationMs = 1; durationMs <= 70; durationMs += 1) {
		meter.take({kind: 'request.first-byte', at: 1, durationMs});
	}
	const {firstByteMs} = meter.snapshot().provider;
	expect([firstByteMs.length, firstByteMs[0], firstByteMs.at(-1)]).toEqual([60, 11, 70]);
});

it('what a model server does is known until its answer begins, ends or is given up', () => {
	const meter = createMeter();
	const reading = {kind: 'request.reading', at: 1, code: 'reading'} as const;
	meter.take({...reading, request: 'theirs', percent: 5});
	expect(ownReading(meter.snapshot())).toBe(null);
	meter.take({...reading, request: 'one', code: 'loading', isOwn: true});
	expect(ownReading(meter.snapshot())).toBe('loading the model');
	meter.take({...reading, request: 'one', percent: 62, isOwn: true});
	expect(ownReading(meter.snapshot())).toBe('reading the prompt, 62 %');
	for (const kind of ['request.first-byte', 'request.failed', 'client.left'] as const) {
		meter.take({...reading, request: 'one', isOwn: true});
		meter.take({kind, at: 1, request: 'one'});
		expect(meter.snapshot().provider.reading).toEqual([
			{request: 'theirs', isOwn: false, what: 'reading', percent: 5},
		]);
	}
	meter.take({kind: 'proxy.started', at: 1});
	expect(meter.snapshot().provider.reading).toEqual([]);
});

it('of requests that are read for, the newest fifty are known', () => {
	const meter = createMeter();
	for (let count = 0; count <= 50; count += 1) {
		meter.take({kind: 'request.reading', at: 1, code: 'reading', request: `r${count}`});
	}
	const {reading} = meter.snapshot().provider;
	expect([reading.length, reading[0]?.request]).toEqual([50, 'r1']);
	meter.take({kind: 'proxy.exited', at: 1});
	expect(meter.snapshot().provider.reading).toEqual([]);
});

it('a silence and a first byte of which no length is told count as none', () => {
	const meter = createMeter();
	meter.take({kind: 'request.first-byte', at: 1});
	meter.take(ended);
	expect(meter.snapshot().provider).toMatchObject({firstByteMs: [0], gapMs: [0]});
});

it('a signal changes only what it tells of, and whoever listens hears of it', () => {
	const meter = createMeter();
	let changes = 0;
	meter.subscribe(() => {
		changes += 1;
	});
	meter.probed({isWell: true, memoryMb: 1, uptimeMs: 2, latencyMs: 3}, {busy: 0.5, freeMb: 9});
	meter.take({kind: 'request.started', at: 1});
	meter.probed({isWell: true, memoryMb: 1, uptimeMs: 2, latencyMs: 3}, {busy: null, freeMb: 9});
	meter.restarted(1);
	meter.storeProblem('full');
	expect(changes).toBe(5);
	expect(meter.snapshot()).toEqual({
		engine: {busy: [0.5]},
		store: {freeMb: 9, problem: 'full'},
		proxy: {healthy: true, restarts: 1, memoryMb: 1, uptimeMs: 2, latencyMs: [3, 3]},
		provider: {...emptyMeter.provider, requests: 1},
	});
});

it.each(['loading', 'queued', 'reading'])('a server that is %s is shown so', code => {
	const meter = createMeter();
	meter.take({kind: 'request.reading', at: 1, code, request: 'one'});
	expect(meter.snapshot().provider.reading).toMatchObject([{what: code}]);
});
