/**
 * The number of rows of each block. The sum over any beginning of the list takes logarithmic time
 * (a Fenwick tree), so that a position is found fast even in a long session.
 */
export type Heights = {
	readonly length: () => number;
	readonly get: (index: number) => number;
	readonly set: (index: number, height: number) => void;
	readonly push: (height: number) => void;
	readonly truncate: (length: number) => void;
	/** The number of rows of all blocks before this one. */
	readonly before: (index: number) => number;
	readonly total: () => number;
	/** The index of the block that contains a row; of the last block for rows after the end. */
	readonly find: (row: number) => number;
};

export function createHeights(): Heights {
	const heights: number[] = [];
	/** Counted from one: entry `i` is the sum of the `lowestBit(i)` heights up to the i-th. */
	const tree: number[] = [0];
	const before = (index: number) => {
		let sum = 0;
		for (let node = index; node > 0; node -= lowestBit(node)) {
			sum += tree[node]!;
		}
		return sum;
	};
	return {
		length: () => heights.length,
		get: index => heights[index]!,
		set(index, height) {
			const change = height - heights[index]!;
			heights[index] = height;
			for (let node = index + 1; change !== 0 && node < tree.length; node += lowestBit(node)) {
				tree[node]! += change;
			}
		},
		push(height) {
			const node = tree.length;
			heights.push(height);
			tree.push(height + before(node - 1) - before(node - lowestBit(node)));
		},
		truncate(length) {
			heights.length = Math.min(heights.length, length);
			tree.length = heights.length + 1;
		},
		before,
		total: () => before(heights.length),
		find: row => Math.max(0, Math.min(heights.length - 1, search(tree, row))),
	};
}

/** How many blocks end at or before the row. */
function search(tree: readonly number[], row: number): number {
	let place = 0;
	let left = row;
	for (let step = highestBit(tree.length - 1); step > 0; step >>= 1) {
		const next = place + step;
		if (next < tree.length && tree[next]! <= left) {
			place = next;
			left -= tree[next]!;
		}
	}
	return place;
}

function lowestBit(value: number): number {
	return value & -value;
}

function highestBit(value: number): number {
	return value === 0 ? 0 : 2 ** (31 - Math.clz32(value));
}
