import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {NeutralEvent} from '../../neutral.ts';
import {createCallCount} from '../limits.ts';
import type {Relayed} from '../nameless-tools.ts';
import type {Relay, RelayOptions, RelayState} from '../protocol.ts';
import {failureOfError} from '../provider-error.ts';
import {objectsOf, optionalObject, parseJson} from '../request-reading.ts';
import {isForeign, mayHoldForeign} from '../seal.ts';
import {sseEvent} from '../sse.ts';
import {geminiError} from './client-error.ts';
import {inCamelCase} from './client-field.ts';
import {unsigned} from './provider-request-contents.ts';
import {readGeminiUsage} from './provider-response.ts';

/** Passes Gemini's stream on unchanged. */
export function createGeminiRelay({provider}: RelayOptions): Relay {
	const countCall = createCallCount(provider);
	return {
		data: data => stateAfter(readObject(data), {provider, countCall}),
		fail: failure => sseEvent(JSON.stringify(geminiError(failure))),
		goodbye: () => '',
		keepAlive: () => ': keep-alive\n\n',
		usage: usageOf,
	};
}

function stateAfter(
	answer: JsonObject,
	{
		provider,
		countCall,
	}: {readonly provider: string; readonly countCall: ReturnType<typeof createCallCount>},
): RelayState {
	if (answer['error']) {
		const failure = failureOfError(provider, answer['error']);
		return {status: 'ended', event: {type: 'failure', failure}};
	}
	const [candidate] = objectsOf(answer['candidates']);
	const parts = objectsOf(optionalObject(candidate?.['content'])?.['parts']);
	const refusals = parts.map(part => (part['functionCall'] ? countCall() : undefined));
	const isOver =
		candidate?.['finishReason'] !== undefined ||
		optionalObject(answer['promptFeedback'])?.['blockReason'] !== undefined;
	return {
		status: isOver ? 'settling' : parts.length > 0 ? 'running' : 'waiting',
		event: usageOf(answer),
		refused: refusals.find(refusal => refusal !== undefined),
	};
}

function usageOf(answer: JsonObject): NeutralEvent | null {
	const usage = readGeminiUsage(optionalObject(answer['usageMetadata']));
	return usage && {type: 'usage', usage};
}

/**
 * Returns the client's request without what its address says, and without signatures of other
 * providers, since Google refuses those.
 */
export function withoutForeignSignatures(given: JsonObject): Relayed {
	const {model: _, stream: __, ...body} = given;
	const {contents} = body;
	if (!Array.isArray(contents) || !mayHoldForeign(JSON.stringify(contents))) {
		return {body, notices: []};
	}
	const cleaned = contents.map(content =>
		isJsonObject(content) && Array.isArray(content['parts'])
			? {...content, parts: content['parts'].flatMap(withoutForeign)}
			: content,
	);
	return {body: {...body, contents: cleaned}, notices: []};
}

function withoutForeign(written: JsonObject[string]): readonly NonNullable<JsonObject[string]>[] {
	if (!isJsonObject(written)) {
		return written === undefined || written === null ? [] : [written];
	}
	const {thoughtSignature, ...part} = inCamelCase(written);
	if (typeof thoughtSignature !== 'string' || !isForeign(thoughtSignature)) {
		return [written];
	}
	if (part['functionCall']) {
		return [{...part, thoughtSignature: unsigned}];
	}
	return part['thought'] === true || part['text'] === '' ? [] : [part];
}

function readObject(data: string): JsonObject {
	const parsed = parseJson(data);
	return isJsonObject(parsed) ? parsed : {};
}
