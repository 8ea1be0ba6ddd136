import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import {type CallFailure, cutOff, unreadable} from '../../failure.ts';
import type {NeutralEvent, NeutralFinish} from '../../neutral.ts';
import {partsMax, tooManyParts} from '../limits.ts';
import type {DecoderContext, StreamDecoder} from '../protocol.ts';
import {failureOfError} from '../provider-error.ts';
import {readResponsesUsage} from '../provider-usage.ts';
import {
	entryOf,
	objectsOf,
	optionalNumber,
	optionalObject,
	optionalText,
	parseJson,
	textOf,
} from '../request-reading.ts';

/** Reads answers of the Responses API, streamed or whole, into neutral events. */
export function createResponsesDecoder(context: DecoderContext): StreamDecoder {
	const decoding: Decoding = {context, items: new Map(), calls: 0, ended: false};
	return {
		data(data, name) {
			if (decoding.ended) {
				return;
			}
			const event = parseJson(data);
			if (isJsonObject(event)) {
				readEvent(decoding, textOf(event['type']) || name, event);
			} else if (data !== '[DONE]') {
				fail(decoding, unreadable(context.provider, 'an event that is not JSON'));
			}
		},
		whole(body) {
			for (const [index, item] of objectsOf(body['output']).entries()) {
				readWholeItem(decoding, index, item);
			}
			finish(decoding, body);
		},
		end() {
			if (!decoding.ended) {
				fail(decoding, cutOff(context.provider));
			}
		},
		settling: () => false,
	};
}

type Decoding = {
	readonly context: DecoderContext;
	/** By output index: whether text has come, and the number of the call. */
	readonly items: Map<number, ItemState>;
	calls: number;
	ended: boolean;
};

type ItemState = {readonly call: number | null; grown: boolean; ended: boolean};

function readEvent(decoding: Decoding, type: string, event: JsonObject): void {
	const simple = entryOf(textEvents, type);
	const index = optionalNumber(event['output_index']) ?? 0;
	const delta = textOf(event['delta']);
	if (simple) {
		stateOf(decoding, index).grown = true;
		if (delta !== '') {
			decoding.context.emit(simple(delta));
		}
		return;
	}
	switch (type) {
		case 'response.output_item.added':
			addItem(decoding, index, optionalObject(event['item']) ?? {});
			return;
		case 'response.function_call_arguments.delta':
		case 'response.custom_tool_call_input.delta':
			growCall(decoding, index, delta);
			return;
		case 'response.output_item.done':
			readWholeItem(decoding, index, optionalObject(event['item']) ?? {});
			return;
		case 'response.completed':
		case 'response.incomplete':
		case 'response.failed':
			finish(decoding, optionalObject(event['response']) ?? {});
			return;
		case 'error':
			fail(decoding, failureOfError(decoding.context.provider, event['error'] ?? event));
	}
}

const textEvents: Readonly<Record<string, (text: string) => NeutralEvent>> = {
	'response.output_text.delta': text => ({type: 'text', text}),
	'response.refusal.delta': text => ({type: 'refusal', text}),
	'response.reasoning_text.delta': text => ({type: 'reasoning', text, form: 'raw'}),
	'response.reasoning_summary_text.delta': text => ({type: 'reasoning', text, form: 'summary'}),
};

function stateOf(decoding: Decoding, index: number): ItemState {
	const known = decoding.items.get(index);
	if (known) {
		return known;
	}
	const state: ItemState = {call: null, grown: false, ended: false};
	decoding.items.set(index, state);
	if (decoding.items.size > partsMax) {
		fail(decoding, tooManyParts(decoding.context.provider));
	}
	return state;
}

function addItem(decoding: Decoding, index: number, item: JsonObject): void {
	const type = item['type'];
	if ((type !== 'function_call' && type !== 'custom_tool_call') || decoding.items.has(index)) {
		return;
	}
	const {names, id} = decoding.context;
	const call = decoding.calls;
	decoding.calls += 1;
	decoding.items.set(index, {call, grown: false, ended: false});
	decoding.context.emit({
		type: 'call.start',
		call,
		id: names.freshId(optionalText(item['call_id']) ?? `call_${id}_${call}`),
		name: textOf(item['name']),
		namespace: optionalText(item['namespace']),
		form: type === 'custom_tool_call' ? 'custom' : 'function',
	});
}

function growCall(decoding: Decoding, index: number, text: string): void {
	const state = decoding.items.get(index);
	if (state && state.call !== null && text !== '') {
		state.grown = true;
		decoding.context.emit({type: 'call.delta', call: state.call, text});
	}
}

/** Reads a complete item. What already came in deltas is not repeated. */
function readWholeItem(decoding: Decoding, index: number, item: JsonObject): void {
	addItem(decoding, index, item);
	const state = stateOf(decoding, index);
	if (state.ended) {
		return;
	}
	state.ended = true;
	if (state.call !== null) {
		if (!state.grown) {
			growCall(decoding, index, textOf(item['arguments']) || textOf(item['input']));
		}
		if (item['status'] !== 'incomplete') {
			decoding.context.emit({type: 'call.end', call: state.call});
		}
	} else if (!state.grown) {
		for (const part of [...objectsOf(item['summary']), ...objectsOf(item['content'])]) {
			readWholePart(decoding, part);
		}
	}
	const sealed = textOf(item['encrypted_content']);
	if (item['type'] === 'reasoning' && sealed !== '') {
		const seal = {from: 'openai-responses', form: 'signature', data: sealed} as const;
		decoding.context.emit({type: 'seal', seal});
	}
}

function readWholePart({context}: Decoding, part: JsonObject): void {
	const text = textOf(part['text']) || textOf(part['refusal']);
	if (text === '') {
		return;
	}
	switch (part['type']) {
		case 'output_text':
			context.emit({type: 'text', text});
			return;
		case 'refusal':
			context.emit({type: 'refusal', text});
			return;
		case 'reasoning_text':
			context.emit({type: 'reasoning', text, form: 'raw'});
			return;
		case 'summary_text':
			context.emit({type: 'reasoning', text, form: 'summary'});
	}
}

function finish(decoding: Decoding, response: JsonObject): void {
	const {context} = decoding;
	if (response['status'] === 'failed' || (response['error'] && !response['status'])) {
		fail(decoding, failureOfError(context.provider, response['error']));
		return;
	}
	decoding.ended = true;
	const usage = readResponsesUsage(optionalObject(response['usage']));
	if (usage) {
		context.emit({type: 'usage', usage});
	}
	context.emit({type: 'finish', finish: finishOf(response, decoding.calls)});
}

function finishOf(response: JsonObject, callCount: number): NeutralFinish {
	if (response['status'] === 'incomplete') {
		const reason = optionalObject(response['incomplete_details'])?.['reason'];
		return reason === 'content_filter' ? 'refused' : 'length';
	}
	return callCount > 0 ? 'calls' : 'stop';
}

function fail(decoding: Decoding, failure: CallFailure): void {
	decoding.ended = true;
	decoding.context.emit({type: 'failure', failure});
}
