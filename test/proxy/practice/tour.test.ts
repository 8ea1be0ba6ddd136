import {expect, test} from 'vitest';
import {tourAnswer, tourRules} from '../../../source/proxy/practice/rules-tour.ts';

test.each([
	['give me the tour', 'the tour'],
	['tour 2', 'tour 2'],
	['Tour step 3', 'Tour step 3'],
])('%j begins a step of the tour', (words, match) => {
	expect(tourRules[0]!.pattern.exec(words)?.[0]).toContain(match.split(' ').at(-1)!);
});

test('each step’s result says how to go on, and the last one that this was all', () => {
	expect(tourAnswer('tour')).toContain('tour 2');
	expect(tourAnswer('tour 2')).toContain('tour 3');
	expect(tourAnswer('tour 3')).toContain('tour 4');
	expect(tourAnswer('tour 4')).toContain('tour 5');
	expect(tourAnswer('tour 5')).toContain('That was the tour');
});

test('a refused step says what a refusal is, and how to go on', () => {
	expect(tourAnswer('tour 2', 'refused')).toContain('nothing was written');
	expect(tourAnswer('tour 2', 'refused')).toContain('tour 3');
	expect(tourAnswer('tour 5', 'refused')).toBeNull();
});

test('outside of the tour, and behind its end, nothing is added to a result', () => {
	expect(tourAnswer('what is in this folder?')).toBeNull();
	expect(tourAnswer('tour 9')).toBeNull();
});

test.each([
	'run grep -rn tour .',
	'read tour.md',
	'what is in the tour folder?',
	'search for tour 2',
])('%j is not about the tour, and its result is answered from as any other', words => {
	expect(tourRules[0]!.pattern.test(words)).toBe(false);
	expect(tourAnswer(words)).toBeNull();
});

test('a step that is not there is answered with the number of steps', () => {
	const rule = tourRules[0]!;
	const plan = rule.plan(rule.pattern.exec('tour 9')!, {
		toolCaller: {} as never,
		session: null,
		help: () => '',
	});
	expect(plan).toEqual({say: expect.stringContaining('5 steps')});
});
