import {expect, it} from 'vitest';
import {editYaml} from '../../../source/cli/use/edit-yaml.ts';

const edits = [
	{at: ['name'], put: 'Main'},
	{
		at: ['models'],
		entry: {name: 'ours', url: 'http://x', key: 'a: b'},
		sameBy: ['name'],
	},
];
const ours = (indent: string) =>
	`${indent}- name: ours\n${indent}  url: "http://x"\n${indent}  key: "a: b"\n`;

it.each([
	['nothing is there', '', `name: Main\nmodels:\n${ours('  ')}`],
	[
		'a list is there',
		'# mine\nname: Own\nmodels:\n  # the first\n  - name: other\n    roles: [chat]\nrules:\n  - be kind\n',
		`# mine\nname: Own\nmodels:\n  # the first\n${ours('  ')}  - name: other\n    roles: [chat]\nrules:\n  - be kind\n`,
	],
	[
		'a list is not indented',
		'name: Own\nmodels: # of mine\n- name: other\n  text: |\n    models:\n\nrules: []\n',
		`name: Own\nmodels: # of mine\n${ours('')}- name: other\n  text: |\n    models:\n\nrules: []\n`,
	],
	['a list is empty', 'models: [] # none\nname: Own\n', `models: # none\n${ours('  ')}name: Own\n`],
	[
		'our entry is there',
		"name: Own\nmodels:\n  - url: old\n    name: 'ours'\n    own: 1\n\n  - name: other\n",
		'name: Own\nmodels:\n  - url: "http://x"\n    key: "a: b"\n    name: ours\n    own: 1\n\n  - name: other\n',
	],
])('a file in which %s keeps all the rest', (_, text, expected) => {
	expect(editYaml(text, edits)).toEqual({ok: true, value: expected});
	expect(editYaml(expected, edits)).toEqual({ok: true, value: expected});
});

it.each([
	['models: [{name: a}]\n', '“models” is written there in a way that is not edited'],
	['models: &all\n  - name: a\n', '“models” is written there in a way that is not edited'],
	['models:\n  a: 1\n', 'a list in it is written in a way that is not edited'],
	['---\na: 1\n---\nb: 1\n', 'it holds several YAML documents'],
])('%j is left alone, with words', (text, message) => {
	expect(editYaml(text, edits)).toMatchObject({ok: false, failure: {message}});
});
