import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {NeutralEvent} from '../../neutral.ts';
import {createCallCount} from '../limits.ts';
import type {Relay, RelayOptions} from '../protocol.ts';
import {failureOfError} from '../provider-error.ts';
import {objectsOf, optionalObject, parseJson, textOf} from '../request-reading.ts';
import {isForeign} from '../seal.ts';
import {sseEvent} from '../sse.ts';
import {anthropicError, anthropicEvent} from './client-event.ts';
import {createAnthropicUsage} from './provider-usage.ts';

/** Passes Anthropic's stream on unchanged. Reads only its first and last events. */
export function createAnthropicRelay({provider}: RelayOptions): Relay {
	const usage = createAnthropicUsage();
	const countCall = createCallCount(provider);
	return {
		data(data, name) {
			const type = name || textOf(readObject(data)['type']);
			switch (type) {
				case 'message_start':
					usage.add(optionalObject(readObject(data)['message'])?.['usage']);
					return {status: 'waiting'};
				case 'ping':
					return {status: 'waiting'};
				case 'message_delta': {
					const event = readObject(data);
					usage.add(event['usage']);
					const reason = optionalObject(event['delta'])?.['stop_reason'];
					return {status: reason ? 'settling' : 'running', event: usage.event()};
				}
				case 'content_block_start':
					return {
						status: 'running',
						refused: data.includes('"tool_use"') ? countCall() : undefined,
					};
				case 'message_stop':
					return {status: 'ended'};
				case 'error': {
					const failure = failureOfError(provider, readObject(data)['error'] ?? readObject(data));
					return {status: 'ended', event: {type: 'failure', failure}};
				}
				default:
					return {status: 'running'};
			}
		},
		fail: failure => sseEvent(JSON.stringify(anthropicError(failure)), 'error'),
		goodbye: () => anthropicEvent('message_stop'),
		keepAlive: () => anthropicEvent('ping'),
		usage(body): NeutralEvent | null {
			usage.add(body['usage']);
			return usage.event();
		},
	};
}

/**
 * Returns the client's request without other providers' thinking, which the conversation may
 * contain: Anthropic refuses signatures that are not its own.
 */
export function withoutForeignThinking(body: JsonObject): JsonObject {
	const messages = objectsOf(body['messages']);
	if (!messages.some(message => objectsOf(message['content']).some(isForeignThinking))) {
		return body;
	}
	const cleaned = messages.map(message => {
		const kept = objectsOf(message['content']).filter(block => !isForeignThinking(block));
		return Array.isArray(message['content']) ? {...message, content: kept} : message;
	});
	return {...body, messages: cleaned.filter(hasContent)};
}

function isForeignThinking(block: JsonObject): boolean {
	return block['type'] === 'thinking'
		? !block['signature'] || isForeign(textOf(block['signature']))
		: block['type'] === 'redacted_thinking' && isForeign(textOf(block['data']));
}

function hasContent({content}: JsonObject): boolean {
	return !Array.isArray(content) || content.length > 0;
}

function readObject(data: string): JsonObject {
	const parsed = parseJson(data);
	return isJsonObject(parsed) ? parsed : {};
}
