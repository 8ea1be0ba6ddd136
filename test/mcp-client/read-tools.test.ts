import {expect, it} from 'vitest';
import type {Json} from '../../source/events/json.ts';
import {readTool} from '../../source/mcp-client/read-tools.ts';

const object = {type: 'object'};
let deep: Json = {};
for (let level = 0; level < 3000; level += 1) {
	deep = {items: deep};
}
const headed = (field: object) => ({
	name: 'a',
	inputSchema: {type: 'object', properties: {one: field, two: {type: 'string'}}},
});

it.each([
	['no object', 7, 'number 3: it has no name'],
	['an empty name', {name: '', inputSchema: object}, 'number 3: it has no name'],
	['a long name', {name: 'x'.repeat(300), inputSchema: object}, 'more than 256 characters'],
	[
		'a long description',
		{name: 'a', description: 'x'.repeat(70_000), inputSchema: object},
		'65536',
	],
	['endless nesting', {name: 'a', inputSchema: {type: 'object', items: deep}}, '64 levels deep'],
	['no list of names', {name: 'a', inputSchema: {...object, required: null}}, 'required'],
	['properties in a list', {name: 'a', inputSchema: {...object, properties: []}}, 'properties'],
])('a tool with %s is left out with words', (_, given, why) => {
	const read = readTool('s', given as Json, {at: 2, sendsHeaders: false});
	expect('leftOut' in read && read.leftOut).toContain(why);
	expect('leftOut' in read && read.leftOut.length).toBeLessThan(400);
});

it.each([
	['a plain one', headed({type: 'string', 'x-mcp-header': 'Region'}), null],
	['a name with a blank', headed({type: 'string', 'x-mcp-header': 'a b'}), 'no name of a header'],
	['one for a list', headed({type: 'array', 'x-mcp-header': 'A'}), 'not plain'],
	['one in a list', headed({items: {type: 'string', 'x-mcp-header': 'A'}}), 'no argument'],
	['one as data', headed({default: {'x-mcp-header': 7}}), null],
	[
		'one twice',
		headed({
			properties: {
				a: {type: 'string', 'x-mcp-header': 'A'},
				b: {type: 'string', 'x-mcp-header': 'a'},
			},
		}),
		'twice',
	],
])('of headers that a schema asks for, %s counts only over HTTP', (_, given, why) => {
	const over = (sendsHeaders: boolean) => readTool('s', given as Json, {at: 0, sendsHeaders});
	expect(over(false)).toHaveProperty('tool');
	const read = over(true);
	expect('leftOut' in read ? read.leftOut : null).toEqual(
		why === null ? null : expect.stringContaining(why),
	);
});
