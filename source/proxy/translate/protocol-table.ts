import type {JsonObject} from '../../events/json.ts';
import type {ProviderKind} from '../../events/settings.ts';
import {type CallFailure, errorObject} from '../failure.ts';
import {anthropicError} from './anthropic/client-event.ts';
import {createAnthropicRelay, withoutForeignThinking} from './anthropic/client-relay.ts';
import {parseAnthropicRequest} from './anthropic/client-request.ts';
import {createAnthropicEncoder} from './anthropic/client-response.ts';
import {anthropicHeaders, encodeAnthropicRequest} from './anthropic/provider-request.ts';
import {createAnthropicDecoder} from './anthropic/provider-response.ts';
import {parseChatRequest} from './chat/client-request.ts';
import {createChatEncoder} from './chat/client-response.ts';
import {bearerHeaders, encodeChatRequest} from './chat/provider-request.ts';
import {createChatDecoder} from './chat/provider-response.ts';
import {geminiError} from './gemini/client-error.ts';
import {createGeminiRelay, withoutForeignSignatures} from './gemini/client-relay.ts';
import {countedRequest, parseGeminiRequest} from './gemini/client-request.ts';
import {createGeminiEncoder} from './gemini/client-response.ts';
import {
	encodeGeminiRequest,
	geminiCountPath,
	geminiHeaders,
	geminiPath,
} from './gemini/provider-request.ts';
import {createGeminiDecoder} from './gemini/provider-response.ts';
import {withoutNamelessTools} from './nameless-tools.ts';
import type {Inbound, Outbound} from './protocol.ts';
import {createChatRelay, createResponsesRelay} from './relay/openai-relays.ts';
import {needMessages} from './request-reading.ts';
import {parseResponsesRequest} from './responses/client-request.ts';
import {createResponsesEncoder} from './responses/client-response.ts';
import {encodeResponsesRequest} from './responses/provider-request.ts';
import {createResponsesDecoder} from './responses/provider-response.ts';
import {createNames} from './tool-names.ts';

function openaiError(failure: CallFailure): JsonObject {
	return {error: errorObject(failure)};
}

/** The protocols that clients may speak. */
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
		checkUnread: needMessages,
		relayBody: withoutNamelessTools,
		errorBody: openaiError,
	},
	anthropic: {
		kind: 'anthropic',
		sameKind: 'anthropic',
		parse: parseAnthropicRequest,
		encoder: createAnthropicEncoder,
		callsShown: 'begun',
		relay: createAnthropicRelay,
		checkUnread: needMessages,
		relayBody: body => withoutNamelessTools(withoutForeignThinking(body)),
		errorBody: anthropicError,
		counting: {
			path: () => '/messages/count_tokens',
			request: body => body,
			answer: tokens => ({input_tokens: tokens}),
		},
	},
	gemini: {
		kind: 'gemini',
		sameKind: 'gemini',
		parse: parseGeminiRequest,
		encoder: createGeminiEncoder,
		callsShown: 'whole',
		relay: createGeminiRelay,
		relayBody: withoutForeignSignatures,
		errorBody: geminiError,
		counting: {
			path: geminiCountPath,
			request: countedRequest,
			answer: tokens => ({totalTokens: tokens}),
		},
	},
};

/** The protocols that providers speak. */
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
		modelIsInPath: true,
		path: geminiPath,
		headers: geminiHeaders,
		encode: encodeGeminiRequest,
		decoder: createGeminiDecoder,
	},
	// The practice model sends neutral events, not bytes.
	practice: {
		kind: 'practice',
		path: () => '',
		headers: () => ({}),
		encode: request => ({body: {}, names: createNames(request.tools), notices: []}),
		decoder: () => ({data() {}, whole() {}, end() {}, settling: () => false}),
	},
};
