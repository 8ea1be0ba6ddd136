import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../source/events/json.ts';
import {unlikePromised} from '../../source/mcp-tools/promised-result.ts';

const schema: JsonObject = {
	type: 'object',
	properties: {
		id: {type: 'integer'},
		name: {type: ['string', 'null']},
		tags: {type: 'array'},
		odd: {type: 'colour'},
		any: {},
	},
	required: ['id', 'tags'],
};

describe('a result and what its server promised of it', () => {
	it.each<[JsonObject | undefined, Json | undefined, string | null]>([
		[undefined, undefined, null],
		[undefined, 'x', null],
		[schema, {id: 1, tags: [], name: null, odd: 1, any: {}, more: true}, null],
		[schema, undefined, 'the server promised a structured result and gave none'],
		[schema, 'text', 'the structured result is no object'],
		[{type: 'string'}, 'text', null],
		[schema, {tags: []}, 'not what the server promised: "id" is missing'],
		[
			schema,
			{id: 1.5, tags: {}},
			expect.stringMatching(/"id" is of another.*"tags" is of another/),
		],
		[{required: ['a', 'b', 'c', 'd']}, {}, expect.stringMatching(/"c" is missing, and more$/)],
		[{required: ['a\u001B[2J']}, {}, expect.not.stringContaining('\u001B')],
		[{required: 'a', properties: [], type: 7}, {}, null],
		[
			{required: ['toString'], properties: {constructor: {type: 'string'}}},
			{},
			expect.stringContaining('"toString"'),
		],
	])('%j and %j', (promised, given, expected) => {
		expect(unlikePromised(promised, given)).toEqual(expected);
	});
});
