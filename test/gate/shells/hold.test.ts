import {afterAll, beforeAll, expect, it} from 'vitest';
import {holdLines} from './hold.ts';
import {openSandbox, type Sandbox} from './sandbox.ts';
import {describeWithShells} from './with-shells.ts';
import {shellNames} from './world.ts';

/** The slow suite reads 20,000, `scripts/gate-shells.ts` as many as one likes. */
const lineCount = 600;

describeWithShells('a few random command lines', () => {
	let sandbox: Sandbox;
	beforeAll(() => {
		sandbox = openSandbox();
	});
	afterAll(() => sandbox.close());

	it.concurrent.each(shellNames)('do in %s nothing that the gate had not seen', async shell => {
		const report = await holdLines(sandbox, {shell, lineCount, seed: 5, shrinksMax: 3});
		expect(report.finds).toEqual([]);
		expect(report.read).toBe(lineCount);
		expect(report.programs).toBeGreaterThan(lineCount / 20);
	});
});
