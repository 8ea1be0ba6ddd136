import type {Format} from './format.ts';
import {jsonFormat} from './in-tags.ts';
import {gap} from './opener.ts';

/** Formats with JSON after a special token, which the model's server should have removed. */
export const specialTokenFormats: readonly Format[] = [
	jsonFormat({
		id: 'granite',
		title: 'Granite 3, Phi-4 mini',
		trust: 'token',
		heads: [['<|tool_call|>']],
		closers: ['<|/tool_call|>', '<|end_of_text|>'],
		grammar: 'A list of objects with name and arguments.',
		sample: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]',
	}),
	jsonFormat({
		id: 'functools',
		title: 'Phi-4, FireFunction 2',
		trust: 'bare',
		heads: [['functools']],
		ahead: '\\[',
		grammar: 'A list of objects with name and arguments.',
		sample: 'functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]',
	}),
	jsonFormat({
		id: 'llama-python-tag',
		title: 'Llama 3.1 and 3.2',
		trust: 'token',
		heads: [['<|python_tag|>']],
		closers: ['<|eom_id|>', '<|eot_id|>'],
		separators: ';,',
		grammar: 'Objects with name and parameters, apart by semicolons.',
		sample: '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo"}}',
	}),
	jsonFormat({
		id: 'command-a',
		title: 'Command R7B, Command A',
		trust: 'token',
		heads: [['<|START_ACTION|>']],
		last: ['<|END_ACTION|>'],
		grammar: 'A list of objects with tool_call_id, tool_name and parameters.',
		sample:
			'<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}\n]<|END_ACTION|>',
	}),
	jsonFormat({
		id: 'internlm',
		title: 'InternLM 2, Intern-S1',
		trust: 'token',
		heads: [['<|action_start|>', gap, '<|plugin|>']],
		last: ['<|action_end|>'],
		grammar: 'An object with name and parameters.',
		sample:
			'<|action_start|><|plugin|>\n{"name": "get_weather", "parameters": {"city": "Oslo"}}<|action_end|>',
	}),
	jsonFormat({
		id: 'lfm-json',
		title: 'LFM 2 (JSON)',
		trust: 'token',
		heads: [['<|tool_call_start|>']],
		last: ['<|tool_call_end|>'],
		ahead: '{',
		grammar: 'An object with name and arguments.',
		sample:
			'<|tool_call_start|>{"name": "get_weather", "arguments": {"city": "Oslo"}}<|tool_call_end|>',
	}),
	jsonFormat({
		id: 'apertus',
		title: 'Apertus',
		trust: 'token',
		heads: [['<|tools_prefix|>']],
		last: ['<|tools_suffix|>'],
		grammar: 'A list of objects with the name of the tool as their only key.',
		sample: '<|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]<|tools_suffix|>',
	}),
	jsonFormat({
		id: 'mistral-list',
		title: 'Mistral before 2025, xLAM',
		trust: 'token',
		heads: [['[TOOL_CALLS]']],
		closers: ['[/TOOL_CALLS]', '</s>'],
		grammar: 'A list of objects with name and arguments.',
		sample:
			'[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Oslo"}, "id": "a1b2c3d4e"}]',
	}),
];
