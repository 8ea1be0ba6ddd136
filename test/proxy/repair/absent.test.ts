import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import type {OfferedTool} from '../../../source/proxy/repair/attempt.ts';
import {readReply} from './score.ts';

const offered: readonly OfferedTool[] = [
	tool('fill_in', {
		text: {type: 'string'},
		count: {type: 'integer'},
		ratio: {type: 'number'},
		exact: {type: 'boolean'},
		list: {type: 'array', items: {type: 'string'}},
		map: {type: 'object'},
		maybeText: {type: ['string', 'null']},
		maybeCount: {anyOf: [{type: 'integer'}, {type: 'null'}]},
		kind: {enum: ['x', 'y']},
	}),
	tool('need_text', {text: {type: 'string'}}, ['text']),
	tool('need_count', {count: {type: 'integer'}}, ['count']),
	tool('list_jobs', {}),
	tool('run_command', {cmd: {type: 'string'}}, ['cmd']),
];

function tool(name: string, properties: JsonObject, required: readonly string[] = []): OfferedTool {
	return {name, form: 'function', parameters: {type: 'object', properties, required}};
}

type Write = (name: string, key: string, value: string) => string;

/** Formats whose values are text without a type. */
const untyped: Readonly<Record<string, Write>> = {
	'qwen3-coder': (name, key, value) =>
		`<tool_call>\n<function=${name}>\n<parameter=${key}>\n${value}\n</parameter>\n</function>\n</tool_call>`,
	glm: (name, key, value) =>
		`<tool_call>${name}\n<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n</tool_call>`,
	invoke: (name, key, value) =>
		`<invoke name="${name}">\n<parameter name="${key}">${value}</parameter>\n</invoke>`,
	'tool-tag': (name, key, value) => `<${name}>\n<${key}>${value}</${key}>\n</${name}>`,
	'function-param': (name, key, value) =>
		`<function name="${name}"><param name="${key}">${value}</param></function>`,
};
/** Formats whose values have a type. */
const typed: Readonly<Record<string, Write>> = {
	hermes: (name, key, value) =>
		`<tool_call>{"name": "${name}", "arguments": {"${key}": ${value}}}</tool_call>`,
	mistral: (name, key, value) => `[TOOL_CALLS]${name}[ARGS]{"${key}": ${value}}`,
	gemma: (name, key, value) => `<|tool_call>call:${name}{${key}:${value}}<tool_call|>`,
	lfm: (name, key, value) =>
		`<|tool_call_start|>[${name}(${key}=${value.replace(/^null$/, 'None')})]<|tool_call_end|>`,
	dsml: (name, key, value) =>
		`<｜DSML｜invoke name="${name}">\n<｜DSML｜parameter name="${key}" string="false">${value}</｜DSML｜parameter>\n</｜DSML｜invoke>`,
};

function given(text: string): unknown {
	const {calls, asked} = readReply([text], {tools: offered});
	return asked > 0 ? 'asked' : calls.length === 0 ? 'text' : calls.map(([, one]) => one)[0];
}

describe.each(Object.entries(untyped))('a value without a type, as %s writes it', (_, write) => {
	it.each([
		['text', 'null', {}],
		['text', 'None', {}],
		['text', '', {text: ''}],
		['text', '3', {text: '3'}],
		['text', '3.0', {text: '3.0'}],
		['count', 'null', {}],
		['count', '', {}],
		['count', '3', {count: 3}],
		['count', '3.5', 'asked'],
		['count', 'many', 'asked'],
		['ratio', '1e3', {ratio: 1000}],
		['exact', 'None', {}],
		['exact', 'True', {exact: true}],
		['list', 'null', {}],
		['list', '[]', {list: []}],
		['list', '{}', {list: []}],
		['map', '[]', {map: {}}],
		['maybeText', 'null', {maybeText: null}],
		['maybeText', '', {maybeText: ''}],
		['maybeCount', 'null', {maybeCount: null}],
		['kind', 'null', {}],
		['kind', '', {}],
	])('is read by what the tool wants: %s %j', (key, value, expected) => {
		expect(given(write('fill_in', key, value))).toEqual(expected);
	});

	it('is the word itself where only a text will do', () => {
		expect(given(write('need_text', 'text', 'null'))).toEqual({text: 'null'});
		expect(given(write('need_count', 'count', 'null'))).toBe('asked');
	});

	it('never runs as a command that is nothing', () => {
		expect(given(write('run_command', 'cmd', 'null'))).toBe('asked');
		expect(given(write('run_command', 'cmd', 'None'))).toBe('asked');
	});
});

describe.each(Object.entries(typed))('a value with a type, as %s writes it', (_, write) => {
	it.each([
		['text', 'null', {}],
		['text', '3', {text: '3'}],
		['count', 'null', {}],
		['count', '3', {count: 3}],
		['exact', 'null', {}],
		['list', 'null', {}],
		['list', '{}', {list: []}],
		['map', '[]', {map: {}}],
		['maybeText', 'null', {maybeText: null}],
		['maybeCount', 'null', {maybeCount: null}],
		['kind', 'null', {}],
	])('is read by what the tool wants: %s %j', (key, value, expected) => {
		expect(given(write('fill_in', key, value))).toEqual(expected);
	});

	it('is asked for where it is required and null', () => {
		expect(given(write('need_text', 'text', 'null'))).toBe('asked');
		expect(given(write('need_count', 'count', 'null'))).toBe('asked');
	});
});

describe('a text of JSON', () => {
	it.each([
		['text', '"null"', {text: 'null'}],
		['text', '""', {text: ''}],
		['count', '"null"', {}],
		['count', '""', {}],
		['count', '"3"', {count: 3}],
		['maybeText', '"null"', {maybeText: 'null'}],
		['maybeCount', '""', {maybeCount: null}],
		['kind', '"None"', {}],
	])('stays one where a text is wanted: %s %s', (key, value, expected) => {
		expect(given(typed['hermes']!('fill_in', key, value))).toEqual(expected);
	});
});

describe('a call of which the arguments are', () => {
	it.each([
		['left out', '{"name": "NAME"}'],
		['null', '{"name": "NAME", "arguments": null}'],
		['an empty text', '{"name": "NAME", "arguments": ""}'],
		['the word null', '{"name": "NAME", "arguments": "null"}'],
		['a text of JSON', '{"name": "NAME", "arguments": "{}"}'],
		['an empty list', '{"name": "NAME", "arguments": []}'],
		['an empty object', '{"name": "NAME", "arguments": {}}'],
	])('%s runs where the tool needs none, and is asked about where it does', (_, object) => {
		const written = (name: string) => `<tool_call>${object.replace('NAME', name)}</tool_call>`;
		expect(given(written('list_jobs'))).toEqual({});
		expect(given(written('run_command'))).toBe('asked');
	});
});
