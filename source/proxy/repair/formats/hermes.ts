import type {Format} from './format.ts';
import {jsonFormat} from './in-tags.ts';
import {space} from './opener.ts';

export const hermesFormats: readonly Format[] = [
	jsonFormat({
		id: 'hermes',
		title: 'Hermes, Qwen 2.5 and 3, ERNIE 4.5, Granite 4',
		trust: 'tag',
		heads: [['<tool_call>'], ['<toolcall>'], ['<tool_use>']],
		opener: '<tool_call>',
		last: ['</tool_call>', '</toolcall>', '</tool_use>'],
		separators: ',',
		grammar: 'An object with name and arguments.',
		sample: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
	}),
	jsonFormat({
		id: 'tool-calls-list',
		title: 'Hunyuan A13B, Jamba, MiniMax M1',
		trust: 'tag',
		heads: [['<tool_calls>']],
		last: ['</tool_calls>'],
		separators: ',',
		grammar: 'A list of objects with name and arguments, or one object a line.',
		sample: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_calls>',
	}),
	jsonFormat({
		id: 'nemotron',
		title: 'Nemotron Nano 2',
		trust: 'tag',
		heads: [['<TOOLCALL>']],
		last: ['</TOOLCALL>'],
		separators: ',',
		grammar: 'A list of objects with name and arguments.',
		sample: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</TOOLCALL>',
	}),
	jsonFormat({
		id: 'function-call-tag',
		title: 'Granite 20B, Glaive',
		trust: 'tag',
		heads: [['<function_call>'], ['<functioncall>']],
		closers: ['</function_call>', '</functioncall>'],
		grammar: 'An object with name and arguments; the closer is often left out.',
		sample: '<function_call> {"name": "get_weather", "arguments": {"city": "Oslo"}}',
	}),
	jsonFormat({
		id: 'longcat',
		title: 'LongCat',
		trust: 'tag',
		heads: [['<longcat_tool_call>']],
		last: ['</longcat_tool_call>'],
		separators: ',',
		grammar: 'An object with name and arguments.',
		sample:
			'<longcat_tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</longcat_tool_call>',
	}),
	jsonFormat({
		id: 'tool-call-marked',
		title: 'K2 Horizon (JSON), dots',
		trust: 'tag',
		heads: [
			['<ifm|tool_calls>', space, '<ifm|tool_call>'],
			['<ifm|tool_call>'],
			['<dots_function_call>'],
		],
		opener: '<ifm|tool_call> or <dots_function_call>',
		closers: ['</ifm|tool_call>'],
		last: ['</ifm|tool_calls>', '</dots_function_call>'],
		ahead: '{',
		grammar: 'An object with name and arguments.',
		sample:
			'<ifm|tool_calls><ifm|tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</ifm|tool_call></ifm|tool_calls>',
	}),
];
