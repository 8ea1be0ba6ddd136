import {expect, test} from 'vitest';
import {runFuzz} from '../../bench/proxy/fuzz/fuzz.ts';
import {fuzzProblems} from '../../bench/proxy/fuzz/verdict.ts';
import {isLong} from '../helpers/often.ts';

test('whatever providers and clients send, every request is over in time and the proxy lives on', async () => {
	const result = await runFuzz({events: isLong ? 150_000 : 40_000, seed: 1, clients: 32});
	console.info(`/health took ${Math.round(result.healthMsMost)} ms at most`);
	expect(fuzzProblems({...result, memoryMb: [], healthMsMost: 0})).toEqual([]);
	expect(result.outcomes.answered).toBeGreaterThan(100);
	expect(result.outcomes.failed).toBeGreaterThan(100);
}, 240_000);
