import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import {type CallFailure, cutOff, unreadable} from '../../failure.ts';
import type {CallForm, NeutralFinish, Seal} from '../../neutral.ts';
import {customText} from '../custom-tool.ts';
import {tooLongCall} from '../limits.ts';
import type {DecoderContext, StreamDecoder} from '../protocol.ts';
import {failureOfError} from '../provider-error.ts';
import {
	entryOf,
	objectsOf,
	optionalObject,
	optionalText,
	parseJson,
	textOf,
} from '../request-reading.ts';
import {type AnthropicUsage, createAnthropicUsage} from './provider-usage.ts';

/**
 * Reads Anthropic's answers, streamed or whole, into neutral events. Anthropic also closes a block
 * that the length limit has cut off. So a call counts as complete only when another block follows,
 * or the stop reason is known.
 */
export function createAnthropicDecoder(context: DecoderContext): StreamDecoder {
	const decoding: Decoding = {
		context,
		usage: createAnthropicUsage(),
		call: null,
		calls: 0,
		reason: '',
		ended: false,
	};
	return {
		data(data, name) {
			if (decoding.ended) {
				return;
			}
			const event = parseJson(data);
			if (isJsonObject(event)) {
				readEvent(decoding, textOf(event['type']) || name, event);
			} else {
				fail(decoding, unreadable(context.provider, 'an event that is not JSON'));
			}
		},
		whole(body) {
			readWhole(decoding, body);
		},
		end() {
			if (!decoding.ended) {
				end(decoding);
			}
		},
		settling: () => decoding.reason !== '',
	};
}

type Decoding = {
	readonly context: DecoderContext;
	readonly usage: AnthropicUsage;
	/** The last call, as long as it is not known to be complete; otherwise null. */
	call: {readonly number: number; readonly form: CallForm; text: string} | null;
	calls: number;
	reason: string;
	ended: boolean;
};

function readEvent(decoding: Decoding, type: string, event: JsonObject): void {
	switch (type) {
		case 'message_start':
			decoding.usage.add(optionalObject(event['message'])?.['usage']);
			return;
		case 'content_block_start':
			startBlock(decoding, optionalObject(event['content_block']) ?? {});
			return;
		case 'content_block_delta':
			readDelta(decoding, optionalObject(event['delta']) ?? {});
			return;
		case 'message_delta':
			decoding.usage.add(event['usage']);
			decoding.reason = textOf(optionalObject(event['delta'])?.['stop_reason']) || decoding.reason;
			return;
		case 'message_stop':
			end(decoding);
			return;
		case 'error':
			fail(decoding, failureOfError(decoding.context.provider, event['error'] ?? event));
	}
}

function readWhole(decoding: Decoding, body: JsonObject): void {
	const {context} = decoding;
	if (body['error'] || body['type'] === 'error') {
		fail(decoding, failureOfError(context.provider, body['error'] ?? body));
		return;
	}
	if (!Array.isArray(body['content'])) {
		fail(decoding, unreadable(context.provider, 'an answer without content'));
		return;
	}
	for (const block of objectsOf(body['content'])) {
		startBlock(decoding, block);
	}
	decoding.usage.add(body['usage']);
	decoding.reason = textOf(body['stop_reason']) || 'end_turn';
	end(decoding);
}

/** In a stream a block starts empty; in a whole answer it has its content. */
function startBlock(decoding: Decoding, block: JsonObject): void {
	endCall(decoding);
	if (block['type'] === 'tool_use') {
		startCall(decoding, block);
		return;
	}
	addText(decoding, textOf(block['text']));
	addThought(decoding, textOf(block['thinking']));
	addSeal(decoding, 'signature', textOf(block['signature']));
	addSeal(decoding, 'redacted', textOf(block['data']));
}

function startCall(decoding: Decoding, block: JsonObject): void {
	const {context} = decoding;
	const number = decoding.calls;
	const tool = context.names.inward(textOf(block['name']));
	const id = context.names.freshId(optionalText(block['id']) ?? `call_${context.id}_${number}`);
	decoding.calls += 1;
	decoding.call = {number, form: tool.form, text: ''};
	context.emit({type: 'call.start', call: number, id, ...tool});
	const {input} = block;
	if (isJsonObject(input) && Object.keys(input).length > 0) {
		growCall(decoding, JSON.stringify(input));
	}
}

function readDelta(decoding: Decoding, delta: JsonObject): void {
	switch (delta['type']) {
		case 'text_delta':
			addText(decoding, textOf(delta['text']));
			return;
		case 'thinking_delta':
			addThought(decoding, textOf(delta['thinking']));
			return;
		case 'signature_delta':
			addSeal(decoding, 'signature', textOf(delta['signature']));
			return;
		case 'input_json_delta':
			growCall(decoding, textOf(delta['partial_json']));
	}
}

function addText({context}: Decoding, text: string): void {
	if (text !== '') {
		context.emit({type: 'text', text});
	}
}

function addThought({context}: Decoding, text: string): void {
	if (text !== '') {
		context.emit({type: 'reasoning', text, form: 'raw'});
	}
}

function addSeal({context}: Decoding, form: Seal['form'], data: string): void {
	if (data !== '') {
		context.emit({type: 'seal', seal: {from: 'anthropic', form, data}});
	}
}

function growCall(decoding: Decoding, text: string): void {
	const {call, context} = decoding;
	if (!call || text === '') {
		return;
	}
	call.text += text;
	if (call.text.length > context.bytesMax) {
		fail(decoding, tooLongCall(context.provider, context.bytesMax));
		return;
	}
	if (call.form === 'function') {
		context.emit({type: 'call.delta', call: call.number, text});
	}
}

function endCall(decoding: Decoding): void {
	const {call, context} = decoding;
	if (!call) {
		return;
	}
	decoding.call = null;
	if (call.form === 'custom') {
		context.emit({type: 'call.delta', call: call.number, text: customText(call.text)});
	} else if (call.text.trim() === '') {
		context.emit({type: 'call.delta', call: call.number, text: '{}'});
	}
	context.emit({type: 'call.end', call: call.number});
}

function end(decoding: Decoding): void {
	const {context, reason, usage} = decoding;
	if (reason === '') {
		fail(decoding, cutOff(context.provider));
		return;
	}
	const finish = entryOf(finishes, reason) ?? (decoding.calls > 0 ? 'calls' : 'stop');
	if (finish !== 'length' && finish !== 'refused') {
		endCall(decoding);
	}
	decoding.ended = true;
	context.emit(usage.event());
	context.emit({type: 'finish', finish});
}

const finishes: Readonly<Record<string, NeutralFinish>> = {
	max_tokens: 'length',
	model_context_window_exceeded: 'length',
	refusal: 'refused',
};

function fail(decoding: Decoding, failure: CallFailure): void {
	decoding.ended = true;
	decoding.context.emit({type: 'failure', failure});
}
