import type {CallMarks} from '../neutral.ts';
import {
	type Draft,
	delta,
	deltaHead,
	itemAdded,
	itemDone,
	write,
} from './responses-encoder-state.ts';
import type {CallItem, CallStart} from './responses-items-out.ts';

export function startCall(draft: Draft, start: CallStart): string {
	const custom = start.form === 'custom';
	const index = draft.items.length;
	const id = `${custom ? 'ctc' : 'fc'}_${draft.frame.id}_${index}`;
	const name = custom
		? 'response.custom_tool_call_input.delta'
		: 'response.function_call_arguments.delta';
	const item: CallItem = {
		type: 'call',
		id,
		index,
		start,
		deltaHead: deltaHead(name, {item_id: id, output_index: index}),
		text: '',
		status: 'in_progress',
	};
	draft.calls.set(start.call, item);
	return itemAdded(draft, item);
}

export function growCall(
	draft: Draft,
	{call, text}: {readonly call: number; readonly text: string},
): string {
	const item = draft.calls.get(call);
	if (item?.status !== 'in_progress') {
		return '';
	}
	item.text += text;
	return delta(draft, item.deltaHead, text);
}

export function endCall(
	draft: Draft,
	{call, mended, broken}: {readonly call: number} & CallMarks,
): string {
	const item = draft.calls.get(call);
	if (item?.status !== 'in_progress') {
		return '';
	}
	if (mended || broken !== undefined) {
		item.marks = {mended, broken};
	}
	const {start, text} = item;
	const place = {item_id: item.id, output_index: item.index};
	const done =
		start.form === 'custom'
			? write(draft, 'response.custom_tool_call_input.done', {...place, input: text})
			: write(draft, 'response.function_call_arguments.done', {
					...place,
					name: start.name,
					arguments: text,
				});
	return done + itemDone(draft, item, 'completed');
}
