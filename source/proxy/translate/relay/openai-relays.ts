import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import {errorObject} from '../../failure.ts';
import type {NeutralEvent} from '../../neutral.ts';
import {onlyTextOf} from '../chat/chunk-text.ts';
import {
	type CallMender,
	createCallMender,
	withoutCutCall,
} from '../chat/provider-response-mending.ts';
import {createCallCount} from '../limits.ts';
import type {Relay, RelayOptions, RelayState, ReplyFrame} from '../protocol.ts';
import {failureOfError} from '../provider-error.ts';
import {readChatUsage, readResponsesUsage} from '../provider-usage.ts';
import {optionalNumber, optionalObject, parseJson, textOf} from '../request-reading.ts';
import {responseError, responsesUsage} from '../responses/response-object.ts';
import {createShortcut} from '../shortcut.ts';
import {sseEvent} from '../sse.ts';
import {tokensOfLength} from '../token-estimate.ts';

/** Passes a Responses stream on unchanged. Reads only its first and last events. */
export function createResponsesRelay({provider, frame}: RelayOptions): Relay {
	let response: JsonObject = {object: 'response', output: []};
	let last = '';
	const countCall = createCallCount(provider);
	return {
		data(data, name) {
			last = data;
			const type = name || textOf(optionalObject(parseJson(data))?.['type']);
			if (type === 'response.created') {
				response = optionalObject(readObject(data)['response']) ?? response;
			}
			if (quietTypes.has(type)) {
				return {status: 'waiting'};
			}
			if (type === 'response.output_item.added' && data.includes('_call"')) {
				return {status: 'running', refused: countCall()};
			}
			return endTypes.has(type)
				? endState({provider, frame}, readObject(data))
				: {status: 'running'};
		},
		fail: failure => {
			const ended = {...response, status: 'failed', error: responseError(failure)};
			return responsesEvent('response.failed', sequenceAfter(last), {response: ended});
		},
		goodbye: () => '',
		// The provider's next event will have the next number, so this event must not use it.
		keepAlive: () => responsesEvent('keepalive', sequenceAfter(last) - 1, {}),
		mendWhole: body => (body['object'] === 'response' ? withUsage(body, frame) : undefined),
		usage: body => usageEvent(readResponsesUsage(optionalObject(body['usage']))),
	};
}

/**
 * Adds an estimated usage if the provider has reported none. Returns undefined if nothing is added.
 */
function withUsage(response: JsonObject, {guess}: ReplyFrame): JsonObject | undefined {
	if (optionalObject(response['usage']) || !guess?.isTold) {
		return undefined;
	}
	const said = JSON.stringify(response['output'] ?? []).length;
	const usage = {inputTokens: guess.inputTokens(), outputTokens: tokensOfLength(said)};
	return {...response, usage: responsesUsage(usage)};
}

/** Passes a Chat Completions stream on unchanged. */
export function createChatRelay(options: RelayOptions): Relay {
	const {provider} = options;
	let mender: CallMender | null = null;
	const shortcut = createShortcut(onlyTextOf);
	return {
		data(data) {
			if (shortcut.read(data) !== null) {
				return running;
			}
			if (data === '[DONE]') {
				return {status: 'ended', mended: [...(mender?.end() ?? []), data]};
			}
			if (/^\s*\{\s*"error"\s*:/.test(data)) {
				const failure = failureOfError(provider, readObject(data)['error']);
				return {status: 'ended', event: {type: 'failure', failure}};
			}
			const settling = data.includes('"finish_reason":"');
			const event = data.includes('"usage":{')
				? usageEvent(readChatUsage(optionalObject(readObject(data)['usage'])))
				: null;
			const speaks = settling || data.includes('"tool_calls"');
			if (!speaks && !event && saysText.test(data)) {
				shortcut.learn(data, readObject(data));
				return running;
			}
			const status = settling || event ? 'settling' : 'running';
			if (!speaks || (mender === null && isPlainEnd(data))) {
				return {status, event};
			}
			mender ??= createCallMender(options);
			return {status, event, mended: mender.chunk(readObject(data)), refused: mender.refused()};
		},
		skim: shortcut.skipEvents,
		fail: failure => sseEvent(JSON.stringify({error: errorObject(failure)})),
		goodbye: () => sseEvent('[DONE]'),
		keepAlive: () => ': keep-alive\n\n',
		mendWhole: withoutCutCall,
		usage: body => usageEvent(readChatUsage(optionalObject(body['usage']))),
	};
}

const running: RelayState = {status: 'running'};

/** Whether the stream ends as most do: without calls, and not cut off. */
function isPlainEnd(data: string): boolean {
	return data.includes('"finish_reason":"stop"') && !data.includes('"tool_calls"');
}

const saysText = /"content":\s*"[^"]/;

/** If only events of these types were passed on, another provider can still take over. */
const quietTypes: ReadonlySet<string> = new Set([
	'response.created',
	'response.queued',
	'response.in_progress',
]);

const endTypes: ReadonlySet<string> = new Set([
	'response.completed',
	'response.incomplete',
	'response.failed',
	'error',
]);

function endState(
	{provider, frame}: Pick<RelayOptions, 'provider' | 'frame'>,
	event: JsonObject,
): RelayState {
	const response = optionalObject(event['response']);
	if (event['type'] === 'error' || response?.['status'] === 'failed') {
		const failure = failureOfError(provider, response?.['error'] ?? event['error'] ?? event);
		return {status: 'ended', event: {type: 'failure', failure}};
	}
	const usage = usageEvent(readResponsesUsage(optionalObject(response?.['usage'])));
	const mended = response && withUsage(response, frame);
	return {
		status: 'ended',
		event: usage,
		...(mended && {mended: [JSON.stringify({...event, response: mended})]}),
	};
}

function usageEvent(usage: Usage | null): NeutralEvent | null {
	return usage && {type: 'usage', usage};
}

function readObject(data: string): JsonObject {
	const parsed = parseJson(data);
	return isJsonObject(parsed) ? parsed : {};
}

function sequenceAfter(data: string): number {
	return (optionalNumber(readObject(data)['sequence_number']) ?? -1) + 1;
}

function responsesEvent(type: string, sequence: number, fields: JsonObject): string {
	return sseEvent(JSON.stringify({type, sequence_number: sequence, ...fields}), type);
}
