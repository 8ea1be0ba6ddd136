import {createRandom} from '../storm.ts';

/** Random choices that are the same for the same seed. */
export type Chance = {
	/** Returns true with this probability, from 0 to 1. */
	readonly of: (share: number) => boolean;
	/** Returns an integer from 0 up to, but not including, `limit`. */
	readonly below: (limit: number) => number;
	readonly pick: <Value>(values: readonly Value[]) => Value;
	/** Returns a size up to `most`. Small ones are more frequent. */
	readonly size: (most: number) => number;
};

export function createChance(seed: number): Chance {
	const random = createRandom(seed);
	const below = (limit: number) => Math.floor(random() * limit);
	return {
		of: share => random() < share,
		below,
		pick: values => values[below(values.length)]!,
		size: most => Math.floor(most ** random()),
	};
}
