/** The same numbers for the same seed, so that what fails once fails again. */
export type Random = {
	readonly below: (limit: number) => number;
	readonly pick: <Item>(items: readonly Item[]) => Item;
	readonly chance: (part: number) => boolean;
};

export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		below,
		pick: items => items[below(items.length)]!,
		chance: part => next() < part,
	};
}

export const plainWords = 'the quick brown fox jumps over a lazy dog ─── │ ╭╮ é ß → ❯ ✓'.split(' ');
export const wideWords = ['日本語', '한국어', '漢字かな', '中'];
export const looseWords = ['👍🏽', '👨‍👩‍👧', '❤️', '🇩🇪', 'e\u0301', '1️⃣', 'ก็', '🙂'];

const styles = [
	'\u001B[1m',
	'\u001B[2;3m',
	'\u001B[31m',
	'\u001B[38;5;200;48;5;17m',
	'\u001B[38;2;10;200;30m',
	'\u001B[4m',
	'\u001B[7m',
	'\u001B[9;94m',
	'\u001B[41m',
	'\u001B[m',
	'\u001B[0m',
	'\u001B[22;39m',
];

/** A row of words and styles, about so wide, sometimes wider. */
export function randomRow(random: Random, width: number, words: readonly string[]): string {
	let row = random.chance(0.3) ? ' '.repeat(random.below(width)) : '';
	const length = random.below(width + 6);
	while (row.replace(/\u001B\[[\d;]*m/g, '').length < length) {
		row += random.chance(0.3) ? random.pick(styles) : '';
		row += random.pick(words) + (random.chance(0.2) ? ' '.repeat(random.below(20)) : ' ');
	}
	return `${row}\u001B[m`;
}
