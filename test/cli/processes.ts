import {readdirSync, readFileSync} from 'node:fs';
import {expect} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';

/** Processes that were started with this home; Linux tells. */
export function processesOf(home: string): readonly string[] {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.filter(pid => {
			try {
				return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(home);
			} catch {
				return false;
			}
		});
}

const triesMax = 100;
const pollMs = 50;

/** What was ended is gone at once, or soon: the proxy notices the end of its pipe. */
export async function expectNoOrphans(home: string): Promise<void> {
	const clock = systemClock();
	for (let tries = 0; tries < triesMax && processesOf(home).length > 0; tries += 1) {
		await clock.sleep(pollMs);
	}
	expect(processesOf(home)).toEqual([]);
}
