import type {JsonObject} from '../../../events/json.ts';
import type {Checked} from '../../failure.ts';
import type {
	AnswerFormat,
	NeutralOptions,
	NeutralRequest,
	NeutralTool,
	ToolChoice,
} from '../../neutral.ts';
import {noticeLeftOut} from '../left-out-fields.ts';
import {isNamed, namelessNotice} from '../nameless-tools.ts';
import {effortOfBudget, readFormat, readSampling, readStops} from '../request-options.ts';
import {
	createRequestReading,
	listOf,
	needMessages,
	objectsOf,
	optionalFlag,
	optionalNumber,
	optionalObject,
	optionalText,
	type RequestReading,
	readList,
	textOf,
} from '../request-reading.ts';
import {readSystem, readTurns} from './client-request-turns.ts';

/** Reads a request of Anthropic's Messages API into the neutral form. */
export function parseAnthropicRequest(body: JsonObject): Checked<NeutralRequest> {
	const reading = createRequestReading();
	needMessages(body, reading);
	noticeLeftOut(body, 'anthropic', reading);
	const choice = optionalObject(body['tool_choice']);
	const request: NeutralRequest = {
		model: textOf(body['model']),
		stream: body['stream'] === true,
		instructions: readSystem(body['system']),
		items: readTurns(listOf(body['messages']), reading),
		tools: readTools(readList(body['tools'], 'tools', reading), reading),
		toolChoice: readChoice(choice),
		options: readOptions(body, choice),
		notices: reading.notices(),
	};
	const failure = reading.failure();
	return failure ? {ok: false, failure} : {ok: true, value: request};
}

/**
 * Reads the tools. Those with a date in their type are dropped: Anthropic runs them, or only its
 * own models know their schema.
 */
function readTools(list: readonly unknown[], reading: RequestReading): readonly NeutralTool[] {
	return objectsOf(list).flatMap((tool): readonly NeutralTool[] => {
		const {type, name} = tool;
		if (typeof type === 'string' && type !== 'custom') {
			reading.notice(`The tool type “${type}” was dropped: it runs only at its own provider.`);
			return [];
		}
		if (!isNamed(name)) {
			reading.notice(namelessNotice);
			return [];
		}
		return [
			{
				form: 'function',
				name,
				description: optionalText(tool['description']),
				parameters: optionalObject(tool['input_schema']),
				strict: optionalFlag(tool['strict']),
			},
		];
	});
}

function readChoice(choice: JsonObject | undefined): ToolChoice {
	const name = optionalText(choice?.['name']);
	switch (choice?.['type']) {
		case 'none':
			return 'none';
		case 'any':
			return 'required';
		case 'tool':
			return name === undefined ? 'auto' : {form: 'function', name};
		default:
			return 'auto';
	}
}

function readOptions(body: JsonObject, choice: JsonObject | undefined): NeutralOptions {
	return {
		...readSampling(body),
		outputTokensMax: optionalNumber(body['max_tokens']),
		stop: readStops(body['stop_sequences']),
		effort: readEffort(body),
		parallelCalls: choice?.['disable_parallel_tool_use'] === true ? false : undefined,
		format: readAnswerFormat(body),
	};
}

/**
 * Returns the effort as a word. If the request has a budget of tokens for thinking, it is
 * converted.
 */
function readEffort(body: JsonObject): string | undefined {
	const thinking = optionalObject(body['thinking']);
	const said = optionalText(optionalObject(body['output_config'])?.['effort']);
	if (thinking?.['type'] === 'disabled') {
		return undefined;
	}
	if (said !== undefined) {
		return said === 'max' ? 'xhigh' : said;
	}
	const budget = optionalNumber(thinking?.['budget_tokens']);
	if (budget === undefined) {
		return undefined;
	}
	return effortOfBudget(budget);
}

/** Reads the schema of the answer. In this protocol it has no name, and is always strict. */
function readAnswerFormat(body: JsonObject): AnswerFormat | undefined {
	const format =
		optionalObject(optionalObject(body['output_config'])?.['format']) ??
		optionalObject(body['output_format']);
	const read = format?.['type'] === 'json_schema' ? readFormat('json_schema', format) : undefined;
	return read?.type === 'json_schema' ? {...read, strict: true} : undefined;
}
