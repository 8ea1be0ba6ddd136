/** Random choices that are the same on every run with the same seed. */
export type Random = {
	/** A whole number from 0 up to, and without, this one. */
	readonly below: (limit: number) => number;
	readonly one: <Item>(items: readonly Item[]) => Item;
};

export function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	const below = (limit: number) => {
		state = (state + 0x6d_2b_79_f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
	};
	return {below, one: items => items[below(items.length)]!};
}
