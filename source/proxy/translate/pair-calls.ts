import type {NeutralCall, NeutralItem, NeutralPart} from '../neutral.ts';

type ResultItem = NeutralItem & {readonly type: 'result'};

/**
 * Moves each result directly behind its call, because most providers refuse anything else. A
 * missing result is replaced by a text that says so, and a result without a call becomes a message
 * of the user. Some models number their calls anew in each answer, so a call whose id occurred
 * before gets a new id.
 */
export function pairCalls(items: readonly NeutralItem[]): {
	readonly items: readonly NeutralItem[];
	readonly notices: readonly string[];
} {
	const pairing: Pairing = {results: resultsById(items), seen: new Map(), notices: new Set()};
	const callCounts = countCalls(items);
	const orphans = new Map<string, number>();
	const paired: NeutralItem[] = [];
	for (let index = 0; index < items.length; index += 1) {
		const item = items[index]!;
		if (item.type === 'call') {
			const group = callsFrom(items, index);
			index += group.length - 1;
			paired.push(...pairGroup(group, pairing));
		} else if (item.type !== 'result') {
			paired.push(item);
		} else {
			const before = orphans.get(item.id) ?? 0;
			orphans.set(item.id, before + 1);
			if (before >= (callCounts.get(item.id) ?? 0)) {
				pairing.notices.add('A result without its call was sent as words of the user.');
				paired.push(orphan(item));
			}
		}
	}
	return {items: paired, notices: [...pairing.notices]};
}

/**
 * Returns the parts of a result. If the call has failed, a text says so, for protocols without a
 * field for that.
 */
export function resultParts({parts, failed}: ResultItem): readonly NeutralPart[] {
	return failed ? [{type: 'text', text: 'The call failed:'}, ...parts] : parts;
}

type Pairing = {
	readonly results: ReadonlyMap<string, readonly ResultItem[]>;
	/** How many calls have had this id so far. */
	readonly seen: Map<string, number>;
	readonly notices: Set<string>;
};

function resultsById(items: readonly NeutralItem[]): ReadonlyMap<string, readonly ResultItem[]> {
	return Map.groupBy(
		items.filter(item => item.type === 'result'),
		({id}) => id,
	);
}

function countCalls(items: readonly NeutralItem[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const item of items) {
		if (item.type === 'call') {
			counts.set(item.id, (counts.get(item.id) ?? 0) + 1);
		}
	}
	return counts;
}

/** Returns the consecutive calls from here on. Thinking before a call belongs to it. */
function callsFrom(items: readonly NeutralItem[], start: number): readonly NeutralItem[] {
	let end = start;
	for (let index = start; index < items.length; index += 1) {
		const {type} = items[index]!;
		if (type === 'call') {
			end = index;
		} else if (type !== 'reasoning') {
			break;
		}
	}
	return items.slice(start, end + 1);
}

function pairGroup(group: readonly NeutralItem[], pairing: Pairing): readonly NeutralItem[] {
	const results: ResultItem[] = [];
	const calls = group.map(item => {
		if (item.type !== 'call') {
			return item;
		}
		const count = pairing.seen.get(item.id) ?? 0;
		pairing.seen.set(item.id, count + 1);
		const found = pairing.results.get(item.id)?.[count] ?? missing(item, pairing.notices);
		const id = count === 0 ? item.id : freeId(item.id, count, pairing.results);
		results.push({...found, id});
		return {...item, id};
	});
	return [...calls, ...results];
}

function freeId(id: string, count: number, taken: ReadonlyMap<string, unknown>): string {
	let free = `${id}_${count + 1}`;
	while (taken.has(free)) {
		free = `${free}_`;
	}
	return free;
}

function missing(call: NeutralCall, notices: Set<string>): ResultItem {
	notices.add('A call without a result was given one that says so.');
	const text = 'No result of this call was recorded.';
	return {type: 'result', id: call.id, form: call.form, parts: [{type: 'text', text}]};
}

function orphan(result: ResultItem): NeutralItem {
	const note = {type: 'text', text: `Result of the earlier call ${result.id}:`} as const;
	return {type: 'message', role: 'user', parts: [note, ...result.parts]};
}
