import type {JsonObject} from '../../../events/json.ts';
import type {AnswerFormat, NeutralRequest, NeutralTool, ToolChoice} from '../../neutral.ts';
import {customDescription, customParameters, emptyParameters} from '../custom-tool.ts';
import {pairCalls} from '../pair-calls.ts';
import type {OutboundRequest, OutboundTarget} from '../protocol.ts';
import {foreignSeals} from '../seal.ts';
import {createNames, type ToolNames} from '../tool-names.ts';
import {withBreakpoints} from './provider-request-cache.ts';
import {anthropicMessages} from './provider-request-messages.ts';

/**
 * The limit for output if the client sets none, since the API requires one. It suffices for a long
 * file and is below what the models allow.
 */
const outputTokensDefault = 16_384;

/** Writes the neutral form as a request of Anthropic's Messages API. */
export function encodeAnthropicRequest(
	request: NeutralRequest,
	target: OutboundTarget,
): OutboundRequest {
	const {instructions, options, stream, tools} = request;
	const names = createNames(tools, request.items);
	const paired = pairCalls(request.items);
	const {system, messages} = anthropicMessages({instructions, items: paired.items, names});
	const body: JsonObject = {
		model: target.model,
		max_tokens: options.outputTokensMax ?? outputTokensDefault,
		system: system === '' ? undefined : system,
		messages,
		stream,
		tools: tools.length === 0 ? undefined : tools.map(tool => toolObject(tool, names)),
		tool_choice: tools.length === 0 ? undefined : choiceObject(request, names),
		temperature: options.temperature,
		top_p: options.topP,
		stop_sequences: options.stop,
		output_config: formatConfig(options.format),
	};
	const dropped =
		options.format?.type === 'json_object'
			? ['“json_object” was dropped: this provider wants a schema.']
			: [];
	const effort = options.effort
		? [
				`The effort “${options.effort}” was left out: this provider's models have other words for it.`,
			]
		: [];
	const foreign = foreignSeals(request.items, 'anthropic');
	const notices = [...paired.notices, ...dropped, ...effort, ...foreign];
	return {body: withBreakpoints(body), names, notices};
}

export function anthropicHeaders(key: string | null): Readonly<Record<string, string>> {
	return {'anthropic-version': '2023-06-01', ...(key === null ? {} : {'x-api-key': key})};
}

function formatConfig(format: AnswerFormat | undefined): JsonObject | undefined {
	return format?.type === 'json_schema'
		? {format: {type: 'json_schema', schema: format.schema}}
		: undefined;
}

function toolObject(tool: NeutralTool, names: ToolNames): JsonObject {
	const name = names.outward(tool);
	return tool.form === 'custom'
		? {name, description: customDescription(tool), input_schema: customParameters}
		: {name, description: tool.description, input_schema: tool.parameters ?? emptyParameters};
}

function choiceObject(
	{toolChoice, options}: NeutralRequest,
	names: ToolNames,
): JsonObject | undefined {
	const serial = options.parallelCalls === false;
	const choice = typedChoice(toolChoice, names);
	if (choice['type'] === 'none') {
		return choice;
	}
	return serial ? {...choice, disable_parallel_tool_use: true} : choice;
}

function typedChoice(choice: ToolChoice, names: ToolNames): JsonObject {
	switch (choice) {
		case 'auto':
		case 'none':
			return {type: choice};
		case 'required':
			return {type: 'any'};
		default:
			return {type: 'tool', name: names.outward(choice)};
	}
}
