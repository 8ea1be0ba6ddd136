import type {JsonObject} from '../../../events/json.ts';
import type {AnswerFormat, NeutralRequest, NeutralTool, ToolChoice} from '../../neutral.ts';
import {customDescription, customParameters, emptyParameters} from '../custom-tool.ts';
import {pairCalls} from '../pair-calls.ts';
import type {OutboundRequest, OutboundTarget} from '../protocol.ts';
import {foreignSeals} from '../seal.ts';
import {createNames, type ToolNames} from '../tool-names.ts';
import {chatMessages} from './provider-request-messages.ts';

/** Writes the neutral form as a request of Chat Completions. */
export function encodeChatRequest(
	request: NeutralRequest,
	target: OutboundTarget,
): OutboundRequest {
	const names = createNames(request.tools, request.items);
	const paired = pairCalls(request.items);
	const {instructions, options, stream} = request;
	const body: JsonObject = {
		model: target.model,
		messages: chatMessages({instructions, items: paired.items, names}),
		stream,
		stream_options: stream ? {include_usage: true} : undefined,
		...toolFields(request, names),
		[limitName(target.baseUrl)]: options.outputTokensMax,
		temperature: options.temperature,
		top_p: options.topP,
		stop: options.stop,
		reasoning_effort: options.effort,
		response_format: options.format && formatObject(options.format),
	};
	const foreign = foreignSeals(request.items, 'openai-chat');
	return {body, names, notices: [...paired.notices, ...foreign]};
}

/**
 * Returns the name of the limit for output tokens. OpenAI's reasoning models refuse the old name;
 * most other servers do not know the new one.
 */
function limitName(baseUrl: string): string {
	return baseUrl.includes('://api.openai.com') ? 'max_completion_tokens' : 'max_tokens';
}

function toolFields({tools, toolChoice, options}: NeutralRequest, names: ToolNames): JsonObject {
	if (tools.length === 0) {
		return {};
	}
	return {
		tools: tools.map(tool => toolObject(tool, names)),
		tool_choice: toolChoice === 'auto' ? undefined : choiceObject(toolChoice, names),
		parallel_tool_calls: options.parallelCalls,
	};
}

/** Writes a tool. `strict` is left out, since few servers know it. */
function toolObject(tool: NeutralTool, names: ToolNames): JsonObject {
	const name = names.outward(tool);
	const described =
		tool.form === 'custom'
			? {description: customDescription(tool), parameters: customParameters}
			: {description: tool.description, parameters: tool.parameters ?? emptyParameters};
	return {type: 'function', function: {name, ...described}};
}

function choiceObject(choice: ToolChoice, names: ToolNames): JsonObject | string {
	return typeof choice === 'string'
		? choice
		: {type: 'function', function: {name: names.outward(choice)}};
}

function formatObject(format: AnswerFormat): JsonObject {
	if (format.type === 'json_object') {
		return {type: 'json_object'};
	}
	const {name, schema, strict, description} = format;
	return {type: 'json_schema', json_schema: {name, schema, strict, description}};
}

export function bearerHeaders(key: string | null): Readonly<Record<string, string>> {
	return key === null ? {} : {authorization: `Bearer ${key}`};
}
