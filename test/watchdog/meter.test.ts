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
	expect(meter.snapshot().provider.tokensPerSecond).toEqual([50, 15]);
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
	expect(meter.snapshot()).toMatchObject({
		engine: {busy: [...emptyMeter.engine.busy, 0.5]},
		proxy: {healthy: false, memoryMb: 50, uptimeMs: 1000, latencyMs: [3], restarts: 2},
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
