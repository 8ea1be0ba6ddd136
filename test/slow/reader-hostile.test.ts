import {expect, it} from 'vitest';
import {hostile} from '../proxy/repair/hostile.ts';
import {readPieces, textOf} from '../proxy/repair/read.ts';

const length = 1024 * 1024;

// What takes time by the square of its length would not end within the limit of one case.
it.each(Object.entries(hostile))(
	'a megabyte is read, in large pieces and in small: %s',
	(_, make) => {
		const text = make(length);
		expect(textOf(readPieces([text])) === text).toBe(true);
		expect(textOf(readPieces(text.match(/[\s\S]{1,64}/g)!)) === text).toBe(true);
	},
	30_000,
);
