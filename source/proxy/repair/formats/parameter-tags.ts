import {collectTags} from './collect-tags.ts';
import type {Format} from './format.ts';
import {bareName} from './json-calls.ts';
import {nameSet, type Opener, space} from './opener.ts';
import {type FieldTags, taggedCalls} from './tag-fields.ts';

/** Qwen3-Coder writes `<function=name>` with `<parameter=name>`. */
const equals: FieldTags = {
	callOpen: '<function=\\s*"?(?<name>[^<>"\\s]{1,120})"?\\s*>',
	callClose: '</function(?:=[^<>]{0,120})?>',
	fieldOpen: '<parameter=\\s*"?(?<field>[^<>"]{1,120}?)"?\\s*>',
	fieldClose: '</parameter>',
	sectionClose: '</(?:seed:)?tool_call>',
};

const bar = '[｜|‖ ]{0,6}';
const dsml = `${bar}(?:DSML|GCML)${bar}`;

/**
 * The tags `<invoke name="…">` and `<parameter name="…">`. Models put various prefixes before both
 * words.
 */
function invokeTags(prefix: string): FieldTags {
	const attribute = '\\s+name\\s*=\\s*["\']?';
	return {
		callOpen: `<${prefix}invoke${attribute}(?<name>[^<>"']{1,120}?)["']?\\s*/?>`,
		callClose: `</${prefix}invoke>`,
		fieldOpen: `<${prefix}parameter${attribute}(?<field>[^<>"']{1,120}?)["']?(?:\\s+string\\s*=\\s*["']?(?<isString>true|false)["']?)?\\s*>`,
		fieldClose: `</${prefix}parameter>`,
		sectionClose: `</${prefix}(?:function_calls|tool_calls|tool_call|tool_use|dots_function_call)>`,
	};
}

const anyPrefix = '(?:[\\w-]{1,24}:)?';

/** The tags `<function name="…">` and `<param name="…">`. */
const params: FieldTags = {
	callOpen: '<function\\s+name\\s*=\\s*["\'](?<name>[^<>"\']{1,120})["\']\\s*>',
	callClose: '</function>',
	fieldOpen:
		'<param(?:eter)?\\s+name\\s*=\\s*["\'](?<field>[^<>"\']{1,120})["\'][^<>]{0,40}>(?:<!\\[CDATA\\[(?<value>[\\s\\S]*?)\\]\\]>(?=</param))?',
	fieldClose: '</param(?:eter)?>',
	sectionClose: '</(?:tool_call|tool_calls|function_calls)>',
};

type Described = Pick<
	Format,
	'id' | 'title' | 'opener' | 'closer' | 'grammar' | 'sample' | 'trust'
>;

function tagFormat(tags: FieldTags, heads: readonly Opener[], described: Described): Format {
	return {
		...described,
		opens: heads,
		collect: opened => collectTags({...withoutNames(tags), mayBeJson: true}, opened),
		calls: written =>
			taggedCalls(tags, written).map(call => ({
				...call,
				name: call.name === null ? null : bareName(call.name),
			})),
	};
}

/** Returns the patterns without group names, so that they can be part of another pattern. */
function withoutNames(tags: FieldTags): FieldTags {
	const entries = Object.entries(tags).map(([key, source]) => [
		key,
		source.replace(/\?<\w+>/g, '?:'),
	]);
	return Object.fromEntries(entries) as FieldTags;
}

const dsmlBar = {set: '｜|‖ ', least: 1, most: 5};
const prefixName = {set: 'A-Za-z0-9_-', least: 1, most: 20};
const sections = {
	oneOf: ['function_calls>', 'tool_calls>', 'tool_call>', 'tool_use>', 'dots_function_call>'],
};

export const parameterTagFormats: readonly Format[] = [
	tagFormat(
		equals,
		[
			['<tool_call>', space, '<function=', {ahead: `"${nameSet}`}],
			['<seed:tool_call>', space, '<function=', {ahead: `"${nameSet}`}],
		],
		{
			id: 'qwen3-coder',
			title: 'Qwen3-Coder, Qwen 3.5, Nemotron 3, Seed-OSS, Step 3.5, MiMo',
			trust: 'tag',
			opener: '<tool_call><function=NAME>',
			closer: '</function></tool_call>',
			grammar: '<parameter=NAME>, the value on lines of its own, </parameter>.',
			sample:
				'<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
		},
	),
	tagFormat(equals, [['<function=', {ahead: `"${nameSet}`}]], {
		id: 'function-equals',
		title: 'Functionary 3.1, Llama 3 with custom tools, Qwen3-Coder without its wrapper',
		trust: 'tag',
		opener: '<function=NAME>',
		closer: '</function>',
		grammar: 'The arguments as JSON, or fields as Qwen3-Coder writes them.',
		sample: '<function=get_weather>{"city": "Oslo"}</function>',
	}),
	tagFormat(
		invokeTags(`(?:${dsml})`),
		[
			[
				'<',
				dsmlBar,
				{oneOf: ['DSML', 'GCML']},
				dsmlBar,
				{oneOf: ['function_calls>', 'tool_calls>', 'tool_use>', 'invoke']},
			],
		],
		{
			id: 'dsml',
			title: 'DeepSeek V3.2 and V4 (DSML), GigaChat 3.5 (GCML)',
			trust: 'token',
			opener: '<｜DSML｜function_calls> or tool_calls, tool_use, or at once <｜DSML｜invoke',
			closer: '</｜DSML｜function_calls>',
			grammar:
				'<｜DSML｜invoke name="…">, then JSON or <｜DSML｜parameter name="…" string="true|false">. The bars may be doubled, ASCII, or have spaces.',
			sample:
				'<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
		},
	),
	tagFormat(
		invokeTags(anyPrefix),
		[
			['<', sections, space, '<', {oneOf: ['invoke ']}],
			[
				'<',
				prefixName,
				':',
				sections,
				space,
				'<',
				{set: 'A-Za-z0-9_:-', least: 0, most: 20},
				'invoke ',
			],
			['<invoke', {set: ' ', least: 1, most: 2}, 'name='],
			['<', prefixName, ':invoke', {set: ' ', least: 1, most: 2}, 'name='],
		],
		{
			id: 'invoke',
			title: 'Function calls with invoke, MiniMax M2, Muse, dots, with or without a prefix',
			trust: 'tag',
			opener: '<function_calls><invoke name="NAME">, <minimax:tool_call>…, <prefix:invoke …>',
			closer: '</invoke></function_calls>',
			grammar: '<parameter name="NAME">, the value, </parameter>; or JSON in place of the fields.',
			sample:
				'<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</function_calls>',
		},
	),
	tagFormat(params, [['<function', {set: ' ', least: 1, most: 2}, 'name=', {oneOf: ['"', "'"]}]], {
		id: 'function-param',
		title: 'MiniCPM 5',
		trust: 'tag',
		opener: '<function name="NAME">',
		closer: '</function>',
		grammar: '<param name="NAME">, the value or a CDATA section, </param>.',
		sample: '<function name="get_weather"><param name="city">Oslo</param></function>',
	}),
];
