import {assertNever} from '../../../events/assert-never.ts';
import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import type {NeutralEvent, NeutralFinish} from '../../neutral.ts';
import type {Encoder, ReplyFrame} from '../protocol.ts';
import {optionalObject, parseJson} from '../request-reading.ts';
import {sealText} from '../seal.ts';
import {sseEvent} from '../sse.ts';
import {geminiError} from './client-error.ts';
import {inCamelCase} from './client-field.ts';

/**
 * Writes neutral events as Gemini's answers. Each event of the stream is an answer with further
 * parts. There are no pieces of calls, so a call is sent when it is complete.
 */
export function createGeminiEncoder(frame: ReplyFrame): Encoder {
	const encoderState: EncoderState = {
		frame,
		showsThoughts: wantsThoughts(frame.body),
		parts: [],
		calls: new Map(),
		signature: '',
		usage: null,
		finish: null,
		ended: false,
	};
	return {
		begin: () => '',
		event: event => (encoderState.ended ? '' : encode(encoderState, event)),
		// A comment, since the protocol has no event without meaning.
		keepAlive: () => ': keep-alive\n\n',
		whole: () => answerOf(encoderState, encoderState.parts),
	};
}

type EncoderState = {
	readonly frame: ReplyFrame;
	/** Whether the client has asked for thoughts. If not, it would show them as the answer's text. */
	readonly showsThoughts: boolean;
	/** All parts of the answer, for a client that does not stream. */
	readonly parts: JsonObject[];
	readonly calls: Map<number, CallDraft>;
	/** The signature that will go with the next part. */
	signature: string;
	usage: Usage | null;
	finish: NeutralFinish | null;
	ended: boolean;
};

type CallDraft = {
	readonly id: string;
	readonly name: string;
	text: string;
	readonly signature: string;
};

function wantsThoughts(body: JsonObject): boolean {
	const config = inCamelCase(optionalObject(inCamelCase(body)['generationConfig']) ?? {});
	const thinking = inCamelCase(optionalObject(config['thinkingConfig']) ?? {});
	return thinking['includeThoughts'] === true;
}

function encode(encoderState: EncoderState, event: NeutralEvent): string {
	switch (event.type) {
		case 'text':
		case 'refusal':
			return event.text === '' ? '' : tell(encoderState, {text: event.text});
		case 'reasoning':
			return encoderState.showsThoughts && event.text !== ''
				? tell(encoderState, {text: event.text, thought: true})
				: '';
		case 'seal':
			return seal(encoderState, event);
		case 'call.start':
			encoderState.calls.set(event.call, {
				id: event.id,
				name: event.name,
				text: '',
				signature: takeSignature(encoderState),
			});
			return '';
		case 'call.delta':
			return growCall(encoderState, event);
		case 'call.end':
			return endCall(encoderState, event.call);
		case 'usage':
			encoderState.usage = event.usage;
			return '';
		case 'finish':
			return finish(encoderState, event.finish);
		case 'failure':
			encoderState.ended = true;
			return sseEvent(JSON.stringify(geminiError(event.failure)));
		default:
			return assertNever(event);
	}
}

/**
 * Adds a signature. Anthropic's is valid only for the text that came with it, so it is sent with
 * that. Any other goes with the next part, which clients keep even if they drop thoughts.
 */
function seal(
	encoderState: EncoderState,
	{seal: given}: NeutralEvent & {readonly type: 'seal'},
): string {
	const text = sealText(given, 'gemini');
	if (given.from !== 'anthropic') {
		encoderState.signature = text;
		return '';
	}
	return encoderState.showsThoughts
		? tell(encoderState, {text: '', thought: true, thoughtSignature: text})
		: '';
}

function takeSignature(encoderState: EncoderState): string {
	const {signature} = encoderState;
	encoderState.signature = '';
	return signature;
}

function growCall(
	{calls}: EncoderState,
	{call, text}: {readonly call: number; readonly text: string},
): string {
	const draft = calls.get(call);
	if (draft) {
		draft.text += text;
	}
	return '';
}

/** Sends a call. It is sent only when it is complete, because some clients run what they have. */
function endCall(encoderState: EncoderState, number: number): string {
	const draft = encoderState.calls.get(number);
	encoderState.calls.delete(number);
	if (!draft) {
		return '';
	}
	const {id, name, text, signature} = draft;
	const given = parseJson(text);
	// Arguments have to be an object. Other text becomes the value of a single argument; the client's
	// schema then shows the model what is wrong.
	const args = isJsonObject(given) ? given : text.trim() === '' ? {} : {input: text};
	return tell(encoderState, {
		functionCall: {id, name, args},
		...(signature !== '' && {thoughtSignature: signature}),
	});
}

function tell(encoderState: EncoderState, part: JsonObject): string {
	const isSigned = part['thought'] !== true && part['functionCall'] === undefined;
	const signature = isSigned ? takeSignature(encoderState) : '';
	const told = signature === '' ? part : {...part, thoughtSignature: signature};
	if (encoderState.frame.body['stream'] !== true) {
		keep(encoderState.parts, told);
	}
	return sseEvent(JSON.stringify(answerOf(encoderState, [told])));
}

/** Adds a part to a whole answer. Consecutive texts become one part. */
function keep(parts: JsonObject[], part: JsonObject): void {
	const last = parts.at(-1);
	const isMore =
		last?.['text'] !== undefined &&
		part['text'] !== undefined &&
		last['thought'] === part['thought'] &&
		last['thoughtSignature'] === undefined;
	if (isMore) {
		parts[parts.length - 1] = {...part, text: `${last['text']}${part['text']}`};
	} else {
		parts.push(part);
	}
}

function finish(encoderState: EncoderState, reason: NeutralFinish): string {
	const signature = takeSignature(encoderState);
	const last = signature === '' ? [] : [{text: '', thoughtSignature: signature}];
	encoderState.parts.push(...last);
	encoderState.finish = reason;
	encoderState.ended = true;
	return sseEvent(JSON.stringify(answerOf(encoderState, last)));
}

function answerOf(
	{frame, finish: reason, usage}: EncoderState,
	parts: readonly JsonObject[],
): JsonObject {
	return {
		candidates: [
			{
				content: {role: 'model', parts},
				...(reason && {finishReason: finishReasons[reason]}),
				index: 0,
			},
		],
		...(reason && usage && {usageMetadata: usageObject(usage)}),
		modelVersion: frame.model,
		responseId: frame.id,
	};
}

const finishReasons: Readonly<Record<NeutralFinish, string>> = {
	stop: 'STOP',
	calls: 'STOP',
	length: 'MAX_TOKENS',
	refused: 'SAFETY',
};

/** Returns the usage. Gemini counts thoughts separately. */
function usageObject(usage: Usage): JsonObject {
	const thoughts = usage.reasoningTokens ?? 0;
	return {
		promptTokenCount: usage.inputTokens,
		candidatesTokenCount: Math.max(0, usage.outputTokens - thoughts),
		totalTokenCount: usage.inputTokens + usage.outputTokens,
		...(usage.cachedTokens && {cachedContentTokenCount: usage.cachedTokens}),
		...(thoughts > 0 && {thoughtsTokenCount: thoughts}),
	};
}
