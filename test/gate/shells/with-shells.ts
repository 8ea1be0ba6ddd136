import {describe, it} from 'vitest';
import {missingForShells} from './sandbox.ts';

/** What needs real shells in a real sandbox; without one it says so and does not run. */
export function describeWithShells(title: string, body: () => void): void {
	const missing = missingForShells();
	if (missing === null) {
		describe(title, body);
	} else {
		console.warn(`SKIPPED, because ${missing}: ${title}`);
		describe.skip(title, () => it('needs bubblewrap, a C compiler and four shells', () => {}));
	}
}
