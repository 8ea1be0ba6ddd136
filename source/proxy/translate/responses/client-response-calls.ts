import type {CallMarks} from '../../neutral.ts';
import type {CallItem, CallStart} from './client-response-items.ts';
import {
	delta,
	deltaHead,
	itemAdded,
	itemDone,
	type ResponsesEncoderState,
	write,
} from './client-response-state.ts';

export function startCall(encoderState: ResponsesEncoderState, start: CallStart): string {
	const custom = start.form === 'custom';
	const index = encoderState.items.length;
	const id = `${custom ? 'ctc' : 'fc'}_${encoderState.frame.id}_${index}`;
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
	encoderState.calls.set(start.call, item);
	return itemAdded(encoderState, item);
}

export function growCall(
	encoderState: ResponsesEncoderState,
	{call, text}: {readonly call: number; readonly text: string},
): string {
	const item = encoderState.calls.get(call);
	if (item?.status !== 'in_progress') {
		return '';
	}
	item.text += text;
	return delta(encoderState, item.deltaHead, text);
}

export function endCall(
	encoderState: ResponsesEncoderState,
	{call, mended, broken}: {readonly call: number} & CallMarks,
): string {
	const item = encoderState.calls.get(call);
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
			? write(encoderState, 'response.custom_tool_call_input.done', {...place, input: text})
			: write(encoderState, 'response.function_call_arguments.done', {
					...place,
					name: start.name,
					arguments: text,
				});
	return done + itemDone(encoderState, item, 'completed');
}
