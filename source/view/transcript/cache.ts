import type {State} from '../../state/state.ts';
import {createMarkdownView, type MarkdownView} from '../markdown/view.ts';
import {createBlocks, type TranscriptBlock} from './blocks.ts';
import type {BlockOptions} from './drawings/drawing.ts';
import {estimateRows, renderBlock} from './drawings/drawings.ts';
import {createHeights} from './heights.ts';

/** How many blocks keep their rows. All others are drawn again when they come into view. */
export const renderedBlocksMax = 400;

/**
 * The conversation as rows. A block is drawn when it comes into view, and its rows are kept until
 * it changes. The height of a block that has not been in view at this width is an estimate, so sums
 * over many blocks are approximate. A position is a block and an offset in it (see scroll.ts),
 * which estimates can't move.
 */
export type Transcript = {
	readonly update: (state: Pick<State, 'chat' | 'calls'>, width: number) => void;
	readonly width: () => number;
	/**
	 * Changes if the same blocks may now have other rows, e.g. after a resize, with a new theme, or
	 * by folding.
	 */
	readonly version: () => number;
	readonly blocks: () => readonly TranscriptBlock[];
	readonly indexOf: (id: string) => number | undefined;
	/** The exact rows of a block. The first one is the blank row above it, if it has one. */
	readonly rowsOf: (index: number) => readonly string[];
	readonly rowsTotal: () => number;
	/**
	 * The rows from `fromRow` on. Only blocks in that range are measured. Those above keep their
	 * estimates, so that `fromRow` stays the same row.
	 */
	readonly slice: (fromRow: number, count: number) => readonly string[];
	readonly blockAt: (row: number) => BlockPosition | null;
	/** How many rows precede a block. */
	readonly rowsBefore: (index: number) => number;
	/** Folds or unfolds a block: reasoning, output, or a long message. */
	readonly toggle: (id: string) => void;
	/** Changes theme or settings. Each block is drawn again when it comes into view. */
	readonly repaint: (look: TranscriptLook) => void;
};

/** The options on which the rows of all blocks depend. */
export type TranscriptLook = Pick<BlockOptions, 'paint' | 'settings'>;

export type BlockPosition = {readonly block: string; readonly offset: number};

export function createTranscript(look: TranscriptLook): Transcript {
	const cache: Cache = {
		look,
		width: 0,
		version: 0,
		blocks: [],
		heights: createHeights(),
		exact: [],
		indexes: new Map(),
		indexed: 0,
		rendered: new Map(),
		views: new Map(),
		unfolded: new Set(),
	};
	const source = createBlocks();
	return {
		update(state, width) {
			if (width !== cache.width) {
				forget(cache, width);
			}
			take(cache, source.update(state));
		},
		width: () => cache.width,
		version: () => cache.version,
		blocks: () => cache.blocks,
		indexOf: id => indexOf(cache, id),
		rowsOf: index => rowsOf(cache, index),
		rowsTotal: () => cache.heights.total(),
		slice: (fromRow, count) => slice(cache, fromRow, count),
		blockAt(row) {
			const found = locate(cache, row);
			const last = found ? rowsOf(cache, found.index).length - 1 : 0;
			const offset = Math.max(0, Math.min(found?.offset ?? 0, last));
			return found && {block: cache.blocks[found.index]!.id, offset};
		},
		rowsBefore: cache.heights.before,
		toggle: id => toggle(cache, id),
		repaint(other) {
			cache.look = other;
			cache.version += 1;
			cache.rendered.clear();
			cache.views.clear();
			cache.exact.fill(false);
		},
	};
}

type Cache = {
	look: TranscriptLook;
	width: number;
	version: number;
	blocks: readonly TranscriptBlock[];
	readonly heights: ReturnType<typeof createHeights>;
	/** For each block, whether its height was measured. If not, it is an estimate. */
	readonly exact: boolean[];
	/**
	 * The index of each block by its id. It is filled only when a block is looked up, which is not
	 * needed at the end of a long session.
	 */
	readonly indexes: Map<string, number>;
	/** How many blocks from the beginning `indexes` contains. */
	indexed: number;
	/** The rows of blocks. Those that were used last are at the end. */
	readonly rendered: Map<TranscriptBlock, readonly string[]>;
	/**
	 * The views of replies that still grow, by the block's id. They keep Markdown that is drawn
	 * already.
	 */
	readonly views: Map<string, MarkdownView>;
	readonly unfolded: Set<string>;
};

