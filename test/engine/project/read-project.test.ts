import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readOwn, readProject} from '../../../source/engine/project/read-project.ts';
import {localFiles} from '../../../source/platform/local-files.ts';
import {createSecrets} from '../../../source/platform/secret-places.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();

function folderWith(files: Readonly<Record<string, string>>, {isRepository = true} = {}): string {
	const folder = temporaryFolder();
	if (isRepository) {
		mkdirSync(join(folder, '.git'));
	}
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), {recursive: true});
		writeFileSync(join(folder, name), text);
	}
	return folder;
}

const read = (folder: string, below = '.') =>
	readProject(join(folder, below), {files: localFiles, signal, secrets: createSecrets()});

const namesOf = async (folder: string, below?: string) =>
	(await read(folder, below)).files.map(({name}) => name);

describe('which files instruct', () => {
	it('from the root of the repository down to the folder, so that the nearest stands last', async () => {
		const folder = folderWith({
			'AGENTS.md': 'root',
			'a/AGENTS.md': 'a',
			'a/b/AGENTS.md': 'b',
			'a/b/c/AGENTS.md': 'below',
			'other/AGENTS.md': 'beside',
		});
		expect(await namesOf(folder, 'a/b')).toEqual(['AGENTS.md', 'a/AGENTS.md', 'a/b/AGENTS.md']);
	});

	it('only of the folder itself where there is no repository', async () => {
		const folder = folderWith({'AGENTS.md': 'above', 'a/AGENTS.md': 'here'}, {isRepository: false});
		expect(await namesOf(folder, 'a')).toEqual(['AGENTS.md']);
		expect((await read(folder, 'a')).files[0]?.text).toBe('here');
	});

	it.each([
		[['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'], 'AGENTS.md'],
		[['CLAUDE.md', 'GEMINI.md'], 'CLAUDE.md'],
		[['GEMINI.md'], 'GEMINI.md'],
		[['AGENTS.md/folder', 'GEMINI.md'], 'GEMINI.md'],
	])('of %j it is %s', async (names, chosen) => {
		const folder = folderWith(Object.fromEntries(names.map(name => [name, 'x'])));
		expect(await namesOf(folder)).toEqual([chosen]);
	});

	it('none where there are none', async () => {
		expect(await read(folderWith({}))).toMatchObject({files: [], notes: []});
	});
});

describe('what a file includes', () => {
	it('stands before it, and names it', async () => {
		const folder = folderWith({
			'AGENTS.md': 'See @docs/style.md.',
			'docs/style.md': 'Tabs. @more/deep.md',
			'docs/more/deep.md': 'Deep.',
		});
		expect((await read(folder)).files).toMatchObject([
			{name: 'docs/more/deep.md', includedBy: 'docs/style.md'},
			{name: 'docs/style.md', includedBy: 'AGENTS.md', text: 'Tabs. @more/deep.md'},
			{name: 'AGENTS.md'},
		]);
	});

	it('is read once, and files that include each other end', async () => {
		const folder = folderWith({'AGENTS.md': '@a.md @b.md', 'a.md': '@b.md', 'b.md': '@AGENTS.md'});
		expect(await namesOf(folder)).toEqual(['b.md', 'a.md', 'AGENTS.md']);
	});

	it('is nothing where the word names no file', async () => {
		const folder = folderWith({'AGENTS.md': '@somebody @types/node @docs', 'docs/x': ''});
		expect(await read(folder)).toMatchObject({files: [{name: 'AGENTS.md'}], notes: []});
	});

	it.each([
		['a path outside', '@../outside.md', /lies outside of the project/],
		['an absolute path', '@/etc/hostname', /lies outside of the project/],
		['the home folder', '@~/.bashrc', /lies outside of the project/],
		['a link that leads out', '@link.md', /link that leads out/],
		['a folder that leads out', '@away/outside.md', /link that leads out/],
		['a secret', '@.env', /it holds secrets of a program/],
		['a link to a secret', '@looks-fine.md', /it holds an SSH key/],
		["git's settings", '@.git/config', /one of git's own files/],
		['what is no text', '@picture.png', /it is no text/],
	])('leaves out %s, and says why', async (_, word, why) => {
		const above = temporaryFolder();
		writeFileSync(join(above, 'outside.md'), 'from outside');
		writeFileSync(join(above, '.bashrc'), '');
		const folder = join(above, 'project');
		mkdirSync(join(folder, '.git'), {recursive: true});
		writeFileSync(join(folder, 'AGENTS.md'), word);
		writeFileSync(join(folder, '.env'), 'KEY=1');
		writeFileSync(join(folder, '.git', 'config'), '[remote]');
		writeFileSync(join(folder, 'id_ed25519'), 'key');
		writeFileSync(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0, 0]));
		symlinkSync('../outside.md', join(folder, 'link.md'));
		symlinkSync('..', join(folder, 'away'));
		symlinkSync('id_ed25519', join(folder, 'looks-fine.md'));
		const files = {...localFiles, home: above};
		const found = await readProject(folder, {files, signal, secrets: createSecrets()});
		expect(found.files.map(({name}) => name)).toEqual(['AGENTS.md']);
		expect(found.notes).toEqual([expect.stringMatching(why)]);
		expect(JSON.stringify(found)).not.toContain('from outside');
	});

	it('goes only so deep, and is only so much', async () => {
		const deep = Object.fromEntries(
			Array.from({length: 9}, (_, at) => [at === 0 ? 'AGENTS.md' : `f${at}.md`, `@f${at + 1}.md`]),
		);
		const chain = await read(folderWith(deep));
		expect(chain.files).toHaveLength(6);
		expect(chain.notes[0]).toMatch(/f6.md is left out: more than 5 files/);
		const names = Array.from({length: 30}, (_, at) => `n${at}.md`);
		const wide = await read(
			folderWith({
				...Object.fromEntries(names.map(name => [name, name])),
				'AGENTS.md': names.map(name => `@${name}`).join('\n'),
			}),
		);
		expect(wide.files).toHaveLength(21);
		expect(wide.notes[0]).toMatch(/20 files are included already/);
	});
});

