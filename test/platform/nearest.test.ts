import {expect, it} from 'vitest';
import {didYouMean, nearest} from '../../source/platform/nearest.ts';

const names = ['exec', 'resume', 'sessions', 'doctor', 'config', 'logs'];

it.each([
	['sesions', 'sessions'],
	['exce', 'exec'],
	['EXEC', 'exec'],
	['confg', 'config'],
	['docotr', 'doctor'],
	['log', 'logs'],
	['sess', 'sessions'],
	['lo', null],
	['hello', null],
	['frobnicate', null],
	['', null],
])('the nearest to "%s" is %s', (word, expected) => {
	expect(nearest(word, names)).toBe(expected);
});

it('says it as a sentence, or nothing', () => {
	expect(didYouMean('doctr', names)).toBe(' Did you mean "doctor"?');
	expect(didYouMean('hello', names)).toBe('');
});
