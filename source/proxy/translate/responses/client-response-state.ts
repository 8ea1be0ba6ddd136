import type {JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import type {CallFailure} from '../../failure.ts';
import type {NeutralFinish} from '../../neutral.ts';
import type {ReplyFrame} from '../protocol.ts';
import {sseEvent} from '../sse.ts';
import {
	type AnswerItem,
	type CallItem,
	type ItemStatus,
	itemObject,
	type ProseItem,
} from './client-response-items.ts';

/** The state of an answer that is written as Responses events. */
export type ResponsesEncoderState = {
	readonly frame: ReplyFrame;
	/** Whether the client wants the answer in one piece, so that no events are written. */
	readonly isWhole: boolean;
	/** The sequence number of the next event. */
	sequence: number;
	readonly items: AnswerItem[];
	/** The open message or reasoning, to which further text is added; null if there is none. */
	prose: ProseItem | null;
	readonly calls: Map<number, CallItem>;
	usage: Usage | null;
	ending: {readonly finish: NeutralFinish} | {readonly failure: CallFailure} | null;
};

export function createResponsesEncoderState(frame: ReplyFrame): ResponsesEncoderState {
	return {
		frame,
		isWhole: frame.body['stream'] !== true,
		sequence: 0,
		items: [],
		prose: null,
		calls: new Map(),
		usage: null,
		ending: null,
	};
}

/** Writes one event of the stream with the next sequence number. */
export function write(
	encoderState: ResponsesEncoderState,
	type: string,
	fields: JsonObject,
): string {
	if (encoderState.isWhole) {
		return '';
	}
	const sequence = encoderState.sequence;
	encoderState.sequence += 1;
	return sseEvent(JSON.stringify({type, sequence_number: sequence, ...fields}), type);
}

/** Writes an event that contains a whole response, which is already JSON text. */
export function writeResponse(
	encoderState: ResponsesEncoderState,
	type: string,
	response: string,
): string {
	const sequence = encoderState.sequence;
	encoderState.sequence += 1;
	return sseEvent(`{"type":"${type}","sequence_number":${sequence},"response":${response}}`, type);
}

export function itemAdded(encoderState: ResponsesEncoderState, item: AnswerItem): string {
	encoderState.items.push(item);
	if (encoderState.isWhole) {
		return '';
	}
	return write(encoderState, 'response.output_item.added', {
		output_index: item.index,
		item: itemObject(item),
	});
}

export function itemDone(
	encoderState: ResponsesEncoderState,
	item: AnswerItem,
	status: ItemStatus,
): string {
	item.status = status;
	return write(encoderState, 'response.output_item.done', {
		output_index: item.index,
		item: itemObject(item),
	});
}

/** Returns the beginning of a delta event, up to its sequence number. It is always the same. */
export function deltaHead(type: string, place: JsonObject): string {
	const fields = JSON.stringify({type, ...place}).slice(0, -1);
	return `event: ${type}\ndata: ${fields},"sequence_number":`;
}

/** Writes a delta event. This runs for each piece of text, so it only joins texts. */
export function delta(encoderState: ResponsesEncoderState, head: string, text: string): string {
	if (encoderState.isWhole) {
		return '';
	}
	const sequence = encoderState.sequence;
	encoderState.sequence += 1;
	return `${head}${sequence},"delta":${JSON.stringify(text)}}\n\n`;
}
