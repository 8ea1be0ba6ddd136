import {expect, it} from 'vitest';
import {readScript} from '../../../source/gate/shell/script.ts';
import {randomFrom} from '../shells/random.ts';
import {everydayLines} from './everyday.ts';

/** Percent of the lines that people and models write every day. */
const wholeAtLeast = 97;

it(`of 5,000 everyday lines at least ${wholeAtLeast} of 100 are read whole`, () => {
	const lines = everydayLines(5000, randomFrom(1));
	const reasons = new Map<string, number>();
	const whole = lines.filter(line => {
		const {unseen} = readScript(line);
		for (const why of new Set(unseen)) {
			reasons.set(why, (reasons.get(why) ?? 0) + 1);
		}
		return unseen.length === 0;
	});
	const most = [...reasons].toSorted(([, one], [, other]) => other - one).slice(0, 12);
	console.info(
		`${whole.length} of ${lines.length} read whole; the rest:`,
		Object.fromEntries(most),
	);
	expect(lines).toHaveLength(5000);
	expect((100 * whole.length) / lines.length).toBeGreaterThanOrEqual(wholeAtLeast);
});
