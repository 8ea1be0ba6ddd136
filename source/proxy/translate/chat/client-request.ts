import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {Checked} from '../../failure.ts';
import type {NeutralItem, NeutralOptions, NeutralRequest} from '../../neutral.ts';
import {noticeLeftOut} from '../left-out-fields.ts';
import {readFormat, readSampling, readStops} from '../request-options.ts';
import {readParts} from '../request-parts.ts';
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
import {readToolChoice, readTools} from '../request-tools.ts';
import {readSeal} from '../seal.ts';
import {sealOfCall} from './google-seal.ts';

/** Reads a request of Chat Completions into the neutral form. */
export function parseChatRequest(body: JsonObject): Checked<NeutralRequest> {
	const reading = createRequestReading();
	needMessages(body, reading);
	if (typeof body['n'] === 'number' && body['n'] > 1) {
		reading.refuse('Only one answer at a time: “n” has to be 1.', 'n');
	}
	noticeLeftOut(body, 'chat', reading);
	const request: NeutralRequest = {
		model: textOf(body['model']),
		stream: body['stream'] === true,
		instructions: '',
		items: readMessages(listOf(body['messages']), reading),
		tools: readTools(readList(body['tools'], 'tools', reading), reading),
		toolChoice: readToolChoice(body['tool_choice']),
		options: readOptions(body),
		notices: reading.notices(),
	};
	const failure = reading.failure();
	return failure ? {ok: false, failure} : {ok: true, value: request};
}

function readMessages(
	messages: readonly unknown[],
	reading: RequestReading,
): readonly NeutralItem[] {
	return messages.flatMap((message, index) => {
		if (isJsonObject(message)) {
			return readMessage(message, `messages[${index}]`, reading);
		}
		reading.refuse('A message has to be an object.', `messages[${index}]`);
		return [];
	});
}

function readMessage(
	message: JsonObject,
	at: string,
	reading: RequestReading,
): readonly NeutralItem[] {
	const {role} = message;
	switch (role) {
		case 'system':
		case 'developer':
			return [{type: 'message', role: 'system', parts: readParts(message['content'], reading)}];
		case 'user':
			return [{type: 'message', role, parts: readParts(message['content'], reading)}];
		case 'assistant':
			return readAssistant(message, at, reading);
		case 'tool':
		case 'function':
			return readToolMessage(message, at, reading);
		default:
			reading.refuse(
				'A message needs a role: system, developer, user, assistant or tool.',
				`${at}.role`,
			);
			return [];
	}
}

function readAssistant(
	message: JsonObject,
	at: string,
	reading: RequestReading,
): readonly NeutralItem[] {
	const items: NeutralItem[] = [];
	const reasoning = textOf(message['reasoning_content']) || textOf(message['reasoning']);
	if (reasoning !== '') {
		items.push({type: 'reasoning', text: reasoning, summary: ''});
	}
	const parts = [...readParts(message['content'], reading)];
	if (textOf(message['refusal']) !== '') {
		parts.push({type: 'refusal', text: textOf(message['refusal'])});
	}
	if (parts.length > 0) {
		items.push({type: 'message', role: 'assistant', parts});
	}
	for (const [index, call] of objectsOf(message['tool_calls']).entries()) {
		const item = readCall(call);
		const seal = readSeal(sealOfCall(call), {native: 'gemini'});
		if (item) {
			items.push(
				...(seal ? [{type: 'reasoning', text: '', summary: '', seal} as const] : []),
				item,
			);
		} else {
			reading.refuse('A call needs an id and a name.', `${at}.tool_calls[${index}]`);
		}
	}
	return items;
}

function readCall(call: JsonObject): NeutralItem | null {
	const custom = optionalObject(call['custom']);
	const written = custom ?? optionalObject(call['function']) ?? {};
	const id = textOf(call['id']);
	const name = textOf(written['name']);
	if (id === '' || name === '') {
		return null;
	}
	const input = custom ? written['input'] : written['arguments'];
	return {
		type: 'call',
		id,
		form: custom ? 'custom' : 'function',
		name,
		arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
	};
}

function readToolMessage(
	message: JsonObject,
	at: string,
	reading: RequestReading,
): readonly NeutralItem[] {
	const id = optionalText(message['tool_call_id']) ?? optionalText(message['name']);
	if (id === undefined) {
		reading.refuse('The result of a call needs its tool_call_id.', `${at}.tool_call_id`);
		return [];
	}
	const content = message['content'] ?? '';
	const isPlain = typeof content === 'string' || Array.isArray(content);
	const parts = readParts(isPlain ? content : JSON.stringify(content), reading);
	return [{type: 'result', id, form: 'function', parts}];
}

function readOptions(body: JsonObject): NeutralOptions {
	const format = optionalObject(body['response_format']);
	return {
		...readSampling(body),
		outputTokensMax:
			optionalNumber(body['max_completion_tokens']) ?? optionalNumber(body['max_tokens']),
		stop: readStops(body['stop']),
		effort: optionalText(body['reasoning_effort']),
		parallelCalls: optionalFlag(body['parallel_tool_calls']),
		format: readFormat(format?.['type'], optionalObject(format?.['json_schema'])),
		streamUsage: optionalFlag(optionalObject(body['stream_options'])?.['include_usage']),
	};
}
