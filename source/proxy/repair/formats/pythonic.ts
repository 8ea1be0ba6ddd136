import {findTool, propertiesOf} from '../find-tool.ts';
import {collectPython} from './collect-python.ts';
import {collectValues} from './collect-values.ts';
import type {Collector, Format, Written, WrittenCall} from './format.ts';
import {bareName, valueCalls} from './json-calls.ts';
import {nameSet, type Opener, space} from './opener.ts';
import {pythonCalls} from './python-calls.ts';

const llamaEnds: readonly string[] = ['<|eom_id|>', '<|eot_id|>'];

const letter = {ahead: 'A-Za-z_'};

/** Formats for a list of calls in Python's notation: `[name(key=value)]`. */
export const pythonicFormats: readonly Format[] = [
	{
		id: 'lfm',
		title: 'LFM 2',
		trust: 'token',
		opener: '<|tool_call_start|>[',
		closer: ']<|tool_call_end|>',
		grammar: 'A list of calls as Python writes them, or of JSON objects.',
		sample: '<|tool_call_start|>[get_weather(city="Oslo")]<|tool_call_end|>',
		opens: listHeads('<|tool_call_start|>'),
		collect: opened => collectList(opened, '<|tool_call_end|>'),
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
		opens: listHeads('<|python_start|>'),
		collect: opened => collectList(opened, '<|python_end|>'),
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
		collect: opened => collectPython({last: [], closers: llamaEnds}, opened),
		calls: written =>
			pythonCalls(written, {from: written.raw.indexOf('>') + 1, closers: llamaEnds}),
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
		collect: opened => collectPython({last: ['</function_calls>']}, opened),
		calls: written =>
			pythonCalls(written, {from: written.raw.indexOf('>') + 1, closers: ['</function_calls>']}),
	},
	{
		id: 'pythonic',
		title: 'Llama 3.2, Gemma 3, ToolACE (bare)',
		trust: 'data',
		opener: '[NAME(',
		closer: ']',
		grammar: 'A list of calls of tools on offer as Python writes them, and nothing after it.',
		sample: '[get_weather(city="Oslo")]',
		opens: [],
		opensWith: tool => [['[', space, tool, '(']],
		collect: opened => collectValues({isOpened: true, dialect: 'python'}, opened),
		calls: written => {
			const calls = pythonCalls(written, {from: 1, closers: []});
			const isMeant =
				calls.every(call => call.name !== null) && calls.some(call => fits(call, written));
			return isMeant ? calls : [];
		},
	},
];

/**
 * Returns how such a list may begin. Objects in it follow the rules of JSON, calls those of Python.
 */
function listHeads(mark: string): readonly Opener[] {
	return [
		[mark, space, '[', space, {ahead: '{'}],
		[mark, space, {ahead: '\\['}],
		[mark, space, letter, {set: nameSet, least: 1, most: 40}, {ahead: '('}],
	];
}

function collectList(opened: string, last: string): Collector {
	if (/[\w.:-]$/.test(opened)) {
		return collectPython({last: [last]}, opened);
	}
	const isJson = opened.includes('[');
	return collectValues(
		{last: [last], isOpened: isJson, dialect: isJson ? 'json' : 'python'},
		opened,
	);
}

/**
 * Whether a call without marks counts: it must have nothing but named arguments that the tool
 * knows.
 */
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
	const mark = written.raw.indexOf('>') + 1;
	if (!/^\s*\[/.test(written.raw.slice(mark))) {
		return pythonCalls(written, {from: mark, closers});
	}
	const begin = written.raw.indexOf('[', mark);
	return /^\[\s*\{/.test(written.raw.slice(begin))
		? valueCalls(written, {from: begin, closers})
		: pythonCalls(written, {from: begin + 1, closers});
}

/** Whether the name means an offered tool, also in another spelling. */
export function isKnown(name: string | null, tools: Written['tools']): boolean {
	return name !== null && findTool(bareName(name), tools) !== null;
}
