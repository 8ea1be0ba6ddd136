import type {Seal} from '../neutral.ts';
import {
	type Draft,
	delta,
	deltaHead,
	itemAdded,
	itemDone,
	write,
} from './responses-encoder-state.ts';
import {
	type ItemStatus,
	type PartKind,
	type ProseItem,
	partNames,
	partObject,
} from './responses-items-out.ts';
import {sealText} from './seal.ts';

/** Adds text of one kind to the answer, in the item and part that are open or in new ones. */
export function addText(draft: Draft, kind: PartKind, text: string): string {
	const open = draft.prose?.parts.at(-1);
	if (open?.kind === kind) {
		open.text += text;
		return delta(draft, open.deltaHead, text);
	}
	const opened = openPart(draft, kind);
	const part = draft.prose!.parts.at(-1)!;
	part.text = text;
	return opened + delta(draft, part.deltaHead, text);
}

/** With the reasoning that it seals, or as an item of its own where nothing was told. */
export function addSeal(draft: Draft, seal: Seal): string {
	const isOpen = draft.prose?.type === 'reasoning' && seal.form === 'signature';
	const opened = isOpen ? '' : closeProse(draft, 'completed') + openItem(draft, 'reasoning');
	draft.prose!.seal = sealText(seal, 'openai-responses');
	return opened + closeProse(draft, 'completed');
}

export function closeProse(draft: Draft, status: ItemStatus): string {
	const item = draft.prose;
	if (!item) {
		return '';
	}
	draft.prose = null;
	return closePart(draft, item) + itemDone(draft, item, status);
}

function openPart(draft: Draft, kind: PartKind): string {
	const names = partNames[kind];
	const closed =
		draft.prose?.type === names.item
			? closePart(draft, draft.prose)
			: closeProse(draft, 'completed') + openItem(draft, names.item);
	const item = draft.prose!;
	const counted = item.parts.filter(part => partNames[part.kind].index === names.index);
	const place = {item_id: item.id, output_index: item.index, [names.index]: counted.length};
	const head = deltaHead(names.delta, {...place, ...logprobsOf(kind)});
	const part = {kind, place, deltaHead: head, text: ''};
	item.parts.push(part);
	return closed + write(draft, names.added, {...place, part: partObject(part)});
}

function openItem(draft: Draft, type: ProseItem['type']): string {
	const index = draft.items.length;
	const id = `${type === 'message' ? 'msg' : 'rs'}_${draft.frame.id}_${index}`;
	const item: ProseItem = {type, id, index, parts: [], status: 'in_progress'};
	draft.prose = item;
	return itemAdded(draft, item);
}

function closePart(draft: Draft, item: ProseItem): string {
	const part = item.parts.at(-1);
	if (!part) {
		return '';
	}
	const {place, kind, text} = part;
	const names = partNames[kind];
	return (
		write(draft, names.done, {...place, [names.text]: text, ...logprobsOf(kind)}) +
		write(draft, names.closed, {...place, part: partObject(part)})
	);
}

function logprobsOf(kind: PartKind) {
	return kind === 'output_text' ? {logprobs: []} : {};
}
