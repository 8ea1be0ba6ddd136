import type {InlineNode} from './scan.ts';

export type MarkKind = 'strong' | 'emphasis' | 'strike';

/** What each run of `*`, `_` or `~` opens and closes, by the index of its node. */
export type Marks = {
	readonly opens: ReadonlyMap<number, readonly MarkKind[]>;
	readonly closes: ReadonlyMap<number, readonly MarkKind[]>;
	/** The characters of a run that have no partner; they are shown as text. */
	readonly rest: ReadonlyMap<number, string>;
};

/**
 * Finds pairs of runs by the rules of CommonMark. `bottoms` remembers where the search for an
 * opener has failed, so that it takes linear time.
 */
export function matchMarks(nodes: readonly InlineNode[], growing: boolean): Marks {
	const match: Match = {
		opens: new Map(),
		closes: new Map(),
		left: new Map(),
		stack: [],
		floor: 0,
		bottoms: new Map(),
	};
	for (const [index, node] of nodes.entries()) {
		if (node.type === 'marks') {
			turn(match, index, node);
		} else if (node.type === 'link') {
			match.floor = match.stack.length;
		} else if (node.type === 'unlink') {
			cut(match, match.floor);
			match.floor = 0;
		}
	}
	if (growing) {
		closeAll(match, nodes);
	}
	return {opens: match.opens, closes: match.closes, rest: restOf(match.left, nodes)};
}

type Run = Extract<InlineNode, {type: 'marks'}>;

type Match = {
	readonly opens: Map<number, MarkKind[]>;
	readonly closes: Map<number, MarkKind[]>;
	/** How many characters of each run have no partner yet. */
	readonly left: Map<number, number>;
	/** Runs that a later run may close. */
	readonly stack: {readonly index: number; readonly run: Run}[];
	/**
	 * Runs below this index can't be paired, because the text is inside a link that begins after
	 * them.
	 */
	floor: number;
	readonly bottoms: Map<string, number>;
};

function turn(match: Match, index: number, run: Run): void {
	match.left.set(index, run.length);
	if (run.canClose) {
		close(match, index, run);
	}
	if (run.canOpen && match.left.get(index)! > 0) {
		match.stack.push({index, run});
	}
}

function close(match: Match, index: number, closer: Run): void {
	const key = `${closer.character}${closer.canOpen}${closer.length % 3}`;
	while (match.left.get(index)! > 0) {
		const from = Math.max(match.floor, match.bottoms.get(key) ?? 0);
		const at = findOpener(match.stack, from, closer);
		if (at < from) {
			match.bottoms.set(key, match.stack.length);
			return;
		}
		const opener = match.stack[at]!;
		pair(match, opener.index, index, opener.run);
		cut(match, match.left.get(opener.index)! > 0 ? at + 1 : at);
	}
}

function findOpener(stack: Match['stack'], from: number, closer: Run): number {
	let at = stack.length - 1;
	while (at >= from && !pairs(stack[at]!.run, closer)) {
		at -= 1;
	}
	return at;
}

function pairs(opener: Run, closer: Run): boolean {
	if (opener.character !== closer.character) {
		return false;
	}
	if (opener.character === '~') {
		return opener.length === closer.length;
	}
	const both = opener.canClose || closer.canOpen;
	const isOdd = (opener.length + closer.length) % 3 === 0;
	return !(both && isOdd && (opener.length % 3 !== 0 || closer.length % 3 !== 0));
}

function pair(match: Match, opener: number, closer: number, run: Run): void {
	const used = Math.min(2, match.left.get(opener)!, match.left.get(closer)!);
	const kind = kindOf(run, used);
	add(match.opens, opener, kind);
	add(match.closes, closer, kind);
	match.left.set(opener, match.left.get(opener)! - used);
	match.left.set(closer, match.left.get(closer)! - used);
}

function kindOf(run: Run, used: number): MarkKind {
	if (run.character === '~') {
		return 'strike';
	}
	return used === 2 ? 'strong' : 'emphasis';
}

function cut(match: Match, length: number): void {
	match.stack.length = Math.min(match.stack.length, length);
	for (const [key, bottom] of match.bottoms) {
		match.bottoms.set(key, Math.min(bottom, length));
	}
}

/** Closes all open runs at the end of a growing text. Marks at the very end are not shown. */
function closeAll(match: Match, nodes: readonly InlineNode[]): void {
	for (const {index, run} of match.stack) {
		for (let left = match.left.get(index)!; left > 0; left -= 2) {
			add(match.opens, index, kindOf(run, Math.min(2, left)));
		}
		match.left.set(index, 0);
	}
	const last = nodes.length - 1;
	if (nodes[last]?.type === 'marks') {
		match.left.set(last, 0);
	}
}

function restOf(left: ReadonlyMap<number, number>, nodes: readonly InlineNode[]) {
	const rest = new Map<number, string>();
	for (const [index, length] of left) {
		const node = nodes[index];
		if (node?.type === 'marks' && length > 0) {
			rest.set(index, node.character.repeat(length));
		}
	}
	return rest;
}

function add(kinds: Map<number, MarkKind[]>, index: number, kind: MarkKind): void {
	const known = kinds.get(index);
	if (known) {
		known.push(kind);
	} else {
		kinds.set(index, [kind]);
	}
}
