import {execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readFileTool} from '../../source/tools/read-file.ts';
import {growthOf, proportionMax} from '../helpers/growth.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from './tool-harness.ts';

function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
	const folder = temporaryFolder();
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(join(folder, path, '..'), {recursive: true});
		writeFileSync(join(folder, path), content);
	}
	return folder;
}

describe('read_file', () => {
	it('reads a file, or a range of its lines', async () => {
		const {result} = tools({cwd: folderWith({'a.txt': 'one\ntwo\nthree\nfour\n'})});
		expect(await result('read_file', {path: 'a.txt'})).toMatchObject({
			path: 'a.txt',
			content: 'one\ntwo\nthree\nfour\n',
			total_lines: 4,
			encoding: 'utf-8',
			truncated: false,
		});
		expect(await result('read_file', {path: 'a.txt', from_line: 2, lines: 2})).toMatchObject({
			content: 'two\nthree\n',
			from_line: 2,
			to_line: 3,
		});
	});

	it.each([
		['UTF-8 with a mark', Buffer.from('\uFEFFgrün'), 'grün', 'utf-8'],
		['UTF-16', Buffer.from('\uFEFFgrün', 'utf16le'), 'grün', 'utf-16le'],
		['UTF-16 the other way', Buffer.from('\uFEFFgrün', 'utf16le').swap16(), 'grün', 'utf-16be'],
		['an old Western one', Buffer.from('gr\xfcn', 'latin1'), 'grün', 'windows-1252'],
		['nothing at all', Buffer.alloc(0), '', 'utf-8'],
	])('finds out the encoding: %s', async (_, bytes, content, encoding) => {
		const {result} = tools({cwd: folderWith({a: bytes})});
		expect(await result('read_file', {path: 'a'})).toMatchObject({content, encoding});
	});

	it('takes the encoding that it is told', async () => {
		const {result, call} = tools({cwd: folderWith({a: Buffer.from([0x93, 0xfa])})});
		expect((await result('read_file', {path: 'a', encoding: 'shift_jis'}))['content']).toBe('日');
		expect(await call('read_file', {path: 'a', encoding: 'klingon'})).toMatchObject({
			failure: {kind: 'bad-input'},
		});
	});

	it('describes what is no text', async () => {
		const png = Buffer.from(
			'89504e470d0a1a0a0000000d4948445200000140000000c808060000000000000000',
			'hex',
		);
		const {result} = tools({cwd: folderWith({'a.png': png, b: Buffer.from('x\0y')})});
		expect(await result('read_file', {path: 'a.png'})).toMatchObject({
			binary: true,
			kind: 'image/png',
			width: 320,
			height: 200,
			content: null,
		});
		expect(await result('read_file', {path: 'b'})).toMatchObject({binary: true, bytes: 3});
	});

	it('says of a line that is too long for one answer how its rest is had', async () => {
		const long = 'x'.repeat(70_000);
		const {result} = tools({cwd: folderWith({one: long, two: `${long}\nend\n`})});
		const one = await result('read_file', {path: 'one'});
		expect([one['truncated'], one['hint']]).toEqual([true, expect.stringContaining('cut -c')]);
		const two = await result('read_file', {path: 'two'});
		expect(two['hint']).toMatch(/^Line 1 is longer .* Go on with from_line 2\.$/);
	});

	it('reads a long file in parts, each in whole lines', async () => {
		const lines = Array.from({length: 20_000}, (_, index) => `line ${index + 1}`);
		const {result} = tools({cwd: folderWith({long: `${lines.join('\n')}\n`})});
		let read = '';
		for (let from = 1; ; ) {
			const part = await result('read_file', {path: 'long', from_line: from});
			read += part['content'];
			if (part['hint'] === null) {
				break;
			}
			expect(part['truncated']).toBe(true);
			from = Number(/from_line (\d+)/.exec(part['hint'])?.[1]);
		}
		expect(read).toBe(`${lines.join('\n')}\n`);
	});

	it('asks before it leaves the workspace, also by a link or by dots', () => {
		const outside = folderWith({secret: 'x'});
		const cwd = folderWith({a: 'x'});
		symlinkSync(join(outside, 'secret'), join(cwd, 'link'));
		const {context} = tools({cwd});
		const scope = (path: string) => readFileTool.scope({path}, context);
		expect(scope('a')).toBeNull();
		expect(scope('new/file')).toBeNull();
		expect(scope('link')).toBe('read');
		expect(scope('../x')).toBe('read');
		expect(scope('a/../../x')).toBe('read');
		expect(scope('~/.ssh/id')).toBe('read');
	});

	it.each([
		['a folder', '.', 'bad-input', 'list_files'],
		['nothing', 'gone', 'not-found', 'gone'],
		['a device', '/dev/zero', 'bad-input', 'device'],
	])('says what is wrong with %s', async (_, path, kind, word) => {
		const {call} = tools({cwd: folderWith({a: 'x'})});
		const outcome = await call('read_file', {path});
		expect(outcome).toMatchObject({failure: {kind, message: expect.stringContaining(word)}});
	});

	it('does not hang on a pipe that nobody writes to', async () => {
		const cwd = temporaryFolder();
		execFileSync('mkfifo', [join(cwd, 'pipe')]);
		expect(await tools({cwd}).call('read_file', {path: 'pipe'})).toMatchObject({
			failure: {kind: 'bad-input'},
		});
	});

	it('never answers for another host with files of this one', async () => {
		const {call} = tools({host: 'far' as never});
		for (const [name, input] of [
			['read_file', {path: 'package.json'}],
			['list_files', {}],
			['search_files', {pattern: 'x'}],
		] as const) {
			expect(await call(name, input)).toMatchObject({failure: {kind: 'not-found'}});
		}
	});
});

