/**
 * Long maps that change entry by entry. A copy for each change would take ever longer and leave
 * ever more garbage. So changes go into a small map on top of the long one, and both are merged
 * when the small one is full. A map never changes once it was returned.
 */

/** A map with fewer entries is copied for each change. */
const shortMax = 128;
/** With more entries than this, the small map is merged into the long one. */
const overMax = 64;

const layers: unique symbol = Symbol('layers');

type Layers<Key, Value> = {
	readonly under: ReadonlyMap<Key, Value>;
	readonly over: ReadonlyMap<Key, Value>;
};

type Layered<Key, Value> = ReadonlyMap<Key, Value> & {readonly [layers]: Layers<Key, Value>};

/** Returns a map with this entry; `map` itself stays unchanged. */
export function withEntry<Key, Value>(
	map: ReadonlyMap<Key, Value>,
	key: Key,
	value: Value,
): ReadonlyMap<Key, Value> {
	if (map.size < shortMax) {
		return new Map(map).set(key, value);
	}
	const {under, over} = layersOf(map);
	const changed = new Map(over).set(key, value);
	return changed.size > overMax ? new Map(entriesOf({under, over: changed})) : lay(under, changed);
}

/**
 * Returns a function that finds the values for which `holds` is true, in the map's order. It
 * remembers the results for the long map, so that after a change only the small one is searched.
 */
export function createFinder<Key, Value>(holds: (value: Value) => boolean) {
	let last: {under: ReadonlyMap<Key, Value>; found: readonly Key[]} | undefined;
	return (map: ReadonlyMap<Key, Value>): readonly Value[] => {
		const {under, over} = layersOf(map);
		if (last?.under !== under) {
			const found = [...under].filter(([, value]) => holds(value)).map(([key]) => key);
			last = {under, found};
		}
		const keys = new Set([...last.found, ...over.keys()]);
		return [...keys].map(key => map.get(key)!).filter(holds);
	};
}

function layersOf<Key, Value>(map: ReadonlyMap<Key, Value>): Layers<Key, Value> {
	return layers in map ? (map as Layered<Key, Value>)[layers] : {under: map, over: new Map()};
}

function lay<Key, Value>(
	under: ReadonlyMap<Key, Value>,
	over: ReadonlyMap<Key, Value>,
): Layered<Key, Value> {
	const entries = () => entriesOf({under, over});
	const added = [...over.keys()].filter(key => !under.has(key)).length;
	const map: Layered<Key, Value> = {
		[layers]: {under, over},
		size: under.size + added,
		get: key => (over.has(key) ? over : under).get(key),
		has: key => over.has(key) || under.has(key),
		forEach(action) {
			for (const [key, value] of entries()) {
				action(value, key, map);
			}
		},
		entries,
		[Symbol.iterator]: entries,
		keys: () => parts(entries(), ([key]) => key),
		values: () => parts(entries(), ([, value]) => value),
	};
	return map;
}

function* entriesOf<Key, Value>({under, over}: Layers<Key, Value>): MapIterator<[Key, Value]> {
	for (const [key, value] of under) {
		yield [key, over.has(key) ? over.get(key)! : value];
	}
	for (const [key, value] of over) {
		if (!under.has(key)) {
			yield [key, value];
		}
	}
}

function* parts<Entry, Part>(
	entries: Iterable<Entry>,
	part: (entry: Entry) => Part,
): MapIterator<Part> {
	for (const entry of entries) {
		yield part(entry);
	}
}
