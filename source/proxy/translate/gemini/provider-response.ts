import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import {type CallFailure, cutOff, unreadable} from '../../failure.ts';
import type {NeutralFinish} from '../../neutral.ts';
import {customText} from '../custom-tool.ts';
import type {DecoderContext, StreamDecoder} from '../protocol.ts';
import {failureOfError} from '../provider-error.ts';
import {
	entryOf,
	objectsOf,
	optionalNumber,
	optionalObject,
	optionalText,
	parseJson,
	textOf,
} from '../request-reading.ts';

/**
 * Reads Gemini's answers, streamed or whole, into neutral events. Each event is an answer with
 * further parts. A call comes in one piece; it counts as complete when something follows it, or
 * when the reason for stopping is known.
 */
export function createGeminiDecoder(context: DecoderContext): StreamDecoder {
	const decoding: Decoding = {
		context,
		calls: 0,
		open: null,
		reason: '',
		usage: null,
		ended: false,
	};
	return {
		data(data) {
			if (decoding.ended) {
				return;
			}
			const answer = parseJson(data);
			if (isJsonObject(answer)) {
				readAnswer(decoding, answer);
			} else if (data !== '[DONE]') {
				fail(decoding, unreadable(context.provider, 'an event that is not JSON'));
			}
		},
		whole(body) {
			readAnswer(decoding, body);
			if (!decoding.ended && decoding.reason === '') {
				const what = 'an answer without a reason for its end';
				fail(decoding, unreadable(context.provider, what));
			}
			end(decoding);
		},
		end: () => end(decoding),
		settling: () => decoding.reason !== '',
	};
}

type Decoding = {
	readonly context: DecoderContext;
	calls: number;
	/** The number of the last call, as long as it is not known to be complete; otherwise null. */
	open: number | null;
	reason: string;
	usage: Usage | null;
	ended: boolean;
};

function readAnswer(decoding: Decoding, answer: JsonObject): void {
	if (answer['error']) {
		fail(decoding, failureOfError(decoding.context.provider, answer['error']));
		return;
	}
	decoding.usage = readGeminiUsage(optionalObject(answer['usageMetadata'])) ?? decoding.usage;
	const [candidate] = objectsOf(answer['candidates']);
	const content = optionalObject(candidate?.['content']);
	for (const part of objectsOf(content?.['parts'])) {
		readPart(decoding, part);
	}
	const blocked = textOf(optionalObject(answer['promptFeedback'])?.['blockReason']);
	decoding.reason = textOf(candidate?.['finishReason']) || (blocked && 'SAFETY') || decoding.reason;
}

function readPart(decoding: Decoding, part: JsonObject): void {
	const {emit} = decoding.context;
	const call = optionalObject(part['functionCall']);
	const text = textOf(part['text']);
	const sealed = textOf(part['thoughtSignature']);
	if (call || text !== '') {
		endCall(decoding);
	}
	if (sealed !== '') {
		emit({type: 'seal', seal: {from: 'gemini', form: 'signature', data: sealed}});
	}
	if (call) {
		startCall(decoding, call);
	} else if (text !== '') {
		emit(
			part['thought'] === true ? {type: 'reasoning', text, form: 'summary'} : {type: 'text', text},
		);
	}
}

function startCall(decoding: Decoding, call: JsonObject): void {
	const {context} = decoding;
	const number = decoding.calls;
	const tool = context.names.inward(textOf(call['name']));
	const id = context.names.freshId(optionalText(call['id']) ?? `call_${context.id}_${number}`);
	const given = JSON.stringify(optionalObject(call['args']) ?? {});
	const text = tool.form === 'custom' ? customText(given) : given;
	decoding.calls += 1;
	decoding.open = number;
	context.emit({type: 'call.start', call: number, id, ...tool});
	context.emit({type: 'call.delta', call: number, text});
}

function endCall(decoding: Decoding): void {
	if (decoding.open !== null) {
		decoding.context.emit({type: 'call.end', call: decoding.open});
		decoding.open = null;
	}
}

function end(decoding: Decoding): void {
	const {context, reason, usage} = decoding;
	if (decoding.ended) {
		return;
	}
	if (reason === '') {
		fail(decoding, cutOff(context.provider));
		return;
	}
	if (brokenReasons.has(reason)) {
		const what = `a call that it could not write out itself (${reason})`;
		fail(decoding, {...unreadable(context.provider, what), retry: 'same'});
		return;
	}
	const finish = entryOf(finishes, reason) ?? (decoding.calls > 0 ? 'calls' : 'stop');
	if (finish === 'calls' || finish === 'stop') {
		endCall(decoding);
	}
	decoding.ended = true;
	if (usage) {
		context.emit({type: 'usage', usage});
	}
	context.emit({type: 'finish', finish});
}

const finishes: Readonly<Record<string, NeutralFinish>> = {
	MAX_TOKENS: 'length',
	SAFETY: 'refused',
	RECITATION: 'refused',
	LANGUAGE: 'refused',
	BLOCKLIST: 'refused',
	PROHIBITED_CONTENT: 'refused',
	SPII: 'refused',
	IMAGE_SAFETY: 'refused',
	IMAGE_PROHIBITED_CONTENT: 'refused',
	IMAGE_RECITATION: 'refused',
};

/** The model has tried to call a tool and failed. If asked again, it mostly succeeds. */
const brokenReasons: ReadonlySet<string> = new Set([
	'MALFORMED_FUNCTION_CALL',
	'UNEXPECTED_TOOL_CALL',
	'TOO_MANY_TOOL_CALLS',
	'MISSING_THOUGHT_SIGNATURE',
	'MALFORMED_RESPONSE',
]);

export function readGeminiUsage(usage: JsonObject | undefined): Usage | null {
	if (!usage) {
		return null;
	}
	const thoughts = optionalNumber(usage['thoughtsTokenCount']) ?? 0;
	const prompt = optionalNumber(usage['promptTokenCount']) ?? 0;
	const tools = optionalNumber(usage['toolUsePromptTokenCount']) ?? 0;
	return {
		inputTokens: prompt + tools,
		outputTokens: (optionalNumber(usage['candidatesTokenCount']) ?? 0) + thoughts,
		cachedTokens: optionalNumber(usage['cachedContentTokenCount']) ?? 0,
		reasoningTokens: thoughts,
	};
}

function fail(decoding: Decoding, failure: CallFailure): void {
	decoding.ended = true;
	decoding.context.emit({type: 'failure', failure});
}
