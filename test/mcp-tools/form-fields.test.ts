import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../source/events/json.ts';
import {formFields} from '../../source/mcp-tools/form-fields.ts';

function field(schema: JsonObject, required = true) {
	const [found] = formFields({
		type: 'object',
		properties: {a: schema},
		...(required && {required: ['a']}),
	})!;
	return found!;
}

describe('a field of a form', () => {
	it.each<[JsonObject, string, unknown]>([
		[{type: 'string'}, ' hello ', 'hello'],
		[{type: 'string', minLength: 3}, 'ab', null],
		[{type: 'string', maxLength: 3}, 'abcd', null],
		[{type: 'string', enum: ['red', 'blue']}, 'blue', 'blue'],
		[{type: 'string', enum: ['red', 'blue']}, 'green', null],
		[{type: 'string', oneOf: [{const: 'r', title: 'Red'}]}, 'r', 'r'],
		[{type: 'integer', minimum: 1}, '2', 2],
		[{type: 'integer'}, '2.5', null],
		[{type: 'number', maximum: 1}, '2', null],
		[{type: 'number'}, 'many', null],
		[{type: 'boolean'}, 'Yes', true],
		[{type: 'boolean'}, 'perhaps', null],
		[{type: 'boolean'}, 'constructor', null],
		[{type: 'array', items: {enum: ['a', 'b', 'c']}}, 'a, c', ['a', 'c']],
		[{type: 'array', items: {enum: ['a', 'b', 'c']}, maxItems: 1}, 'a, c', null],
		[{type: 'array', items: {enum: ['a']}}, 'x', null],
		[{type: 'string'}, '', null],
		[{type: 'string', default: 'main'}, '', 'main'],
	])('%j reads "%s" as %j', (schema, typed, expected) => {
		const read = field(schema).read(typed);
		expect(read.ok ? read.value : null).toEqual(expected);
	});

	it('that is not required may be left empty', () => {
		expect(field({type: 'string'}, false).read('')).toEqual({ok: true, value: undefined});
	});

	it('says in one line what may be answered, without what moves the cursor', () => {
		const asked = field({
			type: 'string',
			title: 'Branch\u001B[2J',
			description: 'Where\nto',
			enum: ['main', 'x'],
			default: 'main',
		});
		expect(asked.prompt).toBe('Branch: Where to (one of main, x; empty: "main")');
	});
});

describe('a form', () => {
	it('with a field of an unknown kind, or with too many, is not asked', () => {
		expect(formFields({properties: {a: {type: 'object'}}})).toBeNull();
		expect(formFields({properties: {a: 'x'}})).toBeNull();
		const many = Array.from({length: 13}, (_, index) => [`a${index}`, {type: 'string'}]);
		expect(formFields({properties: Object.fromEntries(many)})).toBeNull();
		const choices = Array.from({length: 51}, (_, index) => `${index}`);
		expect(formFields({properties: {a: {type: 'string', enum: choices}}})).toBeNull();
	});

	it('is short, however long its words are', () => {
		const long = 'x'.repeat(100_000);
		const choice = {const: long, title: `y${long}`};
		const asked = field({type: 'string', title: long, oneOf: [choice], default: long});
		expect(asked.prompt.length).toBeLessThan(2500);
		expect(asked.read(long)).toEqual({ok: true, value: long});
	});

	it('without fields is a question for a yes', () => {
		expect(formFields({})).toEqual([]);
	});
});
