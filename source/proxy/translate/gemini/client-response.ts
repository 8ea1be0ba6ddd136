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
 * Neutral events as Gemini's answers: each event of the stream is an answer of its own with some
 * parts more. A call has no pieces there, so it is sent once it is whole.
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
		// A comment: the protocol has no event that says nothing.
		keepAlive: () => ': keep-alive\n\n',
		whole: () => answerOf(encoderState, encoderState.parts),
	};
}

type EncoderState = {
	readonly frame: ReplyFrame;
	/** Clients that did not ask for thoughts would show them as words of the answer. */
	readonly showsThoughts: boolean;
	/** All of the answer, for a client that wants it whole. */
	readonly parts: JsonObject[];
	readonly calls: Map<number, CallDraft>;
	/** Of the part that comes next. */
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
 * Anthropic's signature holds only for the very words that it came with, so it stands with them.
 * Any other goes with the part that comes next, which clients keep even where they drop thoughts.
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

/** Some clients run whatever they have of a call, so they are given it once it is whole. */
function endCall(encoderState: EncoderState, number: number): string {
	const draft = encoderState.calls.get(number);
	encoderState.calls.delete(number);
	if (!draft) {
		return '';
	}
	const {id, name, text, signature} = draft;
	const given = parseJson(text);
	// Arguments are an object by rule: of other text the client's schema tells the model.
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

/** Words that follow each other are one part of a whole answer. */
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

/** Thoughts are counted apart there. */
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
