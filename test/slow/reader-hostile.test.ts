import {expect, it} from 'vitest';
import {growthOf, proportionMax} from '../helpers/growth.ts';
import {hostile} from '../proxy/repair/hostile.ts';
import {readPieces, textOf} from '../proxy/repair/read.ts';

const length = 131_072;

it.each(Object.entries(hostile))(
	'is read whole in time in proportion to its length, in large pieces and in small: %s',
	async (_, make) => {
		const growth = await growthOf(length, each => {
			const text = make(each);
			expect(textOf(readPieces([text])) === text).toBe(true);
			expect(textOf(readPieces(text.match(/[\s\S]{1,64}/g)!)) === text).toBe(true);
		});
		expect(growth).toBeLessThan(proportionMax);
	},
);
