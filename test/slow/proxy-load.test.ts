import {expect, test} from 'vitest';
import {startProxyProcess} from '../../bench/proxy/proxy-process.ts';
import {createRandom, runStorm} from '../../bench/proxy/storm.ts';
import {callThrough} from '../../bench/proxy/storm-client.ts';
import {startStormUpstream} from '../../bench/proxy/storm-upstream.ts';
import {problemsOf} from '../../bench/proxy/storm-verdict.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {isLong} from '../helpers/often.ts';

test('in a storm of faults every client has a whole answer or a clear failure, and the report adds up', async () => {
	const result = await runStorm({
		durationMs: isLong ? 20_000 : 5000,
		clients: 48,
		seed: 11,
		faultShare: 0.2,
		leaveShare: 0.2,
		pauseMs: 10,
	});
	expect(problemsOf({...result, memoryMb: []})).toEqual([]);
	expect(result.outcomes.whole).toBeGreaterThan(50);
	expect(result.monitoring.totals.resumed).toBeGreaterThan(0);
});

test('128 clients that leave at random moments leave nothing open, and the memory stays flat', async () => {
	const result = await runStorm({
		durationMs: isLong ? 45_000 : 8000,
		clients: 128,
		seed: 5,
		faultShare: 0,
		leaveShare: 1,
		pauseMs: 3,
	});
	expect(problemsOf(result)).toEqual([]);
	expect(result.outcomes.left).toBeGreaterThan(100);
});

test('the memory stays flat over many requests, and none is lost', async () => {
	const clock = systemClock();
	const requests = isLong ? 50_000 : 12_000;
	const upstream = await startStormUpstream({
		random: createRandom(1),
		faultShare: 0,
		pauseMs: 0,
	});
	const {baseUrl} = upstream;
	const proxy = await startProxyProcess({
		settings: {
			providers: [{name: 'up', kind: 'openai-chat', baseUrl, models: ['storm']}],
		},
	});
	try {
		const memoryMb: number[] = [];
		let made = 0;
		const client = async () => {
			while (made < requests) {
				made += 1;
				if (made % (requests / 20) === 0) {
					memoryMb.push((await proxy.get('/health')).memory_mb);
				}
				const outcome = await callThrough({
					port: proxy.port,
					token: proxy.token,
					path: made % 2 === 0 ? '/v1/responses' : '/v1/chat/completions',
					stream: false,
					leaveMs: null,
					clock,
					complain: () => {},
				});
				expect(outcome).toBe('whole');
			}
		};
		await Promise.all(Array.from({length: 16}, client));
		const report = await proxy.get('/monitoring');
		expect(report.totals).toMatchObject({failures: 0, clients_left: 0, open: 0, retries: 0});
		expect(report.totals.calls).toBe(report.totals.answered);
		const late = Math.max(...memoryMb.slice(-5));
		// Of few requests the heap still grows to the size that it needs: 50 MB are 5 kB for each.
		const spareMb = isLong ? 10 : 50;
		expect(late).toBeLessThan(Math.max(...memoryMb.slice(5, 10)) * 1.2 + spareMb);
	} finally {
		await proxy.close();
		await upstream.close();
	}
});
