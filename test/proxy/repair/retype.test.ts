import {expect, it} from 'vitest';
import {retype} from '../../../source/proxy/repair/retype.ts';

it('a flag in words is a flag', () => {
	expect(retype('true', {type: 'boolean'})).toBe(true);
	expect(retype('False', {type: 'boolean'})).toBe(false);
});

it.each(['constructor', 'toString', '__proto__', 'maybe'])(
	'the word %s is no flag, whatever every object knows by that name',
	word => {
		expect(retype(word, {type: 'boolean'})).toBeUndefined();
	},
);
