import type {Seal} from '../../neutral.ts';
import {sealText} from '../seal.ts';
import {
	type ItemStatus,
	type PartKind,
	type ProseItem,
	partNames,
	partObject,
} from './client-response-items.ts';
import {
	delta,
	deltaHead,
	itemAdded,
	itemDone,
	type ResponsesEncoderState,
	write,
} from './client-response-state.ts';

/** Adds text of one kind to the answer: to the open item and part, or to new ones. */
export function addText(encoderState: ResponsesEncoderState, kind: PartKind, text: string): string {
	const open = encoderState.prose?.parts.at(-1);
	if (open?.kind === kind) {
		open.text += text;
		return delta(encoderState, open.deltaHead, text);
	}
	const opened = openPart(encoderState, kind);
	const part = encoderState.prose!.parts.at(-1)!;
	part.text = text;
	return opened + delta(encoderState, part.deltaHead, text);
}

/**
 * Adds a signature to the reasoning that it signs. If no reasoning was shown, adds it as an item.
 */
export function addSeal(encoderState: ResponsesEncoderState, seal: Seal): string {
	const isOpen = encoderState.prose?.type === 'reasoning' && seal.form === 'signature';
	const opened = isOpen
		? ''
		: closeProse(encoderState, 'completed') + openItem(encoderState, 'reasoning');
	encoderState.prose!.seal = sealText(seal, 'openai-responses');
	return opened + closeProse(encoderState, 'completed');
}

export function closeProse(encoderState: ResponsesEncoderState, status: ItemStatus): string {
	const item = encoderState.prose;
	if (!item) {
		return '';
	}
	encoderState.prose = null;
	return closePart(encoderState, item) + itemDone(encoderState, item, status);
}

function openPart(encoderState: ResponsesEncoderState, kind: PartKind): string {
	const names = partNames[kind];
	const closed =
		encoderState.prose?.type === names.item
			? closePart(encoderState, encoderState.prose)
			: closeProse(encoderState, 'completed') + openItem(encoderState, names.item);
	const item = encoderState.prose!;
	const counted = item.parts.filter(part => partNames[part.kind].index === names.index);
	const place = {item_id: item.id, output_index: item.index, [names.index]: counted.length};
	const head = deltaHead(names.delta, {...place, ...logprobsOf(kind)});
	const part = {kind, place, deltaHead: head, text: ''};
	item.parts.push(part);
	return closed + write(encoderState, names.added, {...place, part: partObject(part)});
}

function openItem(encoderState: ResponsesEncoderState, type: ProseItem['type']): string {
	const index = encoderState.items.length;
	const id = `${type === 'message' ? 'msg' : 'rs'}_${encoderState.frame.id}_${index}`;
	const item: ProseItem = {type, id, index, parts: [], status: 'in_progress'};
	encoderState.prose = item;
	return itemAdded(encoderState, item);
}

function closePart(encoderState: ResponsesEncoderState, item: ProseItem): string {
	const part = item.parts.at(-1);
	if (!part) {
		return '';
	}
	const {place, kind, text} = part;
	const names = partNames[kind];
	return (
		write(encoderState, names.done, {...place, [names.text]: text, ...logprobsOf(kind)}) +
		write(encoderState, names.closed, {...place, part: partObject(part)})
	);
}

function logprobsOf(kind: PartKind) {
	return kind === 'output_text' ? {logprobs: []} : {};
}
