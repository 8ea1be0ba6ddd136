import {assertNever} from '../../events/assert-never.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Usage} from '../../events/part.ts';
import {errorObject} from '../failure.ts';
import type {NeutralEvent, NeutralFinish, Seal} from '../neutral.ts';
import {sealedContent} from './chat-seal.ts';
import type {Encoder, ReplyFrame} from './protocol.ts';
import {optionalObject} from './read.ts';
import {sealText} from './seal.ts';
import {sseEvent} from './sse.ts';

/** Neutral events as Chat Completions: chunks for a stream, and the message at the end. */
export function createChatEncoder(frame: ReplyFrame): Encoder {
	const draft: Draft = {
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
		begin: () => chunk(draft, {role: 'assistant', content: ''}),
		event: event => encode(draft, event),
		// A comment: the protocol has no event that every client would pass over.
		keepAlive: () => ': keep-alive\n\n',
		whole: () => wholeObject(draft),
	};
}

type Draft = {
	readonly frame: ReplyFrame;
	readonly wantsUsage: boolean;
	readonly head: string;
	text: string;
	refusal: string;
	reasoning: string;
	readonly calls: Map<number, CallDraft>;
	callsWhole: number;
	/** Of the call that comes next: this protocol has no other place for it. */
	seal: Seal | null;
	usage: Usage | null;
	finish: NeutralFinish | null;
};

type CallDraft = {
	/** Null: it is not known to be whole. */
	index: number | null;
	readonly start: NeutralEvent & {readonly type: 'call.start'};
	text: string;
	readonly seal: Seal | null;
};

function encode(draft: Draft, event: NeutralEvent): string {
	switch (event.type) {
		case 'text':
			draft.text += event.text;
			return `${draft.head}{"content":${JSON.stringify(event.text)}},"finish_reason":null}]}\n\n`;
		case 'refusal':
			draft.refusal += event.text;
			return chunk(draft, {refusal: event.text});
		case 'reasoning':
			draft.reasoning += event.text;
			return chunk(draft, {reasoning_content: event.text});
		case 'seal':
			draft.seal = event.seal;
			return '';
		case 'call.start':
			draft.calls.set(event.call, {index: null, start: event, text: '', seal: draft.seal});
			draft.seal = null;
			return '';
		case 'call.delta':
			growCall(draft, event);
			return '';
		case 'call.end':
			return endCall(draft, event.call);
		case 'usage':
			draft.usage = event.usage;
			return '';
		case 'finish':
			draft.finish = event.finish;
			return finish(draft, event.finish);
		case 'failure':
			return sseEvent(JSON.stringify({error: errorObject(event.failure)}));
		default:
			return assertNever(event);
	}
}

function growCall(
	draft: Draft,
	{call, text}: {readonly call: number; readonly text: string},
): void {
	const grown = draft.calls.get(call);
	if (grown?.index === null) {
		grown.text += text;
	}
}

/** Some clients run whatever they have of a call, so they are given it once it is whole. */
function endCall(draft: Draft, number: number): string {
	const call = draft.calls.get(number);
	if (call?.index !== null) {
		return '';
	}
	call.index = draft.callsWhole;
	draft.callsWhole += 1;
	return chunk(draft, {tool_calls: [{index: call.index, ...callObject(call)}]});
}

function finish(draft: Draft, reason: NeutralFinish): string {
	const last = `${draft.head}{},"finish_reason":"${finishReasons[reason]}"}]}\n\n`;
	const usage =
		draft.wantsUsage && draft.usage
			? sseEvent(
					JSON.stringify({
						...chunkFields(draft.frame),
						choices: [],
						usage: usageObject(draft.usage),
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

function chunk(draft: Draft, delta: JsonObject): string {
	return `${draft.head}${JSON.stringify(delta)},"finish_reason":null}]}\n\n`;
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

function wholeObject(draft: Draft): JsonObject {
	const whole = [...draft.calls.values()].filter(({index}) => index !== null);
	const calls = whole.map(callObject);
	const message: JsonObject = {
		role: 'assistant',
		content: draft.text === '' && calls.length > 0 ? null : draft.text,
		refusal: draft.refusal === '' ? null : draft.refusal,
		reasoning_content: draft.reasoning === '' ? undefined : draft.reasoning,
		tool_calls: calls.length === 0 ? undefined : calls,
	};
	const reason = finishReasons[draft.finish ?? 'stop'];
	return {
		...identity(draft.frame),
		object: 'chat.completion',
		choices: [{index: 0, message, logprobs: null, finish_reason: reason}],
		usage: draft.usage ? usageObject(draft.usage) : undefined,
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
