import {expect, it} from 'vitest';
import {editJson} from '../../../source/cli/use/edit-json.ts';

const put = (text: string, at: string, value: never | string | number | object) =>
	editJson(text, [{at: at.split('.'), put: value as never}]);

it.each<[string, string, string, string | object, string]>([
	['nothing is there', '', 'a.b', 'x', '{\n  "a": {\n    "b": "x"\n  }\n}\n'],
	['a name is missing', '{\n\t"c": 1\n}\n', 'a', 'x', '{\n\t"c": 1,\n\t"a": "x"\n}\n'],
	['it says something else', '{"a": [1, {"b": 2}], "c": 3}', 'a', 'x', '{"a": "x", "c": 3}'],
	['it is there already', '{"a":"x"}', 'a', 'x', '{"a":"x"}'],
	['an object is in one line', '{"c": 1}', 'a', 'x', '{"c": 1,\n  "a": "x"\n}'],
	[
		'there are comments',
		'// mine\n{\n  "c": 1, // one\n  "d": 2 // two\n  /* end */\n}\n',
		'a',
		'x',
		'// mine\n{\n  "c": 1, // one\n  "d": 2, // two\n  /* end */\n  "a": "x"\n}\n',
	],
	['a comma stands at the end', '{\n  "c": [1,],\n}', 'a', 'x', '{\n  "c": [1,],\n  "a": "x"\n}'],
	[
		'braces are texts',
		'{\n  "c": "}{ // \\" no"\n}',
		'a',
		'x',
		'{\n  "c": "}{ // \\" no",\n  "a": "x"\n}',
	],
	[
		'lines end as on Windows',
		'{\r\n  "c": 1\r\n}\r\n',
		'a',
		'x',
		'{\r\n  "c": 1,\r\n  "a": "x"\r\n}\r\n',
	],
	[
		'a number is longer than JavaScript keeps',
		'{"c": 12345678901234567890, "a": 1}',
		'a',
		'x',
		'{"c": 12345678901234567890, "a": "x"}',
	],
	[
		'an object is put over one',
		'{\n  "a": {"own": 1, "b": 2}\n}',
		'a',
		{b: 'x'},
		'{\n  "a": {"own": 1, "b": "x"}\n}',
	],
])('a file in which %s keeps all the rest', (_, text, at, value, expected) => {
	expect(put(text, at, value)).toEqual({ok: true, value: expected});
});

it('an entry of a list is told by its names, and what else it says stays', () => {
	const edit = {at: ['list'], entry: {id: 'a', url: 'new'}, sameBy: ['id']};
	const text = '{"list": [{"id": "b", "url": "b"}, {"id": "a", "url": "old", "own": 1}]}';
	expect(editJson(text, [edit])).toEqual({
		ok: true,
		value: '{"list": [{"id": "b", "url": "b"}, {"id": "a", "url": "new", "own": 1}]}',
	});
	const other = editJson('{"list": [{"id": "b"}]}', [edit]);
	expect(JSON.parse(other.ok ? other.value : '')).toEqual({
		list: [{id: 'b'}, {id: 'a', url: 'new'}],
	});
	const empty = editJson('{"list": []}', [edit]);
	expect(JSON.parse(empty.ok ? empty.value : '')).toEqual({list: [{id: 'a', url: 'new'}]});
});

it.each([
	['{"a": 1', 'a', "it can't be read as JSON at line 1"],
	['{"a": 1} x', 'a', "it can't be read as JSON at line 1"],
	['{\n"a" 1}', 'a', "it can't be read as JSON at line 2"],
	['{"a": 1 "b": 2}', 'a', "it can't be read as JSON at line 1"],
	['{"a": "text"}', 'a.b', '“a” is not an object there'],
	['{"a": 1, "a": 2}', 'a', '“a” stands there twice'],
	['[1]', 'a', '“” is not an object there'],
	['['.repeat(5000), 'a', 'it is nested too deeply'],
])('%j is left alone, with words', (text, at, message) => {
	expect(put(text, at, 'x')).toMatchObject({ok: false, failure: {message}});
});
