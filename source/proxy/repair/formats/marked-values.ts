import type {WrittenArguments, WrittenField} from '../attempt.ts';
import {collectUntil} from './collect-until.ts';
import {collectValues} from './collect-values.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {jsonFormat} from './in-tags.ts';
import {bareName, toTheEnd} from './json-calls.ts';
import {namedCall} from './named-values.ts';
import {nameSet, space} from './opener.ts';

type Parts = {
	/**
	 * The marks around a call. The opening one has a group `name`. Text between two calls is ignored.
	 */
	readonly call: Bounds;
	readonly body: (text: string) => WrittenArguments;
};

type Bounds = {readonly open: RegExp; readonly close: RegExp};

/**
 * Formats with values between marks. A value can't contain a closing mark, so the first one ends
 * it, and patterns suffice to read the calls.
 */
export const markedValueFormats: readonly Format[] = [
	{
		id: 'kimi-k3',
		title: 'Kimi K3',
		trust: 'token',
		opener: '<|open|>tools<|sep|>',
		closer: '<|close|>tools<|sep|>',
		grammar:
			'<|open|>call tool="NAME"<|sep|>, then <|open|>argument key="NAME" type="TYPE"<|sep|>.',
		sample:
			'<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
		opens: [
			['<|open|>', space, 'tools', space, '<|sep|>', space, '<|open|>', space, 'call '],
			['<|open|>', space, 'call tool='],
		],
		collect: opened =>
			collectUntil(
				{closers: [opened.includes('tools') ? '<|close|>tools<|sep|>' : '<|close|>call<|sep|>']},
				opened,
			),
		calls: written =>
			partsIn(written, {
				call: {
					open: /<\|open\|>\s*call\s[^<]{0,200}?tool="(?<name>[^"<>]{1,120})"[^<]{0,200}<\|sep\|>/g,
					close: /<\|close\|>\s{0,20}call\s{0,20}<\|sep\|>/g,
				},
				body: text =>
					fieldsIn(text, {
						open: /<\|open\|>\s*argument\s[^<]{0,200}?key="(?<key>[^"<>]{1,120})"(?:[^<]{0,200}?type="(?<type>[^"<>]{1,40})")?[^<]{0,200}<\|sep\|>/g,
						close: /<\|close\|>\s{0,20}argument\s{0,20}<\|sep\|>/g,
					}),
			}),
	},
	{
		id: 'solar-open-2',
		title: 'Solar Open 2',
		trust: 'token',
		opener: '<|tool_call:start|>NAME',
		closer: '<|tool_call:end|>',
		grammar: '<|tool_arg:start|>NAME<|tool_arg:value|>the value<|tool_arg:end|>.',
		sample:
			'<|tool_call:start|>get_weather\n<|tool_arg:start|>city<|tool_arg:value|>Oslo<|tool_arg:end|>\n<|tool_call:end|>',
		opens: [['<|tool_call:start|>']],
		collect: opened => collectUntil({closers: ['<|tool_call:end|>']}, opened),
		calls: written =>
			partsIn(written, {
				call: {
					open: /<\|tool_call:start\|>\s*(?<name>[^\s<]{1,120})/g,
					close: /<\|tool_call:end\|>/g,
				},
				body: text =>
					fieldsIn(text, {
						open: /<\|tool_arg:start\|>\s*(?<key>[^<]{1,120}?)\s*<\|tool_arg:value\|>/g,
						close: /<\|tool_arg:end\|>/g,
					}),
			}),
	},
	{
		id: 'solar-open',
		title: 'Solar Open',
		trust: 'token',
		opener: '<|tool_call:begin|>ID<|tool_call:name|>NAME',
		closer: '<|tool_call:end|>',
		grammar: '<|tool_call:args|>, then the arguments as JSON.',
		sample:
			'<|tool_call:begin|>a1b2c3<|tool_call:name|>get_weather<|tool_call:args|>{"city": "Oslo"}<|tool_call:end|>',
		opens: [['<|tool_call:begin|>']],
		collect: opened => collectValues({begins: '{', last: ['<|tool_call:end|>']}, opened),
		calls: written =>
			namedCall(written, /<\|tool_call:name\|>\s*([^\s<]*)\s*(?:<\|tool_call:args\|>)?/, [
				'<|tool_call:end|>',
			]),
	},
	{
		id: 'plamo',
		title: 'PLaMo 3',
		trust: 'token',
		opener: '<|plamo:begin_tool_request:plamo|>',
		closer: '<|plamo:end_tool_request:plamo|>',
		grammar: 'The name and the arguments as JSON, each between marks of its own.',
		sample:
			'<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>get_weather<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>{"city": "Oslo"}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>',
		opens: [['<|plamo:begin_tool_requests:plamo|>'], ['<|plamo:begin_tool_request:plamo|>']],
		collect: opened =>
			collectUntil(
				{
					closers: [
						opened.includes('requests')
							? '<|plamo:end_tool_requests:plamo|>'
							: '<|plamo:end_tool_request:plamo|>',
					],
				},
				opened,
			),
		calls: written =>
			partsIn(written, {
				call: {
					open: /<\|plamo:begin_tool_name:plamo\|>\s*(?<name>[^\s<]{1,120})\s*<\|plamo:end_tool_name:plamo\|>/g,
					close: /<\|plamo:end_tool_request:plamo\|>/g,
				},
				body: text => ({
					type: 'json',
					text: text.replace(/<\|plamo:\w{1,40}:plamo\|>/g, '').trim(),
				}),
			}),
	},
	{
		id: 'step3',
		title: 'Step 3',
		trust: 'token',
		opener: '<steptml:invoke name="NAME">',
		closer: '</steptml:invoke>, perhaps <｜tool_call_end｜><｜tool_calls_end｜>',
		grammar: '<steptml:parameter name="NAME">, the value, </steptml:parameter>.',
		sample:
			'<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_calls_end｜>',
		opens: [
			['<｜tool_calls_begin｜>', space, '<｜tool_call_begin｜>', 'function', '<｜tool_sep'],
			['<｜tool_call_begin｜>function<｜tool_sep｜><step'],
		],
		collect: opened =>
			collectUntil(
				{
					closers: [
						opened.includes('calls_begin') ? '<｜tool_calls_end｜>' : '<｜tool_call_end｜>',
					],
				},
				opened,
			),
		calls: written =>
			partsIn(written, {
				call: {
					open: /<steptml:invoke\s+name="(?<name>[^"<>]{1,120})"\s*>/g,
					close: /<\/steptml:invoke>/g,
				},
				body: text =>
					fieldsIn(text, {
						open: /<steptml:parameter\s+name="(?<key>[^"<>]{1,120})"\s*>/g,
						close: /<\/steptml:parameter>/g,
					}),
			}),
	},
	jsonFormat({
		id: 'gigachat',
		title: 'GigaChat 3',
		trust: 'token',
		heads: [['<|function_call|>'], ['function call<|role_sep|>']],
		closers: ['</s>', '<|message_sep|>'],
		ahead: '{',
		grammar: 'An object with name and arguments.',
		sample: '<|function_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}',
	}),
	jsonFormat({
		id: 'inkling',
		title: 'Inkling',
		trust: 'token',
		heads: [
			['<|content_invoke_tool_json|>'],
			['<|message_model|>', '<|content_invoke_tool_json|>'],
			['<|message_model|>', {set: nameSet, least: 1, most: 20}, '<|content_invoke_tool_json|>'],
		],
		opener: '<|content_invoke_tool_json|>',
		last: ['<|end_message|>'],
		ahead: '{',
		grammar: 'An object with name and args.',
		sample:
			'<|message_model|><|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Oslo"}}<|end_message|>',
	}),
	{
		id: 'glm-flash',
		title: 'GLM 5.3 Flash',
		trust: 'tag',
		opener: '<tool_call>NAME>',
		closer: '</tool_call>, or the end of the JSON',
		grammar: 'The name, perhaps behind that of its group and a slash, >, then the arguments.',
		sample: '<tool_call>get_weather>{"city": "Oslo"}',
		opens: [['<tool_call>', space, {set: nameSet, least: 1, most: 40}, '>', space, {ahead: '{'}]],
		collect: opened => collectValues({begins: '{', closers: ['</tool_call>']}, opened),
		calls: written =>
			namedCall(written, /^<tool_call>\s*(?:[^\s<>/]*\/)*([^\s<>/]*)>/, ['</tool_call>']),
	},
	{
		id: 'cwm',
		title: 'CWM',
		trust: 'tag',
		opener: '<tool: LABEL>',
		closer: '</tool>',
		grammar: 'The name of the tool, then its arguments: JSON, or the text of the only one.',
		sample: '<tool: function>\nget_weather Oslo\n</tool>',
		opens: [['<tool:', {set: ' ', least: 0, most: 2}, {set: nameSet, least: 1, most: 40}, '>']],
		collect: opened => collectUntil({closers: ['</tool>']}, opened),
		calls: written =>
			partsIn(written, {
				call: {
					open: /<tool:\s*[^<>\s]{1,60}>\s*(?<name>[A-Za-z_][\w.:-]{0,120})(?=[\s<])/g,
					close: /<\/tool>/g,
				},
				body: text => ({type: 'body', text}),
			}),
	},
];

