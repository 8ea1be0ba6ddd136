import type {Ids} from '../../source/platform/ids.ts';

/** Ids that a test can name: the prefix and a number that counts up. */
export function countIds(): Ids {
	let count = 0;
	return <Id extends string>(prefix: string) => {
		count += 1;
		return `${prefix}_${count}` as Id;
	};
}
