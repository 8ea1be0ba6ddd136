import type {NeutralCall, NeutralItem} from '../neutral.ts';

type ResultItem = NeutralItem & {readonly type: 'result'};

/**
 * Most providers refuse a conversation in which a call has no result, a result no call, or
 * something else stands between them. Results are moved behind their calls, a missing one is said
 * to be missing, and a result without a call becomes words of the user.
 */
export function pairCalls(items: readonly NeutralItem[]): {
	readonly items: readonly NeutralItem[];
	readonly notices: readonly string[];
} {
	const results = new Map<string, ResultItem>();
	const calls = new Set<string>();
	for (const item of items) {
		if (item.type === 'result' && !results.has(item.id)) {
			results.set(item.id, item);
		} else if (item.type === 'call') {
			calls.add(item.id);
		}
	}
	const paired: NeutralItem[] = [];
	const notices = new Set<string>();
	for (let index = 0; index < items.length; index += 1) {
		const item = items[index]!;
		if (item.type === 'call') {
			const group = callsFrom(items, index);
			index += group.length - 1;
			paired.push(...group, ...group.map(call => resultOf(call, results, notices)));
		} else if (item.type !== 'result') {
			paired.push(item);
		} else if (!calls.has(item.id)) {
			notices.add('A result without its call was sent as words of the user.');
			paired.push(orphan(item));
		}
	}
	return {items: paired, notices: [...notices]};
}

function callsFrom(items: readonly NeutralItem[], start: number): readonly NeutralCall[] {
	const group: NeutralCall[] = [];
	for (let index = start; index < items.length; index += 1) {
		const item = items[index]!;
		if (item.type !== 'call') {
			break;
		}
		group.push(item);
	}
	return group;
}

function resultOf(
	call: NeutralCall,
	results: ReadonlyMap<string, ResultItem>,
	notices: Set<string>,
): ResultItem {
	const found = results.get(call.id);
	if (found) {
		return found;
	}
	notices.add('A call without a result was given one that says so.');
	const text = 'No result of this call was recorded.';
	return {type: 'result', id: call.id, form: call.form, parts: [{type: 'text', text}]};
}

function orphan(result: ResultItem): NeutralItem {
	const note = {type: 'text', text: `Result of the earlier call ${result.id}:`} as const;
	return {type: 'message', role: 'user', parts: [note, ...result.parts]};
}
