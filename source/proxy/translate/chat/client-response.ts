import {assertNever} from '../../../events/assert-never.ts';
import type {JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import {errorObject} from '../../failure.ts';
import type {NeutralEvent, NeutralFinish, Seal} from '../../neutral.ts';
import type {Encoder, ReplyFrame} from '../protocol.ts';
import {optionalObject} from '../request-reading.ts';
import {sealText} from '../seal.ts';
import {sseEvent} from '../sse.ts';
import {sealedContent} from './google-seal.ts';

/** Writes neutral events as Chat Completions: chunks for a stream, or one message at the end. */
export function createChatEncoder(frame: ReplyFrame): Encoder {
	const encoderState: EncoderState = {
		frame,
		wantsUsage: optionalObject(frame.body['stream_options'])?.['include_usage'] === true,
		head: chunkHead(frame),
		text: '',
		refusal: '',
		reasoning: '',
		calls: new Map(),
		callsWhole: 0,
		seal: null,
		usage: null,
		finish: null,
	};
	return {
		begin: () => chunk(encoderState, {role: 'assistant', content: ''}),
		event: event => encode(encoderState, event),
		// A comment line, since the protocol has no event that every client ignores.
		keepAlive: () => ': keep-alive\n\n',
		whole: () => wholeObject(encoderState),
	};
}

type EncoderState = {
	readonly frame: ReplyFrame;
	readonly wantsUsage: boolean;
	readonly head: string;
	text: string;
	refusal: string;
	reasoning: string;
	readonly calls: Map<number, CallDraft>;
	callsWhole: number;
	/**
	 * The signature that will go with the next call, because the protocol has no other place for it.
	 */
	seal: Seal | null;
	usage: Usage | null;
	finish: NeutralFinish | null;
};

type CallDraft = {
	/** The call's position among those that were sent; null until the call is complete. */
	index: number | null;
	readonly start: NeutralEvent & {readonly type: 'call.start'};
	text: string;
	readonly seal: Seal | null;
};

function encode(encoderState: EncoderState, event: NeutralEvent): string {
	switch (event.type) {
		case 'text':
			encoderState.text += event.text;
			return `${encoderState.head}{"content":${JSON.stringify(event.text)}},"finish_reason":null}]}\n\n`;
		case 'refusal':
			encoderState.refusal += event.text;
			return chunk(encoderState, {refusal: event.text});
		case 'reasoning':
			encoderState.reasoning += event.text;
			return chunk(encoderState, {reasoning_content: event.text});
		case 'seal':
			encoderState.seal = event.seal;
			return '';
		case 'call.start':
			encoderState.calls.set(event.call, {
				index: null,
				start: event,
				text: '',
				seal: encoderState.seal,
			});
			encoderState.seal = null;
			return '';
		case 'call.delta':
			growCall(encoderState, event);
			return '';
		case 'call.end':
			return endCall(encoderState, event.call);
		case 'usage':
			encoderState.usage = event.usage;
			return '';
		case 'finish':
			encoderState.finish = event.finish;
			return finish(encoderState, event.finish);
		case 'failure':
			return sseEvent(JSON.stringify({error: errorObject(event.failure)}));
		default:
			return assertNever(event);
	}
}

function growCall(
	encoderState: EncoderState,
	{call, text}: {readonly call: number; readonly text: string},
): void {
	const grown = encoderState.calls.get(call);
	if (grown?.index === null) {
		grown.text += text;
	}
}

/** Sends a call. It is sent only when it is complete, because some clients run what they have. */
function endCall(encoderState: EncoderState, number: number): string {
	const call = encoderState.calls.get(number);
	if (call?.index !== null) {
		return '';
	}
	call.index = encoderState.callsWhole;
	encoderState.callsWhole += 1;
	return chunk(encoderState, {tool_calls: [{index: call.index, ...callObject(call)}]});
}

function finish(encoderState: EncoderState, reason: NeutralFinish): string {
	const last = `${encoderState.head}{},"finish_reason":"${finishReasons[reason]}"}]}\n\n`;
	const usage =
		encoderState.wantsUsage && encoderState.usage
			? sseEvent(
					JSON.stringify({
						...chunkFields(encoderState.frame),
						choices: [],
						usage: usageObject(encoderState.usage),
					}),
				)
			: '';
	return `${last}${usage}data: [DONE]\n\n`;
}

const finishReasons: Readonly<Record<NeutralFinish, string>> = {
	stop: 'stop',
	calls: 'tool_calls',
	length: 'length',
	refused: 'content_filter',
};

function chunk(encoderState: EncoderState, delta: JsonObject): string {
	return `${encoderState.head}${JSON.stringify(delta)},"finish_reason":null}]}\n\n`;
}

function chunkHead(frame: ReplyFrame): string {
	const fields = JSON.stringify(chunkFields(frame)).slice(0, -1);
	return `data: ${fields},"choices":[{"index":0,"delta":`;
}

function chunkFields(frame: ReplyFrame): JsonObject {
	return {...identity(frame), object: 'chat.completion.chunk'};
}

function identity(frame: ReplyFrame): JsonObject {
	return {id: `chatcmpl-${frame.id}`, created: frame.createdAtSeconds, model: frame.model};
}

function callObject({start, text, seal}: CallDraft): JsonObject {
	const {id, name} = start;
	const extra = seal && {extra_content: sealedContent(sealText(seal, 'gemini'))};
	return start.form === 'custom'
		? {id, type: 'custom', custom: {name, input: text}, ...extra}
		: {id, type: 'function', function: {name, arguments: text}, ...extra};
}

function wholeObject(encoderState: EncoderState): JsonObject {
	const whole = [...encoderState.calls.values()].filter(({index}) => index !== null);
	const calls = whole.map(callObject);
	const message: JsonObject = {
		role: 'assistant',
		content: encoderState.text === '' && calls.length > 0 ? null : encoderState.text,
		refusal: encoderState.refusal === '' ? null : encoderState.refusal,
		reasoning_content: encoderState.reasoning === '' ? undefined : encoderState.reasoning,
		tool_calls: calls.length === 0 ? undefined : calls,
	};
	const reason = finishReasons[encoderState.finish ?? 'stop'];
	return {
		...identity(encoderState.frame),
		object: 'chat.completion',
		choices: [{index: 0, message, logprobs: null, finish_reason: reason}],
		usage: encoderState.usage ? usageObject(encoderState.usage) : undefined,
	};
}

function usageObject(usage: Usage): JsonObject {
	return {
		prompt_tokens: usage.inputTokens,
		completion_tokens: usage.outputTokens,
		total_tokens: usage.inputTokens + usage.outputTokens,
		prompt_tokens_details: {cached_tokens: usage.cachedTokens ?? 0},
		completion_tokens_details: {reasoning_tokens: usage.reasoningTokens ?? 0},
	};
}
