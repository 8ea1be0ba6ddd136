import {collectValues} from './collect-values.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {bareName, withoutClosers} from './json-calls.ts';
import {valueEnd} from './json-slices.ts';
import {nameSet, type Opener, type OpenerPiece, space} from './opener.ts';

const kimiEnds: readonly string[] = [
	'<|tool_call_end|>',
	'<|tool_calls_section_end|>',
	'<|tool_call_section_end|>',
];

const wide = '｜';
const bars: OpenerPiece = {oneOf: [wide, '|', '‖']};
const joint: OpenerPiece = {oneOf: ['▁', '_', ' ']};
const deepseekEnds = (what: 'call' | 'calls'): readonly string[] =>
	[wide, '|', '‖'].flatMap(bar =>
		['▁', '_', ' '].map(join => `<${bar}tool${join}${what}${join}end${bar}>`),
	);

function deepseekMark(what: string, [bar, join]: readonly [OpenerPiece, OpenerPiece]): Opener {
	return ['<', bar, 'tool', join, what, join, 'begin', bar, '>'];
}

const deepseekWays: readonly (readonly [OpenerPiece, OpenerPiece])[] = [
	[wide, joint],
	[bars, '▁'],
];

/**
 * Formats that write the tool's name in a notation of their own, and only the arguments as JSON.
 */
export const namedValueFormats: readonly Format[] = [
	{
		id: 'kimi',
		title: 'Kimi K2',
		trust: 'token',
		opener: '<|tool_calls_section_begin|><|tool_call_begin|>',
		closer: '<|tool_call_end|><|tool_calls_section_end|>',
		grammar: 'functions.NAME:NUMBER, <|tool_call_argument_begin|>, then the arguments.',
		sample:
			'<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
		opens: [
			[
				{oneOf: ['<|tool_calls_section_begin|>', '<|tool_call_section_begin|>']},
				space,
				'<|tool_call_begin|>',
			],
			['<|tool_call_begin|>'],
		],
		collect: opened =>
			collectValues({begins: '{', closers: kimiEnds.slice(0, 1), last: kimiEnds.slice(1)}, opened),
		calls: written =>
			namedCall(
				written,
				/<\|tool_call_begin\|>\s*(?:functions[.:])?(?:\d+(?=<)|([^:<{]*?))(?::\d+)?\s*(?=[<{]|$)/,
				kimiEnds,
			),
	},
	{
		id: 'deepseek',
		title: 'DeepSeek V3, R1, V3.1',
		trust: 'token',
		opener: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>',
		closer: '<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
		grammar:
			'V3: function<｜tool▁sep｜>NAME and the arguments in a code fence; V3.1: NAME<｜tool▁sep｜> and the arguments. The bars may be ASCII.',
		sample:
			'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
		opens: deepseekWays.flatMap(way => [
			[...deepseekMark('calls', way), space, ...deepseekMark('call', way)],
			deepseekMark('call', way),
		]),
		collect: opened =>
			collectValues(
				{begins: '{', closers: ['```', ...deepseekEnds('call')], last: deepseekEnds('calls')},
				opened,
			),
		calls: written =>
			namedCall(
				written,
				/call[▁_ ]begin.>\s*(?:function\s*<[^<>]{0,20}>)?\s*([^\s<{`]*)\s*(?=[<{`]|$)/,
				['```', ...deepseekEnds('call'), ...deepseekEnds('calls')],
			),
	},
	{
		id: 'mistral',
		title: 'Mistral since 2025 (Devstral, Magistral)',
		trust: 'token',
		opener: '[TOOL_CALLS]NAME[ARGS]',
		closer: 'the end of the JSON',
		grammar: 'The name, perhaps [CALL_ID] and an id, [ARGS], then the arguments.',
		sample: '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}',
		opens: [['[TOOL_CALLS]', space, {set: nameSet, least: 1, most: 40}, {ahead: '\\[{'}]],
		collect: opened => collectValues({begins: '{', closers: ['</s>']}, opened),
		calls: written => namedCall(written, /^\[TOOL_CALLS\]\s*([\w.:/-]*)/, ['</s>']),
	},
	{
		id: 'functionary',
		title: 'Functionary 3.2',
		trust: 'bare',
		opener: '>>>NAME',
		closer: 'the end of the JSON',
		grammar: 'The name of a tool on offer, a new line, then the arguments.',
		sample: '>>>get_weather\n{"city": "Oslo"}',
		opens: [],
		opensWith: tool => [['>>>', tool, {oneOf: ['\n', '\r\n']}, {ahead: '{'}]],
		collect: opened => collectValues({begins: '{'}, opened),
		calls: written => namedCall(written, /^>>>([^\s{]*)/),
	},
];

/**
 * Reads one call: its name by the pattern, and the object after it. Returns none if the model has
 * only mentioned the mark.
 */
export function namedCall(
	written: Written,
	pattern: RegExp,
	closers: readonly string[] = [],
): readonly WrittenCall[] {
	const {isWhole} = written;
	const raw = withoutClosers(written.raw, closers);
	const head = pattern.exec(raw);
	const name = bareName(head?.[1] ?? '');
	const from = head ? head.index + head[0].length : 0;
	const begin = raw.indexOf('{', from);
	if (begin < 0 && name === '') {
		return [];
	}
	const text = begin < 0 ? '' : raw.slice(begin, valueEnd(raw, begin));
	return [{name: name || null, arguments: {type: 'json', text}, isWhole, end: written.raw.length}];
}
