import {collectTags, type TagsShape} from './collect-tags.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {nameSet, space} from './opener.ts';
import {type FieldTags, taggedCalls} from './tag-fields.ts';

/**
 * Returns the pattern of a tag. Some models put a special mark before or after the name in the tag.
 */
function tag(name: string): string {
	return `<(?:ifm\\|)?${name}(?::[\\w-]{1,24})?>`;
}

function end(name: string): string {
	return `</(?:ifm\\|)?${name}(?::[\\w-]{1,24})?>`;
}

/** GLM's tags: each key and each value stands between tags of its own. */
const pairs: FieldTags = {
	callOpen: `${tag('tool_call')}\\s*(?<name>[^\\s<>]{0,120})(?:\\s*${tag('tool_sep')})?`,
	callClose: end('tool_call'),
	fieldOpen: `${tag('arg_key')}\\s*(?<field>[^<>]{1,200}?)\\s*${end('arg_key')}\\s*(?:${tag('arg_type')}[^<>]{0,200}${end('arg_type')}\\s*)?${tag('arg_value')}`,
	fieldClose: end('arg_value'),
	sectionClose: end('tool_calls'),
};

/** The same tags one by one, for text that is still arriving. */
const marks: TagsShape = {
	callOpen: tag('tool_call'),
	callClose: end('tool_call'),
	fieldOpen: `${tag('arg_key')}|${tag('arg_type')}|${tag('arg_value')}`,
	fieldClose: `${end('arg_key')}|${end('arg_type')}|${end('arg_value')}`,
	sectionClose: end('tool_calls'),
};

const name = {set: nameSet, least: 1, most: 40};
const mark = {set: 'A-Za-z0-9_-', least: 1, most: 20};
const line = {set: '\\r\\n ', least: 0, most: 3};

function calls(written: Written): readonly WrittenCall[] {
	return taggedCalls(pairs, written);
}

export const argumentPairFormats: readonly Format[] = [
	{
		id: 'glm',
		title: 'GLM 4.5 to 4.7, Laguna',
		trust: 'tag',
		opener: '<tool_call>NAME',
		closer: '</tool_call>',
		grammar:
			'<arg_key>NAME</arg_key>, <arg_value>the value</arg_value>; without arguments nothing.',
		sample:
			'<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
		opens: [['<tool_call>', line, name, line, {oneOf: ['<arg_key>', '</tool_call>']}]],
		opensWith: tool => [['<tool_call>', line, tool, {ahead: '\\r\\n<'}]],
		collect: opened => collectTags({...marks, isSingle: true}, opened),
		calls,
	},
	{
		id: 'hunyuan',
		title: 'Hunyuan 3 and 4, K2 Horizon',
		trust: 'tag',
		opener: '<tool_calls><tool_call>NAME<tool_sep>',
		closer: '</tool_call></tool_calls>',
		grammar: 'Pairs as GLM writes them; each tag may hold ifm| or end with a mark of the model.',
		sample:
			'<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>\n</tool_calls>',
		opens: [
			['<tool_calls>', space, '<tool_call>', {ahead: 'A-Za-z_'}],
			['<tool_call>', name, '<tool_sep>'],
			['<tool_calls:', mark, '>', space, '<tool_call:', mark, '>'],
			['<tool_call:', mark, '>', {ahead: 'A-Za-z_'}],
			['<ifm|tool_calls>', space, '<ifm|tool_call>', space, {ahead: 'A-Za-z_'}],
			['<ifm|tool_call>', space, {ahead: 'A-Za-z_'}],
		],
		collect: opened => collectTags(marks, opened),
		calls,
	},
];
