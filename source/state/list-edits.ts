import {withEntry} from './layered-map.ts';

/**
 * How reducers change lists that may be long. To copy such a list for every event takes too long in
 * a replay, so a replay changes its own lists in place.
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

/** Copies a list for each change, so that earlier states stay valid. */
export const copying: ListEdits = {
	append: (list, item) => [...list, item],
	replace: (list, index, item) => list.with(index, item),
	put: withEntry,
};

/**
 * Changes a list in place, and with it every earlier state. Use it only for lists that no other
 * code has.
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