function forget(cache: Cache, width: number): void {
	cache.width = width;
	cache.version += 1;
	cache.rendered.clear();
	cache.views.clear();
	shorten(cache, 0);
	cache.blocks = [];
}

/**
 * Takes the blocks of a new state. A block that is the same object as before keeps rows and height.
 */
function take(cache: Cache, blocks: readonly TranscriptBlock[]): void {
	const old = cache.blocks;
	if (old === blocks) {
		return;
	}
	cache.blocks = blocks;
	let at = 0;
	for (; at < old.length && at < blocks.length; at += 1) {
		const block = blocks[at]!;
		if (block === old[at]) {
			continue;
		}
		if (block.id !== old[at]!.id) {
			break;
		}
		cache.rendered.delete(old[at]!);
		cache.exact[at] = false;
	}
	for (const gone of old.slice(at)) {
		cache.indexes.delete(gone.id);
		cache.rendered.delete(gone);
	}
	shorten(cache, at);
	for (; at < blocks.length; at += 1) {
		cache.heights.push(estimateRows(blocks[at]!, cache.width));
		cache.exact.push(false);
	}
}

function shorten(cache: Cache, length: number): void {
	cache.heights.truncate(length);
	cache.exact.length = Math.min(cache.exact.length, length);
	cache.indexed = Math.min(cache.indexed, length);
	if (length === 0) {
		cache.indexes.clear();
	}
}

function indexOf(cache: Cache, id: string): number | undefined {
	for (; cache.indexed < cache.blocks.length; cache.indexed += 1) {
		cache.indexes.set(cache.blocks[cache.indexed]!.id, cache.indexed);
	}
	return cache.indexes.get(id);
}

function rowsOf(cache: Cache, index: number): readonly string[] {
	const block = cache.blocks[index]!;
	const known = cache.rendered.get(block);
	const rows = known ?? render(cache, block);
	cache.rendered.delete(block);
	cache.rendered.set(block, rows);
	if (cache.rendered.size > renderedBlocksMax) {
		cache.rendered.delete(cache.rendered.keys().next().value!);
	}
	measure(cache, index, rows);
	return rows;
}

function measure(cache: Cache, index: number, rows: readonly string[]): void {
	if (!cache.exact[index]) {
		cache.exact[index] = true;
		cache.heights.set(index, rows.length);
	}
}

function render(cache: Cache, block: TranscriptBlock): readonly string[] {
	const {width, look} = cache;
	const rows = renderBlock(block, {
		...look,
		width,
		unfolded: cache.unfolded.has(block.id),
		markdown: viewOf(cache, block),
	});
	return block.apart ? ['', ...rows] : rows;
}

/**
 * Returns the view of a growing reply, which is kept so that only the last paragraph is drawn
 * again.
 */
function viewOf(cache: Cache, block: TranscriptBlock): MarkdownView {
	const view = cache.views.get(block.id) ?? createMarkdownView();
	if (block.type === 'reply' && !block.shown.ended) {
		cache.views.set(block.id, view);
	} else {
		cache.views.delete(block.id);
	}
	return view;
}

/**
 * Finds the block at a row. Drawing the block may show that it is shorter than estimated, and ends
 * before the row; blocks above keep their heights.
 */
function locate(cache: Cache, row: number): {index: number; offset: number} | null {
	while (cache.blocks.length > 0) {
		const index = cache.heights.find(row);
		const height = rowsOf(cache, index).length;
		const offset = row - cache.heights.before(index);
		if (offset < height || index === cache.blocks.length - 1) {
			return {index, offset};
		}
	}
	return null;
}

function slice(cache: Cache, fromRow: number, count: number): readonly string[] {
	const found = locate(cache, Math.max(0, fromRow));
	if (!found) {
		return [];
	}
	const rows = rowsOf(cache, found.index).slice(found.offset, found.offset + count);
	for (
		let index = found.index + 1;
		rows.length < count && index < cache.blocks.length;
		index += 1
	) {
		for (const row of rowsOf(cache, index).slice(0, count - rows.length)) {
			rows.push(row);
		}
	}
	return rows;
}

function toggle(cache: Cache, id: string): void {
	cache.version += 1;
	if (!cache.unfolded.delete(id)) {
		cache.unfolded.add(id);
	}
	const index = indexOf(cache, id);
	if (index !== undefined) {
		cache.rendered.delete(cache.blocks[index]!);
		cache.exact[index] = false;
	}
}
