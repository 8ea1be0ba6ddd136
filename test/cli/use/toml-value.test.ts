import {describe, expect, it} from 'vitest';
import {tomlValues} from '../../../source/cli/use/toml-value.ts';

describe('the values of a TOML file', () => {
	it.each<[string, object]>([
		['a = "x\\ty \\u00e9 \\U0001F600 \\"q\\""', {a: 'x\ty é 😀 "q"'}],
		["a = 'C:\\new'", {a: 'C:\\new'}],
		['a = """\none\ntwo \\\n   three"""', {a: 'one\ntwo three'}],
		["a = '''\none\n'two''''", {a: "one\n'two'"}],
		['a = 1_000\nb = -0.5\nc = +3\nd = 0x1F', {a: 1000, b: -0.5, c: 3, d: 31}],
		['a = true\nb = false', {a: true, b: false}],
		['a = 2026-11-19T10:00:00Z', {a: '2026-11-19T10:00:00Z'}],
		['a = [1, [2, 3,], "four"] # no', {a: [1, [2, 3], 'four']}],
		['a = { b.c = 1, "d e" = [ { f = 2 } ] }', {a: {b: {c: 1}, 'd e': [{f: 2}]}}],
		['[x.y]\na.b = 1\n[x]\nz = 2', {x: {y: {a: {b: 1}}, z: 2}}],
		['[[many]]\na = 1\n[one]\nb = 2', {one: {b: 2}}],
		['["__proto__"]\npolluted = 1', JSON.parse('{"__proto__": {"polluted": 1}}')],
	])('%j', (text, expected) => {
		expect(tomlValues(text)).toEqual(expected);
		expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
	});

	it.each(['a = "\\q"', 'a = [1 2]', 'a = {b 1}', 'a =', 'a = "\\U00FFFFFF"'])(
		'%j is refused',
		text => {
			expect(() => tomlValues(text)).toThrow(/TOML/);
		},
	);
});
