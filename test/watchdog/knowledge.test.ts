import {expect, it} from 'vitest';
import {
	bestFix,
	type FixOutcome,
	type Knowledge,
	learn,
	rateOf,
} from '../../source/watchdog/knowledge.ts';

const lesson = (more: Partial<FixOutcome> = {}): FixOutcome => ({
	key: 'k',
	fault: 'B2',
	action: {type: 'cool-down'},
	outcome: 'verified',
	at: 1,
	...more,
});

function learned(...lessons: readonly FixOutcome[]): Knowledge {
	return lessons.reduce(learn, [] as Knowledge);
}

const well = lesson();
const badly = lesson({outcome: 'failed'});
const other = lesson({action: {type: 'switch-route'}});

it.each([
	['nothing was tried', [], null],
	['it has helped twice', [well, well], null],
	['it has helped three times', [well, well, well], 'cool-down'],
	['it has failed once of three times', [well, well, badly], null],
	['it has failed three times of ten', [...Array(7).fill(well), badly, badly, badly], 'cool-down'],
	['it has failed only', [badly, badly, badly], null],
	['another was better', [...Array(4).fill(well), badly, other, other, other], 'switch-route'],
	[
		'another was worse',
		[well, well, well, ...Array(4).fill(other), lesson({action: other.action, outcome: 'failed'})],
		'cool-down',
	],
	['it was for something else', Array(3).fill(lesson({key: 'x'})), null],
] as const)('what is known to help when %s', (_, lessons, action) => {
	expect(bestFix(learned(...(lessons as readonly FixOutcome[])), 'k')?.action.type ?? null).toBe(
		action,
	);
});

it('what was never tried has helped in no case', () => {
	expect(rateOf({verified: 0, failed: 0})).toBe(0);
});

it('each action is counted by itself, and what was seen last stands last', () => {
	const knowledge = learned(
		well,
		lesson({key: 'x', at: 2}),
		badly,
		lesson({at: 3, action: other.action}),
	);
	expect(knowledge.map(({key, lastSeen}) => [key, lastSeen])).toEqual([
		['x', 2],
		['k', 3],
	]);
	expect(knowledge[1]?.fixes).toEqual([
		{action: {type: 'cool-down'}, verified: 1, failed: 1},
		{action: {type: 'switch-route'}, verified: 1, failed: 0},
	]);
});
