import type {WrittenField} from '../attempt.ts';
import {findTool, propertiesOf} from '../find-tool.ts';
import {collectValues} from './collect-values.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {bareName, toTheEnd, unreadable, valueCalls} from './json-calls.ts';
import {commaParts} from './json-slices.ts';
import {nameSet, space} from './opener.ts';
import {pythonLiteral} from './python-literal.ts';

const letter = {ahead: 'A-Za-z_'};

/** Calls as Python writes them, in a list: `[name(key=value)]`. */
export const pythonicFormats: readonly Format[] = [
	{
		id: 'lfm',
		title: 'LFM 2',
		trust: 'token',
		opener: '<|tool_call_start|>[',
		closer: ']<|tool_call_end|>',
		grammar: 'A list of calls as Python writes them, or of JSON objects.',
		sample: '<|tool_call_start|>[get_weather(city="Oslo")]<|tool_call_end|>',
		opens: [['<|tool_call_start|>', space, {ahead: '\\['}]],
		collect: opened => collectValues({last: ['<|tool_call_end|>']}, opened),
		calls: written => pythonOrJson(written, ['<|tool_call_end|>']),
	},
	{
		id: 'llama-pythonic',
		title: 'Llama 4',
		trust: 'token',
		opener: '<|python_start|>[',
		closer: ']<|python_end|>',
		grammar: 'A list of calls as Python writes them.',
		sample: '<|python_start|>[get_weather(city="Oslo")]<|python_end|>',
		opens: [['<|python_start|>', space, {ahead: '\\['}]],
		collect: opened => collectValues({last: ['<|python_end|>']}, opened),
		calls: written => pythonOrJson(written, ['<|python_end|>']),
	},
	{
		id: 'llama-built-in',
		title: 'Llama 3 with its own tools',
		trust: 'token',
		opener: '<|python_tag|>NAME.call(',
		closer: 'the closing bracket, perhaps <|eom_id|>',
		grammar: 'One call as Python writes it.',
		sample: '<|python_tag|>get_weather.call(city="Oslo")',
		opens: [['<|python_tag|>', space, letter, {set: nameSet, least: 1, most: 40}, {ahead: '('}]],
		collect: opened => collectValues({begins: '(', closers: ['<|eom_id|>', '<|eot_id|>']}, opened),
		calls: written => pythonCalls(written, written.raw.indexOf('>') + 1),
	},
	{
		id: 'olmo',
		title: 'OLMo 3',
		trust: 'tag',
		opener: '<function_calls>NAME(',
		closer: '</function_calls>',
		grammar: 'Calls as Python writes them, one a line.',
		sample: '<function_calls>get_weather(city="Oslo")</function_calls>',
		opens: [['<function_calls>', space, letter, {set: nameSet, least: 1, most: 40}, {ahead: '('}]],
		collect: opened =>
			collectValues({begins: '(', separators: '', last: ['</function_calls>']}, opened),
		calls: written => pythonCalls(written, written.raw.indexOf('>') + 1),
	},
	{
		id: 'pythonic',
		title: 'Llama 3.2, Gemma 3, ToolACE (bare)',
		trust: 'bare',
		opener: '[NAME(',
		closer: ']',
		grammar: 'A list of calls of tools on offer as Python writes them, and nothing after it.',
		sample: '[get_weather(city="Oslo")]',
		opens: [],
		opensWith: tool => [['[', tool, '(']],
		collect: opened => collectValues({isOpened: true}, opened),
		calls: written => {
			const calls = pythonCalls(written, 1);
			return calls.every(call => call.name !== null && fits(call, written)) ? calls : [];
		},
	},
];

/** Bare calls must have nothing but keyword arguments that the tool knows. */
function fits({name, arguments: given}: WrittenCall, {tools, raw}: Written): boolean {
	const tool = tools.find(one => one.name === name);
	const isWellEnded = /\)\s*\]\s*$/.test(raw);
	return (
		tool !== undefined &&
		isWellEnded &&
		given.type === 'fields' &&
		given.fields.every(field => propertiesOf(tool).includes(field.name))
	);
}

function pythonOrJson(written: Written, closers: readonly string[]): readonly WrittenCall[] {
	const begin = written.raw.indexOf('[', written.raw.indexOf('>'));
	return /^\[\s*\{/.test(written.raw.slice(begin))
		? valueCalls(written, {from: begin, closers})
		: pythonCalls(written, begin + 1);
}

/** Calls from here on: names with arguments in round brackets. */
export function pythonCalls(written: Written, from: number): readonly WrittenCall[] {
	const {raw, isWhole} = written;
	const calls: WrittenCall[] = [];
	const head = /[\s,;]*([A-Za-z_][\w.:-]{0,120})\s*\(/y;
	for (let at = from; at < raw.length; ) {
		head.lastIndex = at;
		const found = head.exec(raw);
		if (!found) {
			break;
		}
		const parts = commaParts(raw, head.lastIndex);
		const close = raw.indexOf(')', parts.at(-1)?.end ?? head.lastIndex);
		at = close < 0 ? raw.length : close + 1;
		const name = bareName(found[1]!).replace(/\.call$/, '');
		calls.push({name, arguments: {type: 'fields', fields: parts.map(keyword)}, isWhole, end: at});
	}
	return calls.length > 0 ? toTheEnd(calls, raw.length) : unreadable(written, raw.slice(from));
}

/** `key=value`; what has no key keeps an empty name, which fits no tool. */
function keyword({text}: {readonly text: string}): WrittenField {
	const found = /^\s*([A-Za-z_]\w{0,120})\s*=\s*/.exec(text);
	const written = text.slice(found?.[0].length ?? 0).trim();
	const value = pythonLiteral(written);
	return {
		name: found?.[1] ?? '',
		text: value === undefined ? written : JSON.stringify(value),
		written: 'json',
	};
}

/** A name that the tools on offer know, perhaps in other words. */
export function isKnown(name: string | null, tools: Written['tools']): boolean {
	return name !== null && findTool(bareName(name), tools) !== null;
}
