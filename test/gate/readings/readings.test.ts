import {describe, expect, it} from 'vitest';
import {readingOf, recordedReadings} from './readings.ts';

/** So many lines are one test. */
const share = 40;

/**
 * The reading that a long run held against real shells (`docs/gate.md`). Who changes it on purpose
 * writes it anew, and reads the difference: `node scripts/gate-readings.ts --write`.
 */
describe('the gate says of each line what it said when it was held against real shells', () => {
	const readings = recordedReadings();

	it('of more than a thousand', () => {
		expect(readings.length).toBeGreaterThan(1000);
		expect(new Set(readings.map(([line]) => line)).size).toBe(readings.length);
	});

	const parts = Array.from({length: Math.ceil(readings.length / share)}, (_, at) => at);
	it.each(parts)('part %d', part => {
		for (const [line, reading] of readings.slice(part * share, (part + 1) * share)) {
			expect([line, readingOf(line)]).toEqual([line, reading]);
		}
	});
});
