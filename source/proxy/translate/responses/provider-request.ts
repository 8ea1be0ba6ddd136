import type {JsonObject} from '../../../events/json.ts';
import type {
	AnswerFormat,
	CallForm,
	NeutralItem,
	NeutralPart,
	NeutralRequest,
	NeutralTool,
	ToolChoice,
} from '../../neutral.ts';
import {fileObject} from '../file-parts.ts';
import {pairCalls, resultParts} from '../pair-calls.ts';
import type {OutboundRequest, OutboundTarget} from '../protocol.ts';
import {foreignSeals} from '../seal.ts';
import {createNames} from '../tool-names.ts';

/**
 * Writes the neutral form as a request of the Responses API. It asks the provider to store nothing.
 */
export function encodeResponsesRequest(
	request: NeutralRequest,
	target: OutboundTarget,
): OutboundRequest {
	const {options, tools, instructions} = request;
	const paired = pairCalls(request.items);
	const body: JsonObject = {
		model: target.model,
		instructions: instructions === '' ? undefined : instructions,
		input: paired.items.flatMap(itemObjects),
		stream: request.stream,
		store: false,
		tools: tools.length === 0 ? undefined : tools.map(toolObject),
		tool_choice: choiceObject(request),
		parallel_tool_calls: tools.length === 0 ? undefined : options.parallelCalls,
		max_output_tokens: options.outputTokensMax,
		temperature: options.temperature,
		top_p: options.topP,
		include: options.sealed ? ['reasoning.encrypted_content'] : undefined,
		reasoning: options.effort === undefined ? undefined : {effort: options.effort},
		text: options.format && {format: formatObject(options.format)},
	};
	const dropped = options.stop ? ['Stop texts were dropped: the Responses API has none.'] : [];
	const foreign = foreignSeals(request.items, 'openai-responses');
	return {
		body,
		names: createNames(tools, request.items),
		notices: [...paired.notices, ...dropped, ...foreign],
	};
}

function itemObjects(item: NeutralItem): readonly JsonObject[] {
	switch (item.type) {
		case 'message': {
			const role = item.role === 'system' ? 'developer' : item.role;
			return [{type: 'message', role, content: item.parts.map(part => partObject(part, role))}];
		}
		case 'reasoning':
			return reasoningObjects(item);
		case 'call': {
			const head = {call_id: item.id, name: item.name, namespace: item.namespace};
			return item.form === 'custom'
				? [{type: 'custom_tool_call', ...head, input: item.arguments}]
				: [{type: 'function_call', ...head, arguments: item.arguments}];
		}
		case 'result':
			return [resultObject(item)];
	}
}

/** Writes reasoning. Other providers' reasoning is left out, since this one refuses it. */
function reasoningObjects({
	summary,
	seal,
}: NeutralItem & {readonly type: 'reasoning'}): readonly JsonObject[] {
	const said = summary === '' ? [] : [{type: 'summary_text', text: summary}];
	return seal?.from === 'openai-responses'
		? [{type: 'reasoning', summary: said, encrypted_content: seal.data}]
		: [];
}

function resultObject(item: NeutralItem & {readonly type: 'result'}): JsonObject {
	const parts = resultParts(item);
	const plain = parts.every(part => part.type === 'text');
	return {
		type: outputTypes[item.form],
		call_id: item.id,
		output: plain
			? parts.map(part => (part.type === 'text' ? part.text : '')).join('\n')
			: parts.map(part => partObject(part, 'user')),
	};
}

const outputTypes: Readonly<Record<CallForm, string>> = {
	function: 'function_call_output',
	custom: 'custom_tool_call_output',
};

function partObject(part: NeutralPart, role: string): JsonObject {
	switch (part.type) {
		case 'text':
			return {type: role === 'assistant' ? 'output_text' : 'input_text', text: part.text};
		case 'refusal':
			return role === 'assistant'
				? {type: 'refusal', refusal: part.text}
				: {type: 'input_text', text: part.text};
		case 'image':
			return {type: 'input_image', image_url: part.url, detail: part.detail ?? 'auto'};
		case 'file':
			return {type: 'input_file', ...fileObject(part)};
	}
}

function toolObject(tool: NeutralTool): JsonObject {
	const {name, description} = tool;
	return tool.form === 'custom'
		? {type: 'custom', name, description, format: tool.format}
		: {
				type: 'function',
				name,
				description,
				parameters: tool.parameters ?? {type: 'object', properties: {}},
				strict: tool.strict ?? false,
			};
}

function choiceObject({toolChoice, tools}: NeutralRequest): JsonObject | string | undefined {
	if (tools.length === 0) {
		return undefined;
	}
	return typeof toolChoice === 'string' ? toolChoice : namedChoice(toolChoice);
}

function namedChoice(choice: ToolChoice & object): JsonObject {
	return {type: choice.form, name: choice.name};
}

function formatObject(format: AnswerFormat): JsonObject {
	if (format.type === 'json_object') {
		return {type: 'json_object'};
	}
	const {type, name, schema, strict, description} = format;
	return {type, name, schema, strict, description};
}
