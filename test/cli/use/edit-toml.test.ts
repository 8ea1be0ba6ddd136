import {expect, it} from 'vitest';
import {editToml} from '../../../source/cli/use/edit-toml.ts';

const edits = [
	{at: ['model'], put: 'default'},
	{at: ['p', 'it'], put: {name: 'x', url: 'http://y'}},
];
const table = '[p.it]\nname = "x"\nurl = "http://y"\n';

it.each([
	['nothing is there', '', `model = "default"\n\n${table}`],
	['keys are there', '# mine\na = 1', `# mine\na = 1\nmodel = "default"\n\n${table}`],
	[
		'it says something else',
		'model = "old" # why\n[p.it]\nname = \'old\'\nown = 1\n\n# of b\n[b]\nc = 2\n',
		'model = "default" # why\n[p.it]\nname = "x"\nown = 1\nurl = "http://y"\n\n# of b\n[b]\nc = 2\n',
	],
	[
		'only tables are there',
		'# first\n[a]\nmodel = "of a"\n',
		`model = "default"\n# first\n[a]\nmodel = "of a"\n\n${table}`,
	],
	[
		'texts and lists go over several lines',
		'a = """\nmodel = "no"\n[p.it]\n"""\nb = [\n  "]", # ]\n  {c = \'[\'},\n]\n',
		`a = """\nmodel = "no"\n[p.it]\n"""\nb = [\n  "]", # ]\n  {c = '['},\n]\nmodel = "default"\n\n${table}`,
	],
	[
		'names are quoted, and lists of tables follow',
		'"model" = "old"\n[ "p" . \'it\' ]\nname="old"\n[[q]]\nurl = "of q"\n',
		'"model" = "default"\n[ "p" . \'it\' ]\nname="x"\nurl = "http://y"\n[[q]]\nurl = "of q"\n',
	],
	[
		'names have dots',
		'model = "a"\np.it.name = "old"\np.it.url = "old"\n',
		'model = "default"\np.it.name = "x"\np.it.url = "http://y"\n',
	],
	[
		'lines end as on Windows',
		'a = 1\r\n',
		`a = 1\r\nmodel = "default"\r\n\r\n${table.replaceAll('\n', '\r\n')}`,
	],
])('a file in which %s keeps all the rest', (_, text, expected) => {
	expect(editToml(text, edits)).toEqual({ok: true, value: expected});
	expect(editToml(expected, edits)).toEqual({ok: true, value: expected});
});

it.each([
	['p = {it = {name = "old"}}\n', '“p” is written there in a way that is not edited'],
	['[p]\nit = {name = "old"}\n', '“p.it” is written there in a way that is not edited'],
	['[[p]]\nit = 1\n', '“p” is written there in a way that is not edited'],
	['a = 1\nmodel = \n', "it can't be read as TOML at line 2"],
	['model = "open\n', "it can't be read as TOML at line 1"],
	['b = [1,\n', "it can't be read as TOML at line 1"],
	['no equals sign\n', "it can't be read as TOML at line 1"],
])('%j is left alone, with words', (text, message) => {
	expect(editToml(text, edits)).toMatchObject({ok: false, failure: {message}});
});
