import {collectTags, type TagsShape} from './collect-tags.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {nameSet, space} from './opener.ts';
import {type FieldTags, taggedCalls} from './tag-fields.ts';

/** A key and a value, each between tags of its own, as GLM writes them. */
const pairs: FieldTags = {
	callOpen: '<tool_call>\\s*(?<name>[^\\s<>]{0,120})(?:\\s*<tool_sep>)?',
	callClose: '</tool_call>',
	fieldOpen: '<arg_key>\\s*(?<field>[^<>]{1,200}?)\\s*</arg_key>\\s*<arg_value>',
	fieldClose: '</arg_value>',
	sectionClose: '</tool_calls>',
};

/** The same one tag at a time, for a text that streams. */
const marks: TagsShape = {
	callOpen: '<tool_call>',
	callClose: '</tool_call>',
	fieldOpen: '<arg_key>|<arg_value>',
	fieldClose: '</arg_key>|</arg_value>',
	sectionClose: '</tool_calls>',
};

const name = {set: nameSet, least: 1, most: 40};
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
		title: 'Hunyuan 3',
		trust: 'tag',
		opener: '<tool_calls><tool_call>NAME<tool_sep>',
		closer: '</tool_call></tool_calls>',
		grammar: 'Pairs as GLM writes them.',
		sample:
			'<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>\n</tool_calls>',
		opens: [
			['<tool_calls>', space, '<tool_call>', {ahead: 'A-Za-z_'}],
			['<tool_call>', name, '<tool_sep>'],
		],
		collect: opened => collectTags(marks, opened),
		calls,
	},
];
