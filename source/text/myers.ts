/** A range of two sequences: in both, only in the first, or only in the second. */
export type DiffRun = {
	readonly type: 'same' | 'remove' | 'add';
	/**
	 * The positions in both sequences. If the run is in only one of them, where it would be in the
	 * other.
	 */
	readonly before: number;
	readonly after: number;
	readonly length: number;
};

/** After this many changes the search stops, and the rest counts as replaced. */
const changesMax = 1000;

/**
 * The shortest edit script between two sequences (Myers, O(ND)), after removing the common
 * beginning and end. With too many changes it uses the furthest path found and replaces the rest,
 * so that time and memory stay bounded and the result is still correct.
 */
export function diffSequences<Value>(
	before: readonly Value[],
	after: readonly Value[],
	limit = changesMax,
): readonly DiffRun[] {
	const start = sharedStart(before, after);
	const end = sharedEnd(before, after, start);
	const middle: Middle<Value> = {
		before,
		after,
		start,
		beforeLength: before.length - start - end,
		afterLength: after.length - start - end,
	};
	const steps = shortestWay(middle, limit);
	const runs = createRuns();
	runs.add('same', start);
	for (const step of steps) {
		runs.add(step.type, step.length);
	}
	runs.add('same', end);
	return runs.list;
}

type Middle<Value> = {
	readonly before: readonly Value[];
	readonly after: readonly Value[];
	readonly start: number;
	readonly beforeLength: number;
	readonly afterLength: number;
};

type Step = {readonly type: DiffRun['type']; readonly length: number};

/**
 * How far the search has come on each diagonal after `depth` changes: entry `k + depth` is diagonal
 * `k`.
 */
type Front = Int32Array;

function shortestWay<Value>(middle: Middle<Value>, limit: number): readonly Step[] {
	const {beforeLength, afterLength} = middle;
	const fronts: Front[] = [];
	if (beforeLength === 0 || afterLength === 0) {
		return replaced(beforeLength, afterLength);
	}
	for (let depth = 0; depth <= Math.min(limit, beforeLength + afterLength); depth += 1) {
		const front = advance(middle, fronts.at(-1), depth);
		fronts.push(front);
		const goal = beforeLength - afterLength;
		if (Math.abs(goal) <= depth && front[goal + depth]! >= beforeLength) {
			return backtrack(fronts, beforeLength, afterLength);
		}
	}
	const {x, y} = furthest(fronts.at(-1)!, middle);
	return [...backtrack(fronts, x, y), ...replaced(beforeLength - x, afterLength - y)];
}

function advance<Value>(middle: Middle<Value>, last: Front | undefined, depth: number): Front {
	const {before, after, start, beforeLength, afterLength} = middle;
	const front = new Int32Array(2 * depth + 1);
	for (let k = -depth; k <= depth; k += 2) {
		let x = last ? entryOf(last, k, depth) : 0;
		while (x < beforeLength && x - k < afterLength && before[start + x] === after[start + x - k]) {
			x += 1;
		}
		front[k + depth] = x;
	}
	return front;
}

/**
 * The best start on diagonal `k`: reached from the diagonal above by an addition, or from the left
 * by a removal.
 */
function entryOf(last: Front, k: number, depth: number): number {
	return comesFromAbove(last, k, depth) ? at(last, k + 1, depth) : at(last, k - 1, depth) + 1;
}

function comesFromAbove(last: Front, k: number, depth: number): boolean {
	return k === -depth || (k !== depth && at(last, k - 1, depth) < at(last, k + 1, depth));
}

function at(last: Front, k: number, depth: number): number {
	return last[k + depth - 1]!;
}

function backtrack(fronts: readonly Front[], toX: number, toY: number): readonly Step[] {
	const steps: Step[] = [];
	let x = toX;
	let y = toY;
	for (let depth = depthOf(fronts, x, y); depth > 0; depth -= 1) {
		const last = fronts[depth - 1]!;
		const k = x - y;
		const isAddition = comesFromAbove(last, k, depth);
		const fromX = at(last, isAddition ? k + 1 : k - 1, depth);
		const entry = isAddition ? fromX : fromX + 1;
		steps.push({type: 'same', length: x - entry});
		steps.push({type: isAddition ? 'add' : 'remove', length: 1});
		x = fromX;
		y = fromX - (isAddition ? k + 1 : k - 1);
	}
	steps.push({type: 'same', length: x});
	return steps.reverse();
}

function depthOf(fronts: readonly Front[], x: number, y: number): number {
	return fronts.findIndex((front, depth) => {
		const k = x - y;
		return Math.abs(k) <= depth && (k + depth) % 2 === 0 && front[k + depth]! >= x;
	});
}

function furthest<Value>(front: Front, {beforeLength, afterLength}: Middle<Value>) {
	const depth = (front.length - 1) / 2;
	let best = {x: 0, y: 0};
	for (let k = -depth; k <= depth; k += 2) {
		const x = front[k + depth]!;
		const y = x - k;
		if (x <= beforeLength && y <= afterLength && y >= 0 && x + y > best.x + best.y) {
			best = {x, y};
		}
	}
	return best;
}

function replaced(beforeLength: number, afterLength: number): readonly Step[] {
	return [
		{type: 'remove', length: beforeLength},
		{type: 'add', length: afterLength},
	];
}

function createRuns() {
	const list: DiffRun[] = [];
	let before = 0;
	let after = 0;
	return {
		list,
		add(type: DiffRun['type'], length: number) {
			if (length === 0) {
				return;
			}
			const last = list.at(-1);
			if (last?.type === type) {
				list[list.length - 1] = {...last, length: last.length + length};
			} else {
				list.push({type, before, after, length});
			}
			before += type === 'add' ? 0 : length;
			after += type === 'remove' ? 0 : length;
		},
	};
}

function sharedStart<Value>(before: readonly Value[], after: readonly Value[]): number {
	let length = 0;
	while (length < before.length && length < after.length && before[length] === after[length]) {
		length += 1;
	}
	return length;
}

function sharedEnd<Value>(
	before: readonly Value[],
	after: readonly Value[],
	start: number,
): number {
	let length = 0;
	while (
		length < before.length - start &&
		length < after.length - start &&
		before[before.length - 1 - length] === after[after.length - 1 - length]
	) {
		length += 1;
	}
	return length;
}
