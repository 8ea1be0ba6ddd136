import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import {applyLesson, findLesson, readLesson} from '../../../source/proxy/route/lesson.ts';
import {failureOfStatus} from '../../../source/proxy/translate/provider-error.ts';

const body: JsonObject = {
	model: 'm',
	stream: true,
	messages: [{role: 'assistant', content: 'x', reasoning_content: 'hm'}],
	temperature: 0.2,
	max_tokens: 100,
	parallel_tool_calls: true,
	stream_options: {include_usage: true},
	tools: [
		{
			type: 'function',
			function: {
				name: 'run',
				strict: true,
				parameters: {
					type: 'object',
					additionalProperties: false,
					properties: {pattern: {type: 'string', pattern: '^a'}},
				},
			},
		},
	],
};

function learned(error: unknown, status = 400) {
	const failure = failureOfStatus({provider: 'up', status, body: JSON.stringify({error})});
	return findLesson(failure, body);
}

describe('a refusal that names a parameter', () => {
	test.each([
		[
			{message: 'x', param: 'temperature'},
			{type: 'drop', path: 'temperature'},
		],
		[
			{message: "Unsupported value: 'temperature' does not support 0.2 with this model."},
			{type: 'drop', path: 'temperature'},
		],
		[
			{message: 'Unrecognized request argument supplied: parallel_tool_calls'},
			{type: 'drop', path: 'parallel_tool_calls'},
		],
		[
			{message: 'Unknown parameter: `tools[0].function.strict`.'},
			{type: 'drop', path: 'tools.*.function.strict'},
		],
		[
			{message: 'bad', param: 'messages.0.reasoning_content'},
			{type: 'drop', path: 'messages.*.reasoning_content'},
		],
		[
			{
				message:
					"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
			},
			{type: 'rename', from: 'max_tokens', to: 'max_completion_tokens'},
		],
		[
			{message: 'schema: "additionalProperties" is not supported'},
			{type: 'schema-keyword', keyword: 'additionalProperties'},
		],
		[
			{message: 'x', param: 'tools[0].function.parameters.properties.pattern.pattern'},
			{type: 'schema-keyword', keyword: 'pattern'},
		],
	])('%j is learned from', (error, lesson) => {
		expect(learned(error)).toEqual(lesson);
	});

	test('in the form of FastAPI is learned from', () => {
		const failure = failureOfStatus({
			provider: 'up',
			status: 422,
			body: JSON.stringify({
				detail: [{loc: ['body', 'parallel_tool_calls'], msg: 'extra fields not permitted'}],
			}),
		});
		expect(findLesson(failure, body)).toEqual({type: 'drop', path: 'parallel_tool_calls'});
	});
});

test.each([
	[{message: 'too long', code: 'context_length_exceeded', param: 'temperature'}, 400],
	[{message: 'Something is wrong with the request.'}, 400],
	[{message: 'x', param: 'messages'}, 400],
	[{message: "'model' is not known", param: 'model'}, 400],
	[{message: 'x', param: 'tools'}, 400],
	[{message: 'x', param: 'messages[0].content'}, 400],
	[{message: 'x', param: 'top_k'}, 400],
	[{message: 'x', param: 'temperature'}, 500],
	[{message: 'x', param: '__proto__.polluted'}, 400],
])('%j with status %i teaches nothing', (error, status) => {
	expect(learned(error, status)).toBeNull();
});

describe('a lesson', () => {
	test('leaves out what was refused, wherever it stands', () => {
		const path = 'tools.*.function.strict';
		const adjusted = applyLesson(body, {type: 'drop', path}) as typeof body;
		expect(JSON.stringify(adjusted)).not.toContain('strict');
		expect(JSON.stringify(body)).toContain('strict');
		expect(applyLesson(adjusted, {type: 'drop', path})).toEqual(adjusted);
	});

	test('about a keyword keeps a parameter of that name', () => {
		const adjusted = applyLesson(body, {type: 'schema-keyword', keyword: 'pattern'});
		expect(JSON.stringify(adjusted)).toContain('"properties":{"pattern":{"type":"string"}}');
	});

	test('about a name keeps the value', () => {
		const lesson = {type: 'rename', from: 'max_tokens', to: 'max_completion_tokens'} as const;
		expect(applyLesson(body, lesson)).toMatchObject({max_completion_tokens: 100});
		expect(applyLesson(body, lesson)).not.toHaveProperty('max_tokens');
	});

	test.each([
		{type: 'rename', from: 'max_tokens', to: 'max_completion_tokens'},
		{type: 'rename', from: 'max_completion_tokens', to: 'max_tokens'},
		{type: 'schema-keyword', keyword: 'pattern'},
		{type: 'drop', path: 'temperature'},
	] as const)('is read from the file as it was written: %j', lesson => {
		expect(readLesson(lesson)).toEqual(lesson);
	});

	test.each([
		{content_type: []},
		{type: 'rename', from: 'max_tokens', to: 'max_tokens'},
		{type: 'rename', from: 'temperature', to: 'max_tokens'},
		{type: 'schema-keyword'},
		{type: 'else', keyword: 'pattern', path: 'temperature'},
		{type: 'drop', keyword: 'pattern'},
		[],
		null,
		{type: 'drop', path: []},
		{type: 'drop', path: 'messages'},
		{type: 'drop', path: 'messages.*.content'},
		{type: 'rename', from: 'model', to: 'x'},
		{type: 'schema-keyword', keyword: 'properties'},
	])('is not read out of %j', value => {
		expect(readLesson(value)).toBeNull();
	});
});

test.each([
	['a.b.c.d.e.f.g.h', true],
	['a.b.c.d.e.f.g.h.i', false],
	['a'.repeat(200), true],
	['a'.repeat(201), false],
	['a..b', false],
	['a.*', false],
	['*', false],
	['model', false],
	['stream', false],
	['__proto__', false],
	['constructor', false],
	['messages', false],
	['messages.*', false],
	['messages.*.content', false],
	['messages.*.strict', true],
	['tools.*.function.strict', true],
	['tools.*.function.name', false],
	['temperature', true],
])('a lesson to drop %s, read from the file, is followed: %s', (path, isFollowed) => {
	const lesson = {type: 'drop', path};
	expect(readLesson(lesson)).toEqual(isFollowed ? lesson : null);
});
