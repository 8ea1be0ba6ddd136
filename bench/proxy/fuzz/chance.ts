import {createRandom} from '../storm.ts';

/** Choices that are the same for the same seed. */
export type Chance = {
	/** True in this share of the cases, from 0 to 1. */
	readonly of: (share: number) => boolean;
	/** From 0 up to this, but not this. */
	readonly below: (limit: number) => number;
	readonly pick: <Value>(values: readonly Value[]) => Value;
	/** Small ones mostly, large ones now and then. */
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
