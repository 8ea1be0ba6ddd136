import {describe, expect, it} from 'vitest';
import {modelName, nameLengthMax, nameTools} from '../../source/mcp-tools/tool-names.ts';

const tool = (server: string, name: string) => ({server, name});

const apis = {
	anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
	openai: /^[a-zA-Z0-9_-]{1,64}$/,
	gemini: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
};

describe('the name of a tool for the model', () => {
	it.each([
		['github', 'create_issue', 'github__create_issue'],
		['my-server', 'read-file', 'my-server__read-file'],
		['a', '_b', 'a___b'],
	])('of server %s and tool %s is %s', (server, name, expected) => {
		expect(modelName(tool(server, name))).toBe(expected);
	});

	it.each([
		['a dot', 'files', 'read.file'],
		['a space', 'my files', 'read'],
		['a digit in front', '2go', 'read'],
		['a dash in front', '-go', 'read'],
		['other letters', 'файлы', '読む'],
		['two underscores in the server', 'a__b', 'c'],
		['an underscore at the end of the server', 'a_', 'b'],
		['an end like a hash', 'a', 'b_0123456789ab'],
		['too many letters', 'a', 'x'.repeat(80)],
		['an escape sequence', 'a', '\u001B[2Jb'],
		['nothing', 'a', ''],
	])('with %s ends in a hash, and is taken by every API', (_, server, name) => {
		const given = modelName(tool(server, name));
		expect(given).toMatch(/_[0-9a-f]{12}$/);
		expect(given.length).toBeLessThanOrEqual(nameLengthMax);
		for (const api of Object.values(apis)) {
			expect(given).toMatch(api);
		}
	});

	it('is another one for each pair, however the two are joined', () => {
		const pieces = ['a', 'b', 'a_', '_a', 'a__b', '__', 'b__', '__b', 'a.b', 'a b', 'ab', 'A'];
		const pairs = pieces.flatMap(server => pieces.map(name => tool(server, name)));
		expect(nameTools(pairs).size).toBe(pairs.length);
		for (const [given, {server, name}] of nameTools(pairs)) {
			expect(given).toBe(modelName(tool(server, name)));
		}
	});

	it('stays the same whatever else there is, and in whatever order', () => {
		const tools = [tool('a', 'b.c'), tool('a', 'b_c'), tool('a', 'b c')];
		const forwards = [...nameTools(tools)].map(([given, {name}]) => `${given} ${name}`);
		const backwards = [...nameTools(tools.toReversed())].map(
			([given, {name}]) => `${given} ${name}`,
		);
		expect(forwards.toSorted()).toEqual(backwards.toSorted());
	});

	it('can not be taken by a tool that calls itself like the hash of another', () => {
		const odd = tool('a', 'b.c');
		const thief = tool('a', modelName(odd).slice('a__'.length));
		expect(modelName(thief)).not.toBe(modelName(odd));
	});
});