describe('how much of a file counts', () => {
	it('whole lines up to 32 kB, and it is said what was cut', async () => {
		const line = `${'x'.repeat(99)}\n`;
		const {files, notes} = await read(folderWith({'AGENTS.md': line.repeat(10_486)}));
		expect(files[0]).toMatchObject({size: 1_048_600, bytes: 32_000, text: line.repeat(320)});
		expect(notes[0]).toContain('AGENTS.md has 1.0 MB, of which the first 32 kB are read');
	});

	it('all of a file that is exactly as large as the limit', async () => {
		const {files, notes} = await read(folderWith({'AGENTS.md': 'x'.repeat(32_000)}));
		expect(files[0]?.bytes).toBe(32_000);
		expect(notes).toEqual([]);
	});

	it('in all 96 kB, and what is nearest keeps its room', async () => {
		const big = 'y'.repeat(31_000);
		const folder = folderWith({
			'AGENTS.md': big,
			'a/AGENTS.md': big,
			'a/b/AGENTS.md': big,
			'a/b/c/AGENTS.md': big,
		});
		const {files, notes} = await read(folder, 'a/b/c');
		expect(files.map(({bytes}) => bytes)).toEqual([3000, 31_000, 31_000, 31_000]);
		expect(notes).toEqual([expect.stringMatching(/^AGENTS.md has 31 kB, of which/)]);
	});

	it('what can not be seen is made visible before anybody reads it', async () => {
		const hidden = 'a\u001B[2Jb\u202Ec\u200Bd\u{E0041}\r\n\tे';
		const {files} = await read(folderWith({'AGENTS.md': hidden}));
		expect(files[0]?.text).toMatch(/^a␛\[2Jb\\u202ec\\u200bd\\u\{e0041\}\n\t/);
	});
});

it("the person's own includes notes beside it, and never the settings", async () => {
	const folder = folderWith({
		'AGENTS.md': '@notes.md @config.json',
		'notes.md': 'mine',
		'config.json': '{"apiKey": "k"}',
	});
	const {files, notes} = await readOwn(folder, {files: localFiles, signal});
	expect(files).toMatchObject([{name: 'notes.md'}, {name: 'AGENTS.md', by: 'person'}]);
	expect(notes[0]).toMatch(/config.json is left out: only .md files/);
});

it('a file that leads out of the project does not instruct', async () => {
	const outside = folderWith({'secret.txt': 'from outside'});
	const folder = folderWith({});
	symlinkSync(join(outside, 'secret.txt'), join(folder, 'AGENTS.md'));
	const {files, notes} = await read(folder);
	expect(files).toEqual([]);
	expect(notes[0]).toMatch(/AGENTS.md is left out: it is a link that leads out/);
});
