import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../source/events/json.ts';
import {checkInput} from '../../source/tools/check-input.ts';

const schema: JsonObject = {
	type: 'object',
	properties: {
		name: {type: 'string', description: 'What it is called.'},
		count: {type: 'integer', minimum: 1, maximum: 10},
		ratio: {type: 'number'},
		deep: {type: 'boolean'},
		kind: {type: 'string', enum: ['a', 'b']},
		list: {type: 'array', items: {type: 'integer'}},
		inner: {type: 'object', properties: {text: {type: 'string'}}, required: ['text']},
	},
	required: ['name'],
};

const check = (input: JsonObject) => checkInput(schema, {name: 'x', ...input});

describe('the arguments of a call', () => {
	it.each([
		['as they are', {count: 3, ratio: 1.5, deep: true}, {count: 3, ratio: 1.5, deep: true}],
		['a number in a text', {count: '3', ratio: ' -1.5 '}, {count: 3, ratio: -1.5}],
		['a truth in a text', {deep: 'true'}, {deep: true}],
		['a text in a number', {name: 7}, {name: '7'}],
		['one in place of a list', {list: ['3', 4]}, {list: [3, 4]}],
		['null for nothing', {count: null, inner: null}, {}],
		['a key that nobody knows', {extra: {a: 1}}, {extra: {a: 1}}],
		['an object in an object', {inner: {text: 'y', more: 1}}, {inner: {text: 'y', more: 1}}],
	] as const)('are taken: %s', (_, input, expected) => {
		expect(check(input as JsonObject)).toEqual({ok: true, value: {name: 'x', ...expected}});
	});

	it.each([
		[{name: undefined}, '"name" is required (What it is called).'],
		[{name: null}, '"name" is required (What it is called).'],
		[{name: ['x']}, '"name" must be a text, but it is ["x"].'],
		[{count: 'soon'}, '"count" must be a whole number from 1 to 10, but it is "soon".'],
		[{count: 1.5}, '"count" must be a whole number from 1 to 10, but it is 1.5.'],
		[{count: 0}, '"count" must be a whole number from 1 to 10, but it is 0.'],
		[{count: 11}, '"count" must be a whole number from 1 to 10, but it is 11.'],
		[{count: ''}, '"count" must be a whole number from 1 to 10, but it is "".'],
		[{deep: 'yes'}, '"deep" must be true or false, but it is "yes".'],
		[{kind: 'c'}, '"kind" must be one of a, b, but it is "c".'],
		[{list: [1, 'x']}, '"list[1]" must be a whole number, but it is "x".'],
		[{inner: 'x'}, '"inner" must be an object, but it is "x".'],
		[{inner: {}}, '"inner.text" is required.'],
	] as const)('are sent back with a reason: %j', (input, message) => {
		const checked = check(input as JsonObject);
		expect(checked.ok ? '' : checked.failure.message).toBe(message);
	});

	it('name no more than three problems at once', () => {
		const checked = check({count: 'x', ratio: 'x', deep: 'x', kind: 'x', list: {}});
		expect(checked.ok ? '' : checked.failure.message).toMatch(/And 2 more\.$/);
	});
});
