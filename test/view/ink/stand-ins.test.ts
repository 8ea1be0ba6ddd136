import {expect, it} from 'vitest';
import {createStandIns} from '../../../source/view/ink/stand-ins.ts';

const rows = [
	'plain ─ text',
	'漢字 かな 한글',
	'नमस्ते ภาษาไทย தமிழ்',
	'👍🏽 👨‍👩‍👧‍👦 🇩🇪 1️⃣ e\u0301',
	'\u{F0000}\u{10FFFD} of somebody else',
	'\u001B[1;31m漢\u001B[0m字',
];

it.each(rows)('Ink gets one character a cell for %j, and the text comes back as it was', row => {
	const {encode, decode} = createStandIns();
	const coded = encode(row);
	expect(decode(coded)).toBe(row);
});

it('half of a wide character becomes a blank', () => {
	const {encode, decode} = createStandIns();
	const [first = '', second = ''] = [...encode('漢')];
	expect(decode(first)).toBe(' ');
	expect(decode(second)).toBe(' ');
	expect(decode(`${first}x`)).toBe(' x');
});

it('text of the private range that nobody coded takes its cells and shows nothing', () => {
	expect(createStandIns().decode('a\u{F1234}b\u{10FFFD}c')).toBe('a b c');
});

it('an escape that styles nothing is left out', () => {
	expect(createStandIns().encode('a\u001B[2Jb')).toBe('a[2Jb');
});