describe('list_files', () => {
	const files = {
		'.gitignore': 'node_modules/\n*.log\n!keep.log\n/build\n',
		'.git/HEAD': 'ref',
		'.hidden': '',
		'a.ts': '',
		'b.log': '',
		'keep.log': '',
		'build/out': '',
		'src/build/in': '',
		'src/c.ts': '',
		'src/.gitignore': 'generated\n',
		'src/generated/d.ts': '',
		'node_modules/x/index.js': '',
	};

	it('leaves out what is hidden and what the repository ignores', async () => {
		const {result} = tools({cwd: folderWith(files)});
		expect(await result('list_files')).toMatchObject({
			entries: ['a.ts', 'keep.log', 'src/', 'src/build/', 'src/build/in', 'src/c.ts'],
			truncated: false,
		});
		const below = await result('list_files', {path: 'src'});
		expect(below['entries']).toEqual(['build/', 'build/in', 'c.ts']);
	});

	it('takes a blank behind a backslash as a part of the name, and any others at the end away', async () => {
		const rules = 'one  \t\ntwo\\ \nthree\\   \n';
		const named = {'.gitignore': rules, 'a.ts': '', one: '', 'two ': '', 'three ': '', three: ''};
		const {result} = tools({cwd: folderWith(named)});
		expect((await result('list_files'))['entries']).toEqual(['a.ts', 'three']);
	});

	it('reads a row of blanks in a list of ignored files in time in proportion to its length', async () => {
		const growth = await growthOf(200_000, async length => {
			const rules = `${' '.repeat(length)}x\n*.log\n`;
			const {result} = tools({cwd: folderWith({'.gitignore': rules, 'a.ts': '', 'b.log': ''})});
			expect((await result('list_files'))['entries']).toEqual(['a.ts']);
		});
		expect(growth).toBeLessThan(proportionMax);
	});

	it('lists by pattern, by depth, and everything', async () => {
		const {result} = tools({cwd: folderWith(files)});
		const entries = async (input: Record<string, string | number | boolean>) =>
			(await result('list_files', input))['entries'];
		expect(await entries({pattern: '**/*.ts'})).toEqual(['a.ts', 'src/c.ts']);
		expect(await entries({depth: 1})).toEqual(['a.ts', 'keep.log', 'src/']);
		expect(await entries({all: true, depth: 1})).toContain('node_modules/');
	});

	it('shows the upper levels first when there is too much, and says so', async () => {
		const {result} = tools({cwd: folderWith(files)});
		const answer = await result('list_files', {max: 3});
		expect(answer).toMatchObject({entries: ['a.ts', 'keep.log', 'src/'], truncated: true});
		expect(answer['hint']).toContain('There is more');
	});

	it('follows no link', async () => {
		const cwd = folderWith({'a/b': ''});
		symlinkSync(cwd, join(cwd, 'a/round'));
		expect((await tools({cwd}).result('list_files'))['entries']).toEqual(['a/', 'a/b', 'a/round@']);
	});
});

describe('search_files', () => {
	const files = {
		'a.ts': 'one\nfindMe here\nthree\n',
		'b.md': 'findme too\n',
		'c.bin': 'findMe\0',
		'.gitignore': 'ignored\n',
		ignored: 'findMe\n',
		'deep/d.ts': 'x findMe(1)\n',
	};

	it('finds lines, with their place', async () => {
		const {result} = tools({cwd: folderWith(files)});
		const answer = await result('search_files', {pattern: 'find[M]e'});
		expect(answer['matches'].toSorted()).toEqual(['a.ts:2:findMe here', 'deep/d.ts:1:x findMe(1)']);
	});

	it.each([
		[{pattern: 'findme', ignore_case: true}, 3],
		[{pattern: 'findMe(', literal: true}, 1],
		[{pattern: 'findMe', glob: '*.ts'}, 2],
		[{pattern: 'findMe', path: 'a.ts'}, 1],
		[{pattern: 'x\\-?\\sfind'}, 1],
		[{pattern: 'findMe', max: 1}, 1],
		[{pattern: 'nothing like it'}, 0],
	])('%j finds %i', async (input, count) => {
		const {result} = tools({cwd: folderWith(files)});
		expect((await result('search_files', input))['count']).toBe(count);
	});

	it('says what is wrong with a pattern, and survives one that is too slow', async () => {
		const {call, result} = tools({cwd: folderWith({a: `${'a'.repeat(50)}!\n`})});
		expect(await call('search_files', {pattern: '(open'})).toMatchObject({
			failure: {kind: 'bad-input'},
		});
		const slow = await result('search_files', {pattern: '^(a+)+$'});
		expect(slow['count']).toBe(0);
	});
});
