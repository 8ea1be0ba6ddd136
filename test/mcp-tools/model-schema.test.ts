import {describe, expect, it} from 'vitest';
import type {Json} from '../../source/events/json.ts';
import {modelSchema} from '../../source/mcp-tools/model-schema.ts';

describe("a server's schema for the model", () => {
	it.each<[string, Json, Json]>([
		['that is missing', null, {type: 'object', properties: {}}],
		['that is a text', 'x', {type: 'object', properties: {}}],
		['without properties', {type: 'object'}, {type: 'object', properties: {}}],
		[
			'of another type',
			{type: ['object', 'null'], properties: {a: {type: 'string'}}},
			{type: 'object', properties: {a: {type: 'string'}}},
		],
		[
			'that names its dialect',
			{
				$schema: 'https://json-schema.org/draft/2020-12/schema',
				$id: 'x',
				type: 'object',
				properties: {},
			},
			{type: 'object', properties: {}},
		],
		[
			'with alternatives at the top',
			{
				anyOf: [
					{properties: {a: {type: 'string'}}, required: ['a']},
					{properties: {b: {type: 'number'}}},
				],
			},
			{type: 'object', properties: {a: {type: 'string'}, b: {type: 'number'}}},
		],
		[
			'with names of arguments that an API refuses',
			{
				type: 'object',
				properties: {'a b': {type: 'string'}, c: {type: 'string'}},
				required: ['a b', 'c'],
			},
			{type: 'object', properties: {c: {type: 'string'}}, required: ['c']},
		],
		[
			'that requires what it does not have',
			{type: 'object', properties: {}, required: ['a', 3]},
			{type: 'object', properties: {}},
		],
		[
			'with a parameter that is called like a keyword',
			{type: 'object', properties: {$schema: {type: 'string'}, anyOf: {type: 'string'}}},
			{type: 'object', properties: {anyOf: {type: 'string'}}},
		],
		[
			'with escape sequences and hidden characters in its words',
			{
				type: 'object',
				properties: {a: {type: 'string', description: '\u001B[31mred\u001B[0m\u{E0041}\u200B'}},
			},
			{type: 'object', properties: {a: {type: 'string', description: 'red'}}},
		],
	])('%s is one that every API takes', (_, schema, expected) => {
		expect(modelSchema(schema)).toEqual(expected);
	});

	it('that is too long loses its words, then all but the names of its arguments', () => {
		const property = (description: string) => ({type: 'string', description});
		const wordy = Object.fromEntries(
			Array.from({length: 40}, (_, index) => [`a${index}`, property('x'.repeat(900))]),
		);
		expect(modelSchema({type: 'object', properties: wordy})['properties']).toMatchObject({
			a0: {type: 'string'},
		});
		const huge = Object.fromEntries(
			Array.from({length: 40}, (_, index) => [
				`a${index}`,
				{type: 'string', enum: ['y'.repeat(900)]},
			]),
		);
		const cut = modelSchema({type: 'object', properties: huge, required: ['a0']});
		expect(cut['properties']).toMatchObject({a0: {}, a39: {}});
		expect(JSON.stringify(cut).length).toBeLessThan(16_000);
	});

	it('that refers to itself, or is nested without end, comes to an end', () => {
		let deep: Json = {type: 'string'};
		for (let level = 0; level < 60; level += 1) {
			deep = {type: 'object', properties: {a: deep}};
		}
		expect(JSON.stringify(modelSchema(deep)).length).toBeLessThan(2000);
		const tree = {type: 'object', properties: {child: {$ref: '#'}}};
		expect(modelSchema(tree)).toEqual(tree);
	});
});
