/**
 * How reducers change what can become long. Copying costs as much as the list is long, for every
 * event, so a journal of any length is replayed in place.
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

/** Earlier states stay as they are. */
export const copying: ListEdits = {
	append: (list, item) => [...list, item],
	replace: (list, index, item) => list.with(index, item),
	put: (map, key, value) => new Map(map).set(key, value),
};

/** Only for a state that nobody else holds: earlier states change too. */
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
