import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../source/events/json.ts';
import {geminiSchema} from '../../../../source/proxy/translate/gemini/provider-request-schema.ts';

const cases: readonly (readonly [string, JsonObject, JsonObject])[] = [
	['a type with null', {type: ['string', 'null']}, {type: 'string', nullable: true}],
	[
		'several types',
		{type: ['string', 'integer'], description: 'd'},
		{description: 'd', anyOf: [{type: 'string'}, {type: 'integer'}]},
	],
	[
		'one of two, and null',
		{oneOf: [{type: 'string'}, {type: 'number'}, {type: 'null'}]},
		{anyOf: [{type: 'string'}, {type: 'number'}], nullable: true},
	],
	[
		'any of one, and null',
		{anyOf: [{type: 'string'}, {type: 'null'}], description: 'd'},
		{type: 'string', description: 'd', nullable: true},
	],
	['a constant', {const: 'a'}, {type: 'string', enum: ['a']}],
	[
		'numbers that are enumerated are told in words',
		{type: 'integer', enum: [1, 2], description: 'How many.'},
		{type: 'integer', description: 'How many. One of: 1, 2.'},
	],
	['an empty text among the enumerated', {enum: ['', 'a']}, {type: 'string', enum: ['a']}],
	['a format that it does not know', {type: 'string', format: 'uri'}, {type: 'string'}],
	[
		'a format that it knows',
		{type: 'string', format: 'date-time'},
		{type: 'string', format: 'date-time'},
	],
	['a list of anything', {type: 'array'}, {type: 'array', items: {type: 'string'}}],
	[
		'what it has no word for',
		{
			type: 'array',
			items: {type: 'string', propertyNames: {}, exclusiveMinimum: 0},
			uniqueItems: true,
			minItems: 1,
		},
		{type: 'array', items: {type: 'string'}, minItems: 1},
	],
	[
		'required names that are not there',
		{type: 'object', properties: {a: {}}, required: ['a', 'b']},
		{type: 'object', properties: {a: {type: 'string'}}, required: ['a']},
	],
	[
		'parts put together',
		{
			allOf: [{type: 'object', properties: {a: {type: 'string'}}}, {$ref: '#/$defs/b'}],
			$defs: {b: {properties: {b: {type: 'boolean'}}, required: ['b']}},
		},
		{
			type: 'object',
			properties: {a: {type: 'string'}, b: {type: 'boolean'}},
			required: ['b'],
		},
	],
	[
		'references',
		{
			type: 'object',
			properties: {a: {$ref: '#/$defs/x~1y', description: 'd'}},
			$defs: {'x/y': {type: 'number'}},
		},
		{type: 'object', properties: {a: {type: 'number', description: 'd'}}},
	],
];

test.each(cases)('%s', (_, schema, expected) => {
	expect(JSON.parse(JSON.stringify(geminiSchema(schema)))).toEqual(expected);
});

test.each([{type: 'object'}, {type: 'object', properties: {}}, {properties: {}}])(
	'%j takes no parameters at all',
	schema => {
		expect(geminiSchema(schema)).toBeNull();
	},
);

test('a schema that refers to itself ends', () => {
	const schema = {
		type: 'object',
		properties: {child: {$ref: '#'}, children: {type: 'array', items: {$ref: '#'}}},
	};
	expect(JSON.stringify(geminiSchema(schema)).length).toBeLessThan(100_000);
});
