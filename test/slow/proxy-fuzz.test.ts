import {expect, test} from 'vitest';
import {runFuzz} from '../../bench/proxy/fuzz/fuzz.ts';
import {fuzzProblems} from '../../bench/proxy/fuzz/verdict.ts';

test('whatever providers and clients send, every request is over in time and the proxy lives on', async () => {
	const result = await runFuzz({events: 150_000, seed: 1, clients: 32});
	expect(fuzzProblems({...result, memoryMb: []})).toEqual([]);
	expect(result.outcomes.answered).toBeGreaterThan(500);
	expect(result.outcomes.failed).toBeGreaterThan(500);
}, 240_000);
