import {readdirSync, readFileSync} from 'node:fs';
import {expect} from 'vitest';

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

/** What was ended is gone at once, or soon: the proxy notices the end of its pipe. */
export async function expectNoOrphans(home: string): Promise<void> {
	await expect.poll(() => processesOf(home)).toEqual([]);
}
