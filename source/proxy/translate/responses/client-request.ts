import type {JsonObject} from '../../../events/json.ts';
import type {Checked} from '../../failure.ts';
import type {NeutralOptions, NeutralRequest} from '../../neutral.ts';
import {noticeLeftOut} from '../left-out-fields.ts';
import {readFormat, readSampling} from '../request-options.ts';
import {
	createRequestReading,
	listOf,
	optionalFlag,
	optionalNumber,
	optionalObject,
	optionalText,
	type RequestReading,
	readList,
	textOf,
} from '../request-reading.ts';
import {readToolChoice, readTools} from '../request-tools.ts';
import {readItems} from './client-request-items.ts';

/** Reads a request of the Responses API into the neutral form. */
export function parseResponsesRequest(body: JsonObject): Checked<NeutralRequest> {
	const reading = createRequestReading();
	if (body['input'] === undefined || body['input'] === null) {
		reading.refuse('“input” is missing: a text, or a list of items.', 'input');
	}
	noticeLeftOut(body, 'responses', reading);
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

/** Returns the input as a list. A plain text is one message of the user. */
export function readInput(input: unknown, reading: RequestReading): readonly unknown[] {
	return typeof input === 'string'
		? [{type: 'message', role: 'user', content: input}]
		: readList(input, 'input', reading);
}

function readOptions(body: JsonObject): NeutralOptions {
	const format = optionalObject(optionalObject(body['text'])?.['format']);
	return {
		...readSampling(body),
		outputTokensMax: optionalNumber(body['max_output_tokens']),
		effort: optionalText(optionalObject(body['reasoning'])?.['effort']),
		parallelCalls: optionalFlag(body['parallel_tool_calls']),
		sealed: listOf(body['include']).includes('reasoning.encrypted_content') || undefined,
		format: readFormat(format?.['type'], format),
	};
}
