import {expect, it} from 'vitest';
import {createLineReader, type LongLine} from '../../source/platform/line-reader.ts';

function open(bytesMax: number, endless = 1000) {
	const lines: string[] = [];
	const long: LongLine[] = [];
	let endlessCount = 0;
	const reader = createLineReader(
		{
			onLine: line => lines.push(line),
			onLongLine: line => long.push(line),
			onEndless: () => {
				endlessCount += 1;
			},
		},
		{bytesMax, endless},
	);
	return {
		lines,
		long,
		endless: () => endlessCount,
		push: (text: string) => reader.push(Buffer.from(text)),
		end: reader.end,
	};
}

it('lines may come in any pieces, and the last one without an end', () => {
	const {lines, push, end} = open(100);
	for (const piece of ['fir', 'st\nsec', 'ond\n\nth', 'ird']) {
		push(piece);
	}
	expect(lines).toEqual(['first', 'second', '']);
	end();
	end();
	expect(lines).toEqual(['first', 'second', '', 'third']);
});

it('of a line that is too long both ends are known, and the next one is whole', () => {
	const {lines, long, push, endless} = open(10);
	push('12345678');
	push('9012');
	push('345\nnext\n');
	expect(long).toEqual([{head: '12345678', tail: '123456789012345', bytes: 15}]);
	expect(lines).toEqual(['next']);
	push('x'.repeat(2000));
	push('x'.repeat(2000));
	expect(endless()).toBe(1);
});