type Span = {
	readonly groups: Readonly<Record<string, string | undefined>>;
	readonly body: string;
	readonly begin: number;
	readonly end: number;
};

/**
 * Returns the texts between opening marks and the next closing ones. A missing closing mark gives
 * none.
 */
function spansIn(text: string, {open, close}: Bounds): readonly Span[] {
	const opening = new RegExp(open);
	const closing = new RegExp(close);
	const spans: Span[] = [];
	for (let found = opening.exec(text); found; found = opening.exec(text)) {
		closing.lastIndex = opening.lastIndex;
		const end = closing.exec(text);
		if (!end) {
			break;
		}
		spans.push({
			groups: found.groups ?? {},
			body: text.slice(opening.lastIndex, end.index),
			begin: found.index,
			end: closing.lastIndex,
		});
		opening.lastIndex = closing.lastIndex;
	}
	return spans;
}

/** Returns all calls of the text; none if the model only mentions the marks. */
function partsIn(written: Written, {call, body}: Parts): readonly WrittenCall[] {
	const {raw, isWhole} = written;
	const calls = spansIn(raw, call).map(
		(span): WrittenCall => ({
			name: bareName(span.groups['name']!),
			arguments: body(span.body),
			isWhole,
			end: span.end,
		}),
	);
	if (calls.length > 0) {
		return toTheEnd(calls, raw.length);
	}
	const name = new RegExp(call.open).exec(raw)?.groups?.['name'];
	return name === undefined
		? []
		: [{name: bareName(name), arguments: {type: 'json', text: raw}, isWhole, end: raw.length}];
}

/** Reads pairs of key and value. A value of type `string` stays text; any other is read as JSON. */
function fieldsIn(text: string, bounds: Bounds): WrittenArguments {
	const spans = spansIn(text, bounds);
	const fields = spans.map(({groups: {key = '', type}, body}): WrittenField => {
		const written = type === undefined ? undefined : type === 'string' ? 'string' : 'json';
		return {name: key, text: body, ...(written && {written})};
	});
	const rest = spans.map(({begin}, at) => text.slice(spans[at - 1]?.end ?? 0, begin)).join('');
	const left = (rest + text.slice(spans.at(-1)?.end ?? 0)).trim();
	// Text besides the pairs may be part of a damaged pair, so it is not ignored.
	return left === '' ? {type: 'fields', fields} : {type: 'json', text: left};
}
