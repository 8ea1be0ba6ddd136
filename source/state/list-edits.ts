import {withEntry} from './layered-map.ts';

/**
 * How reducers change lists that may become long. Copying such a list for every event takes ever
 * longer, so a replay of a journal changes its lists in place.
 */
export type ListEdits = {
	readonly append: <Item>(list: readonly Item[], item: Item) => readonly Item[];
	readonly replace: <Item>(list: readonly Item[], index: number, item: Item) => readonly Item[];
	readonly put: <Key, Value>(
		map: ReadonlyMap<Key, Value>,
		key: Key,
		value: Value,
	) => ReadonlyMap<Key, Value>;
};

/** Copies lists, so that earlier states stay as they are. */
export const copying: ListEdits = {
	append: (list, item) => [...list, item],
	replace: (list, index, item) => list.with(index, item),
	put: withEntry,
};

/**
 * Changes lists in place, which changes earlier states too; only for a state that nobody else uses.
 */
export const inPlace: ListEdits = {
	append(list, item) {
		(list as (typeof item)[]).push(item);
		return list;
	},
	replace(list, index, item) {
		(list as (typeof item)[])[index] = item;
		return list;
	},
	put: (map, key, value) => (map as Map<typeof key, typeof value>).set(key, value),
};
