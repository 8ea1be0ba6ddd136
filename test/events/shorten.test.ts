import {expect, it} from 'vitest';
import {beginningOf, endOf} from '../../source/events/shorten.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {planted, textOf} from '../storage/fixtures/secrets.ts';

const redactor = createRedactor([], 'salt');

it.each([
	['one two three', 9, 'one two ', 'two three'],
	['one two three', 7, 'one two', ' three'],
	['one two three', 8, 'one two ', ' three'],
	['one two three', 13, 'one two three', 'one two three'],
	['{"a":"bcd"}', 7, '{"a":"', ':"bcd"}'],
	['abcdefgh', 3, 'abc', 'fgh'],
	['😀😀 ab', 4, '😀😀', ' ab'],
])('of %j at most %i characters are %j, and at its end %j', (text, lengthMax, first, last) => {
	expect(beginningOf(text, lengthMax)).toBe(first);
	expect(endOf(text, lengthMax)).toBe(last);
});

it('a word that goes on for longer than any secret is cut where the length says', () => {
	const text = `a ${'x'.repeat(3000)} b`;
	expect(beginningOf(text, 2000)).toHaveLength(2000);
	expect(endOf(text, 2000)).toHaveLength(2000);
});

/** What a person could read of a secret: its beginning or end, but for the line that names a key. */
const pieceLength = 4;

it.each(planted.filter(({secret}) => !secret.startsWith('-----BEGIN')))(
	'wherever a text is cut, no half of a secret of kind $kind is left when secrets are hidden: $text',
	one => {
		const {secret} = one;
		const text = `before it stand some words\n${textOf(one)} and behind it others`;
		const at = text.indexOf(secret);
		const whole = redactor.text(text);
		const pieces = [secret.slice(0, pieceLength), secret.slice(-pieceLength)];
		const hidden = pieces.filter(piece => !whole.includes(piece));
		for (let cut = at + 1; cut < at + secret.length; cut += 1) {
			for (const left of [beginningOf(text, cut), endOf(text, text.length - cut)]) {
				const shown = redactor.text(left);
				expect(
					hidden.filter(piece => shown.includes(piece)),
					shown,
				).toEqual([]);
			}
		}
	},
);
