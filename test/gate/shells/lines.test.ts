import {describe, expect, it} from 'vitest';
import {linesOf} from './lines.ts';
import {randomFrom} from './random.ts';
import {shrink} from './shrink.ts';
import {type ShellName, shellNames} from './world.ts';

function some(shell: ShellName, seed: number, count: number): readonly string[] {
	const lines = linesOf(shell, seed);
	return Array.from({length: count}, () => lines.next().value);
}

describe('generated lines', () => {
	it.each(shellNames)('of %s are the same for the same seed, others for another', shell => {
		expect(some(shell, 3, 300)).toEqual(some(shell, 3, 300));
		expect(some(shell, 4, 300)).not.toEqual(some(shell, 3, 300));
	});

	it.each(shellNames)('of %s differ and reach every corner of the tables', shell => {
		const lines = some(shell, 5, 6000);
		const all = lines.join('\n');
		expect(new Set(lines).size).toBeGreaterThan(5000);
		for (const piece of ['$(', '`', '<<E', "<<'E'", 'case ', 'trap ', 'eval ', '/bin/r', '\r']) {
			expect(all).toContain(piece);
		}
	});
});

describe('a find', () => {
	it('is made as small as it can be while it still shows', async () => {
		const shows = (lines: readonly string[]) =>
			Promise.resolve(lines.map(line => line.includes('a') && line.includes('zz')));
		expect(await shrink('some long line with a and then zz at its end', shows)).toBe('zza');
	});

	it('that nothing can be taken from stays as it is', async () => {
		expect(await shrink('rm', lines => Promise.resolve(lines.map(() => false)))).toBe('rm');
	});
});

it('random numbers stay below their limit and come all', () => {
	const {below} = randomFrom(1);
	const drawn = new Set(Array.from({length: 1000}, () => below(10)));
	expect([...drawn].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
