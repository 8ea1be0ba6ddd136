import type {JsonObject} from '../../events/json.ts';
import {
	type NeutralCall,
	type NeutralItem,
	type NeutralPart,
	type NeutralRequest,
	type NeutralTool,
	textOfParts,
} from '../neutral.ts';
import {customDescription, customParameters, emptyParameters} from './custom-tool.ts';
import {pairCalls} from './pair-calls.ts';
import {parseJson} from './request-reading.ts';
import type {ToolNames} from './tool-names.ts';

/**
 * Rewrites a request for models that know no tools: the instructions describe the tools, and
 * earlier calls and results become text in the format that most open models were trained on
 * (Hermes). Calls in the answer are then read like any that a model writes as text.
 */
export function withTextTools(request: NeutralRequest, names: ToolNames): NeutralRequest {
	const {tools, instructions, items, options} = request;
	if (tools.length === 0 || request.toolChoice === 'none') {
		return {...request, tools: [], items: asWords(items, names)};
	}
	const described = [instructions, describe(request, names)].filter(text => text !== '');
	return {
		...request,
		instructions: described.join('\n\n'),
		items: asWords(items, names),
		tools: [],
		toolChoice: 'auto',
		options: {...options, parallelCalls: undefined},
	};
}

function describe({tools, toolChoice}: NeutralRequest, names: ToolNames): string {
	const signatures = tools.map(tool => JSON.stringify(signatureOf(tool, names)));
	return [
		'# Tools',
		'You may call one or more functions to assist with the user query.',
		'You are provided with function signatures within <tools></tools> XML tags:',
		'<tools>',
		...signatures,
		'</tools>',
		'For each function call, return a JSON object with the function name and arguments within <tool_call></tool_call> XML tags, and stop after the last one; the results follow within <tool_response></tool_response>:',
		'<tool_call>',
		'{"name": <function-name>, "arguments": <arguments-as-JSON-object>}',
		'</tool_call>',
		...mustCall(toolChoice, names),
	].join('\n');
}

function mustCall(choice: NeutralRequest['toolChoice'], names: ToolNames): readonly string[] {
	if (typeof choice === 'object') {
		return [`Call ${names.outward(choice)} now.`];
	}
	return choice === 'required' ? ['You have to call a function now.'] : [];
}

function signatureOf(tool: NeutralTool, names: ToolNames): JsonObject {
	const described =
		tool.form === 'custom'
			? {description: customDescription(tool), parameters: customParameters}
			: {description: tool.description, parameters: tool.parameters ?? emptyParameters};
	return {type: 'function', function: {name: names.outward(tool), ...described}};
}

/**
 * Writes the conversation without calls: they are added to the model's text, and results become
 * messages of the user.
 */
function asWords(items: readonly NeutralItem[], names: ToolNames): readonly NeutralItem[] {
	const words: NeutralItem[] = [];
	const called = new Map<string, string>();
	for (const item of pairCalls(items).items) {
		if (item.type === 'call') {
			called.set(item.id, names.outward(item));
			addParts(words, 'assistant', [{type: 'text', text: callText(item, names)}]);
		} else if (item.type === 'result') {
			const name = called.get(item.id) ?? '';
			addParts(words, 'user', resultParts(name, item.parts));
		} else {
			words.push(item);
		}
	}
	return words;
}

function addParts(
	items: NeutralItem[],
	role: 'assistant' | 'user',
	parts: readonly NeutralPart[],
): void {
	const last = items.at(-1);
	if (last?.type === 'message' && last.role === role) {
		items[items.length - 1] = {...last, parts: [...last.parts, ...parts]};
	} else {
		items.push({type: 'message', role, parts});
	}
}

function callText(call: NeutralCall, names: ToolNames): string {
	const given =
		call.form === 'custom'
			? {input: call.arguments}
			: ((parseJson(call.arguments) as JsonObject | undefined) ?? {});
	const written = JSON.stringify({name: names.outward(call), arguments: given});
	return `<tool_call>\n${written}\n</tool_call>`;
}

function resultParts(name: string, parts: readonly NeutralPart[]): readonly NeutralPart[] {
	const text = textOfParts(parts);
	const content = parseJson(text) ?? text;
	const written = JSON.stringify({name, content});
	return [
		{type: 'text', text: `<tool_response>\n${written}\n</tool_response>`},
		...parts.filter(part => part.type === 'image' || part.type === 'file'),
	];
}
