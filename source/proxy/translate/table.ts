import type {JsonObject} from '../../events/json.ts';
import type {ProviderKind} from '../../events/settings.ts';
import {type CallFailure, errorObject} from '../failure.ts';
import {createAnthropicDecoder} from './anthropic-decode.ts';
import {anthropicHeaders, encodeAnthropicRequest} from './anthropic-out.ts';
import {createChatDecoder} from './chat-decode.ts';
import {createChatEncoder} from './chat-encode.ts';
import {parseChatRequest} from './chat-in.ts';
import {bearerHeaders, encodeChatRequest} from './chat-out.ts';
import {createGeminiDecoder} from './gemini-decode.ts';
import {encodeGeminiRequest, geminiHeaders, geminiPath} from './gemini-out.ts';
import {createMessagesEncoder} from './messages-encode.ts';
import {messagesError} from './messages-event.ts';
import {parseMessagesRequest} from './messages-in.ts';
import {createMessagesRelay, withoutForeignThinking} from './messages-relay.ts';
import {withoutNamelessTools} from './nameless-tools.ts';
import {createNames} from './names.ts';
import type {Inbound, Outbound} from './protocol.ts';
import {createChatRelay, createResponsesRelay} from './relay.ts';
import {createResponsesDecoder} from './responses-decode.ts';
import {createResponsesEncoder} from './responses-encode.ts';
import {parseResponsesRequest} from './responses-in.ts';
import {encodeResponsesRequest} from './responses-out.ts';

function openaiError(failure: CallFailure): JsonObject {
	return {error: errorObject(failure)};
}

/** What clients may speak. */
export const inbounds: Readonly<Record<Inbound['kind'], Inbound>> = {
	responses: {
		kind: 'responses',
		sameKind: 'openai-responses',
		parse: parseResponsesRequest,
		encoder: createResponsesEncoder,
		callsShown: 'begun',
		relay: createResponsesRelay,
		relayBody: withoutNamelessTools,
		errorBody: openaiError,
	},
	chat: {
		kind: 'chat',
		sameKind: 'openai-chat',
		parse: parseChatRequest,
		encoder: createChatEncoder,
		callsShown: 'whole',
		relay: createChatRelay,
		relayBody: withoutNamelessTools,
		errorBody: openaiError,
	},
	messages: {
		kind: 'messages',
		sameKind: 'anthropic',
		parse: parseMessagesRequest,
		encoder: createMessagesEncoder,
		callsShown: 'begun',
		relay: createMessagesRelay,
		relayBody: body => withoutNamelessTools(withoutForeignThinking(body)),
		errorBody: messagesError,
	},
};

/** What providers speak. */
export const outbounds: Readonly<Record<ProviderKind, Outbound>> = {
	'openai-chat': {
		kind: 'openai-chat',
		path: () => '/chat/completions',
		headers: bearerHeaders,
		encode: encodeChatRequest,
		decoder: createChatDecoder,
	},
	'openai-responses': {
		kind: 'openai-responses',
		path: () => '/responses',
		headers: bearerHeaders,
		encode: encodeResponsesRequest,
		decoder: createResponsesDecoder,
	},
	anthropic: {
		kind: 'anthropic',
		path: () => '/messages',
		headers: anthropicHeaders,
		encode: encodeAnthropicRequest,
		decoder: createAnthropicDecoder,
	},
	gemini: {
		kind: 'gemini',
		path: geminiPath,
		headers: geminiHeaders,
		encode: encodeGeminiRequest,
		decoder: createGeminiDecoder,
	},
	// The practice model speaks the neutral form itself, without bytes.
	practice: {
		kind: 'practice',
		path: () => '',
		headers: () => ({}),
		encode: request => ({body: {}, names: createNames(request.tools), notices: []}),
		decoder: () => ({data() {}, whole() {}, end() {}, settling: () => false}),
	},
};
