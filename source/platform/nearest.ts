/** Returns the known word that a misspelt one most likely means; null if none is similar. */
export function nearest(word: string, known: Iterable<string>): string | null {
	const wanted = word.toLowerCase();
	let best: {name: string; distance: number} | null = null;
	for (const name of known) {
		const distance = isBeginning(wanted, name.toLowerCase())
			? 1
			: editDistance(wanted, name.toLowerCase());
		if (distance <= distanceMax(wanted) && (!best || distance < best.distance)) {
			best = {name, distance};
		}
	}
	return best?.name ?? null;
}

/** Returns ` Did you mean "x"?`, or an empty text. */
export function didYouMean(word: string, known: Iterable<string>): string {
	const name = nearest(word, known);
	return name === null ? '' : ` Did you mean "${name}"?`;
}

const beginningLengthMin = 3;

function isBeginning(word: string, name: string): boolean {
	return word.length >= beginningLengthMin && name.startsWith(word);
}

/** Allows one slip in a short word, and two or three in a long one. */
function distanceMax(word: string): number {
	return Math.min(3, Math.max(1, Math.floor(word.length / 3)));
}

/** Counts insertions, deletions, changes and swapped neighbours, row by row. */
function editDistance(left: string, right: string): number {
	let beforeLast: readonly number[] = [];
	let last: readonly number[] = Array.from({length: right.length + 1}, (_, index) => index);
	for (let row = 1; row <= left.length; row += 1) {
		const current = [row];
		for (let column = 1; column <= right.length; column += 1) {
			const same = left[row - 1] === right[column - 1];
			const swapped =
				row > 1 &&
				column > 1 &&
				left[row - 1] === right[column - 2] &&
				left[row - 2] === right[column - 1];
			current.push(
				Math.min(
					last[column]! + 1,
					current[column - 1]! + 1,
					last[column - 1]! + (same ? 0 : 1),
					swapped ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
				),
			);
		}
		beforeLast = last;
		last = current;
	}
	return last[right.length]!;
}
