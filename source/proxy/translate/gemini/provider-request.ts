import type {JsonObject} from '../../../events/json.ts';
import type {NeutralOptions, NeutralRequest, NeutralTool, ToolChoice} from '../../neutral.ts';
import {customDescription, customParameters} from '../custom-tool.ts';
import {pairCalls} from '../pair-calls.ts';
import type {OutboundRequest, OutboundTarget} from '../protocol.ts';
import {entryOf} from '../request-reading.ts';
import {foreignSeals} from '../seal.ts';
import {createNames, type ToolNames} from '../tool-names.ts';
import {geminiContents} from './provider-request-contents.ts';
import {geminiSchema} from './provider-request-schema.ts';

/** Writes the neutral form as a request of Gemini's generateContent. */
export function encodeGeminiRequest(
	request: NeutralRequest,
	{model}: OutboundTarget,
): OutboundRequest {
	const {instructions, tools, toolChoice, options} = request;
	const names = createNames(tools, request.items);
	const paired = pairCalls(request.items);
	const {system, contents} = geminiContents({instructions, items: paired.items, names, model});
	const declarations = tools.map(tool => declarationOf(tool, names));
	const body: JsonObject = {
		systemInstruction: system === '' ? undefined : {parts: [{text: system}]},
		contents,
		tools: tools.length === 0 ? undefined : [{functionDeclarations: declarations}],
		toolConfig:
			tools.length === 0 || toolChoice === 'auto'
				? undefined
				: {functionCallingConfig: callingConfig(toolChoice, names)},
		generationConfig: generationConfig(options, model),
		safetySettings: options.safety,
	};
	const serial =
		options.parallelCalls === false && tools.length > 0
			? ['Gemini may call several tools at once, though one at a time was asked for.']
			: [];
	const foreign = foreignSeals(request.items, 'gemini');
	return {body, names, notices: [...paired.notices, ...serial, ...foreign]};
}

export function geminiHeaders(key: string | null): Readonly<Record<string, string>> {
	return key === null ? {} : {'x-goog-api-key': key};
}

/** Returns the path, which contains the model and whether the answer is streamed. */
export function geminiPath({
	model,
	stream,
}: {
	readonly model: string;
	readonly stream: boolean;
}): string {
	const place = placeOf(model);
	return stream ? `${place}:streamGenerateContent?alt=sse` : `${place}:generateContent`;
}

export function geminiCountPath(model: string): string {
	return `${placeOf(model)}:countTokens`;
}

function placeOf(model: string): string {
	return `/models/${encodeURIComponent(model.replace(/^models\//, ''))}`;
}

function declarationOf(tool: NeutralTool, names: ToolNames): JsonObject {
	const isCustom = tool.form === 'custom';
	const schema = isCustom ? customParameters : tool.parameters;
	return {
		name: names.outward(tool),
		description: isCustom ? customDescription(tool) : (tool.description ?? ''),
		parameters: (schema && geminiSchema(schema)) ?? undefined,
	};
}

function callingConfig(choice: Exclude<ToolChoice, 'auto'>, names: ToolNames): JsonObject {
	switch (choice) {
		case 'none':
			return {mode: 'NONE'};
		case 'required':
			return {mode: 'ANY'};
		default:
			return {mode: 'ANY', allowedFunctionNames: [names.outward(choice)]};
	}
}

function generationConfig(options: NeutralOptions, model: string): JsonObject {
	const {format} = options;
	const schema = format?.type === 'json_schema' ? geminiSchema(format.schema) : null;
	return {
		maxOutputTokens: options.outputTokensMax,
		temperature: options.temperature,
		topP: options.topP,
		stopSequences: options.stop,
		responseMimeType: format && 'application/json',
		responseSchema: schema ?? undefined,
		thinkingConfig: thinkingConfig(options.effort, model),
	};
}

/**
 * Returns the setting for thinking. Models before 2.5 don't think, 2.5 takes a number of tokens,
 * and later ones certainly know two levels.
 */
function thinkingConfig(effort: string | undefined, model: string): JsonObject | undefined {
	const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? Number.NaN);
	if (!(version >= thinkingSince)) {
		return undefined;
	}
	const isLow = effort === 'none' || effort === 'minimal' || effort === 'low';
	if (effort === undefined) {
		return {includeThoughts: true};
	}
	return version < levelsSince
		? {
				includeThoughts: true,
				thinkingBudget: entryOf(budgets, isLow ? 'low' : effort) ?? budgets['high'],
			}
		: {includeThoughts: true, thinkingLevel: isLow ? 'low' : 'high'};
}

const thinkingSince = 2.5;
const levelsSince = 3;
const budgets: Readonly<Record<string, number>> = {low: 1024, medium: 8192, high: 24_576};
