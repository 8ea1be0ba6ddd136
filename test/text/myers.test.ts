import {expect, test} from 'vitest';
import {type DiffRun, diffSequences} from '../../source/text/myers.ts';
import {createRandom} from '../view/markdown/fixture.ts';

function changes(runs: readonly DiffRun[]): number {
	return runs.reduce((sum, run) => sum + (run.type === 'same' ? 0 : run.length), 0);
}

/** The least number of additions and removals, by the plain table over all pairs. */
function leastChanges(before: readonly string[], after: readonly string[]): number {
	let row = after.map((_, index) => index + 1);
	row.unshift(0);
	for (const [x, own] of before.entries()) {
		const next = [x + 1];
		for (const [y, other] of after.entries()) {
			next.push(own === other ? row[y]! : 1 + Math.min(row[y + 1]!, next[y]!));
		}
		row = next;
	}
	return row.at(-1)!;
}

function check(
	runs: readonly DiffRun[],
	before: readonly string[],
	after: readonly string[],
): void {
	const rebuilt = {before: [] as string[], after: [] as string[]};
	for (const run of runs) {
		if (run.type !== 'add') {
			rebuilt.before.push(...before.slice(run.before, run.before + run.length));
		}
		if (run.type !== 'remove') {
			rebuilt.after.push(...after.slice(run.after, run.after + run.length));
		}
		if (run.type === 'same') {
			expect(before.slice(run.before, run.before + run.length)).toEqual(
				after.slice(run.after, run.after + run.length),
			);
		}
	}
	expect(rebuilt).toEqual({before, after});
}

test('the way found is right and the shortest', () => {
	for (let seed = 0; seed < 300; seed += 1) {
		const random = createRandom(seed);
		const list = () => Array.from({length: random(25)}, () => 'abcd'[random(4)]!);
		const [before, after] = [list(), list()];
		const runs = diffSequences(before, after);
		check(runs, before, after);
		expect(changes(runs), `seed ${seed}`).toBe(leastChanges(before, after));
	}
});

test('with too many changes the way is still right', () => {
	for (let seed = 0; seed < 100; seed += 1) {
		const random = createRandom(seed);
		const list = () => Array.from({length: random(60)}, () => 'abcdefgh'[random(8)]!);
		const [before, after] = [list(), list()];
		check(diffSequences(before, after, random(12)), before, after);
	}
});

test('texts with nothing in common cost no more than the limit allows', () => {
	let compared = 0;
	const counted = (length: number, name: string) =>
		new Proxy(
			Array.from({length}, (_, index) => `${name}${index}`),
			{
				get(target, key) {
					compared += 1;
					return Reflect.get(target, key);
				},
			},
		);
	const cost = (length: number) => {
		compared = 0;
		diffSequences(counted(length, 'a'), counted(length, 'b'), 50);
		return compared;
	};
	expect(cost(20_000)).toBeLessThan(cost(2000) * 2);
});
