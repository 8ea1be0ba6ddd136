import {expect, it} from 'vitest';
import {createRedactor} from '../../../source/storage/redact.ts';
import {judge} from '../../../source/workers/process/judge.ts';

// Built from pieces, so that no search for secrets finds one in this file.
const secret = `ghp_${'a1B2'.repeat(9)}`;

it('another program that the pid file names is told without a part of a secret, wherever its line is cut', () => {
	for (let before = 40; before < 100; before += 1) {
		const process = {
			pid: 4321,
			start: '1',
			ageMs: 1000,
			cpuMs: 1,
			memoryBytes: 1,
			owner: 'you',
			isOthers: false,
			words: ['serve', 'x'.repeat(before), secret],
			beforeFileMs: 0,
		};
		const judged = judge(
			{clock: {now: 0, offsetMinutes: 0}, found: {type: 'process', process}},
			{start: ['work'], pidfile: 'pid'},
			createRedactor().text,
		);
		expect(judged.state).toBe('stale');
		expect(judged.reason).toContain('another program: serve x');
		expect(judged.reason).not.toContain('ghp_');
	}
});
