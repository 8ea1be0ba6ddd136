import type {JsonObject} from '../../events/json.ts';
import type {Checked} from '../failure.ts';
import type {AnswerFormat, NeutralOptions, NeutralRequest} from '../neutral.ts';
import {
	createReading,
	optionalFlag,
	optionalNumber,
	optionalObject,
	optionalText,
	type Reading,
	readList,
	textOf,
} from './read.ts';
import {readItems} from './responses-items.ts';
import {readToolChoice, readTools} from './tools-in.ts';

/** A request of the Responses API in the neutral form. */
export function parseResponsesRequest(body: JsonObject): Checked<NeutralRequest> {
	const reading = createReading();
	const {items, tools: moreTools} = readItems(readInput(body['input'], reading), reading);
	const request: NeutralRequest = {
		model: textOf(body['model']),
		stream: body['stream'] === true,
		instructions: textOf(body['instructions']),
		items,
		tools: readTools([...readList(body['tools'], 'tools', reading), ...moreTools], reading),
		toolChoice: readToolChoice(body['tool_choice']),
		options: readOptions(body),
		notices: reading.notices(),
	};
	const failure = reading.failure();
	return failure ? {ok: false, failure} : {ok: true, value: request};
}

/** The input as a list: a bare text is one message of the user. */
export function readInput(input: unknown, reading: Reading): readonly unknown[] {
	return typeof input === 'string'
		? [{type: 'message', role: 'user', content: input}]
		: readList(input, 'input', reading);
}

function readOptions(body: JsonObject): NeutralOptions {
	return {
		outputTokensMax: optionalNumber(body['max_output_tokens']),
		temperature: optionalNumber(body['temperature']),
		topP: optionalNumber(body['top_p']),
		effort: optionalText(optionalObject(body['reasoning'])?.['effort']),
		parallelCalls: optionalFlag(body['parallel_tool_calls']),
		format: readFormat(optionalObject(optionalObject(body['text'])?.['format'])),
	};
}

function readFormat(format: JsonObject | undefined): AnswerFormat | undefined {
	if (format?.['type'] === 'json_object') {
		return {type: 'json_object'};
	}
	const schema = optionalObject(format?.['schema']);
	if (format?.['type'] !== 'json_schema' || !schema) {
		return undefined;
	}
	return {
		type: 'json_schema',
		name: optionalText(format['name']) ?? 'answer',
		schema,
		strict: optionalFlag(format['strict']),
		description: optionalText(format['description']),
	};
}
