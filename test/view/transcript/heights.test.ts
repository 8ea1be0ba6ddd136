import {expect, test} from 'vitest';
import {createHeights} from '../../../source/view/transcript/heights.ts';
import {createRandom} from '../markdown/fixture.ts';

test('sums and places are those of the plain list, whatever was done to it', () => {
	for (let seed = 0; seed < 30; seed += 1) {
		const random = createRandom(seed);
		const heights = createHeights();
		let plain: number[] = [];
		for (let step = 0; step < 200; step += 1) {
			const height = random(6);
			const kind = random(10);
			if (kind < 6 || plain.length === 0) {
				heights.push(height);
				plain.push(height);
			} else if (kind < 9) {
				const index = random(plain.length);
				heights.set(index, height);
				plain[index] = height;
			} else {
				plain = plain.slice(0, random(plain.length + 1));
				heights.truncate(plain.length);
			}
		}
		const total = plain.reduce((sum, height) => sum + height, 0);
		expect(heights.total()).toBe(total);
		expect(heights.length()).toBe(plain.length);
		let row = 0;
		for (const [index, height] of plain.entries()) {
			expect(heights.before(index)).toBe(row);
			for (let offset = 0; offset < height; offset += 1) {
				expect(heights.find(row + offset)).toBe(index);
			}
			row += height;
		}
		expect(heights.find(total + 5)).toBe(Math.max(0, plain.length - 1));
	}
});
