import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../source/events/json.ts';
import type {FileChange} from '../../source/events/tool-event.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import type {ToolContext} from '../../source/tools/tool.ts';
import {createUndoStore} from '../../source/tools/undo-store.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from './tool-harness.ts';

/** A folder with files, and tools that are used as a turn uses them: first shown, then run. */
function open(files: Readonly<Record<string, string>> = {}) {
	const cwd = temporaryFolder();
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(join(cwd, name, '..'), {recursive: true});
		writeFileSync(join(cwd, name), text);
	}
	const changes: FileChange[] = [];
	const shelfFolder = join(temporaryFolder(), 'undo');
	const undoStore = createUndoStore({
		folder: shelfFolder,
		newId: () => `change_${changes.length}`,
		onChange: change => changes.push(change),
	});
	const base: ToolContext = {...tools({cwd}).context, keep: undoStore.keep('call_1' as never)};
	const find = (name: string) => createCatalogue().find(name)!;
	const show = (name: string, input: JsonObject) => find(name).preview!(input, base);
	return {
		cwd,
		changes,
		undoStore,
		shelfFolder,
		show,
		async run(name: string, input: JsonObject, {between}: {between?: () => void} = {}) {
			const preview = await show(name, input);
			if (!preview.ok || preview.value === null) {
				const message = preview.ok ? 'nothing to show' : preview.failure.message;
				return {status: 'refused', patch: '', message} as const;
			}
			between?.();
			const outcome = await find(name).run(input, {...base, preview: preview.value});
			const message = outcome.status === 'failed' ? outcome.failure.message : '';
			const result = outcome.status === 'ok' ? outcome.result : {};
			return {status: outcome.status, patch: preview.value.patch, message, result};
		},
		read: (name: string) => readFileSync(join(cwd, name), 'utf8'),
		exposure: (name: string, input: JsonObject, place: Partial<ToolContext> = {}) =>
			find(name).exposure!(input, {...base, ...place}),
	};
}

describe('write_file', () => {
	it('makes a file and its folders, after a difference that says that it is new', async () => {
		const {run, read, cwd} = open();
		const {status, patch} = await run('write_file', {path: 'a/b/c.txt', content: 'one\ntwo\n'});
		expect(status).toBe('ok');
		expect(patch).toBe('--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n');
		expect(read('a/b/c.txt')).toBe('one\ntwo\n');
		expect(readdirSync(join(cwd, 'a/b'))).toEqual(['c.txt']);
	});

	it('keeps who may run it, and follows a link instead of replacing it', async () => {
		const {run, read, cwd} = open({'real.sh': 'a\n'});
		chmodSync(join(cwd, 'real.sh'), 0o750);
		symlinkSync('real.sh', join(cwd, 'link.sh'));
		await run('write_file', {path: 'link.sh', content: 'b\n'});
		expect(read('real.sh')).toBe('b\n');
		expect(statSync(join(cwd, 'real.sh')).mode & 0o777).toBe(0o750);
	});

	it('says where a link or `..` really leads', () => {
		const {exposure, cwd} = open({'a/x': ''});
		symlinkSync('/etc', join(cwd, 'out'));
		expect(exposure('write_file', {path: 'out/hosts'}).targets).toEqual(['/etc/hosts']);
		expect(exposure('write_file', {path: 'a/../b'}).targets).toEqual(['b']);
		expect(exposure('read_file', {path: 'out/hosts'}).targets).toEqual(['/etc/hosts']);
		expect(exposure('search_files', {pattern: 'x', path: 'out'}).targets).toEqual(['/etc']);
	});

	it('names files of a workspace that is reached through a link as files of it', () => {
		const {cwd, exposure} = open({a: ''});
		symlinkSync(cwd, `${cwd}-link`);
		const there = {cwd: `${cwd}-link`, workspace: `${cwd}-link`};
		expect(exposure('write_file', {path: 'a'}, there).targets).toEqual(['a']);
	});

	it.each(['.git/config', 'sub/.GIT/hooks/x'])('is asked about each time in %s', path => {
		const {exposure} = open({});
		expect(exposure('write_file', {path}).raises).toContain('git runs');
		expect(exposure('write_file', {path: '.gitignore'}).raises).toBeUndefined();
	});

	it.each([
		['is changed', (path: string) => writeFileSync(path, 'other\n')],
		['is the same size but other', (path: string) => writeFileSync(path, 'oNe\n')],
	])('is refused when the file %s after the difference was shown', async (_, between) => {
		const {run, read, cwd} = open({a: 'one\n'});
		const {status, message} = await run(
			'write_file',
			{path: 'a', content: 'two\n'},
			{between: () => between(join(cwd, 'a'))},
		);
		expect([status, message]).toEqual(['failed', expect.stringContaining('a changed after')]);
		expect(read('a')).not.toBe('two\n');
	});

	it('leaves a file as it is when no copy of it can be kept', async () => {
		const {run, read, shelfFolder, changes} = open({a: 'one\n'});
		writeFileSync(shelfFolder, 'no folder');
		const {status} = await run('write_file', {path: 'a', content: 'two\n'});
		expect([status, read('a'), changes.length]).toEqual(['failed', 'one\n', 0]);
	});

	it('is undone, unless the file was changed since', async () => {
		const {run, read, cwd, changes, undoStore} = open({a: 'one\n'});
		await run('write_file', {path: 'a', content: 'two\n'});
		await run('write_file', {path: 'new', content: 'x\n'});
		expect((await undoStore.restore(changes[0]!)).ok).toBe(true);
		expect(read('a')).toBe('one\n');
		expect((await undoStore.restore(changes[1]!)).ok).toBe(true);
		expect(existsSync(join(cwd, 'new'))).toBe(false);
		await run('write_file', {path: 'a', content: 'three\n'});
		writeFileSync(join(cwd, 'a'), 'mine\n');
		expect((await undoStore.restore(changes[2]!)).ok).toBe(false);
		expect(read('a')).toBe('mine\n');
	});
});

describe('edit_file', () => {
	it('replaces what stands there exactly once', async () => {
		const {run, read} = open({a: 'one\ntwo\nthree\n'});
		const {patch} = await run('edit_file', {path: 'a', old_string: 'two', new_string: 'TWO'});
		expect(read('a')).toBe('one\nTWO\nthree\n');
		expect(patch).toContain('-two\n+TWO\n');
	});

	it.each([
		['stands there twice', 'x\nx\n', 'x', '2 times'],
		['is not there', 'y\n', 'x', 'not in the file'],
		['is empty', 'y\n', '', 'empty'],
	])('asks nobody and writes nothing when the text %s', async (_, content, old, words) => {
		const {run, read} = open({a: content});
		const done = await run('edit_file', {path: 'a', old_string: old, new_string: 'z'});
		expect([done.status, done.message]).toEqual(['refused', expect.stringContaining(words)]);
		expect(read('a')).toBe(content);
	});

	it('forgives other blanks, keeps the indentation of the file, and says so', async () => {
		const {run, read} = open({a: 'if (x) {\n\t\tgo();\n\t\tstop();\n}\n'});
		const done = await run('edit_file', {
			path: 'a',
			old_string: '  go();\n  stop();\n',
			new_string: '  go();\n    wait();\n',
		});
		expect(done.result).toMatchObject({notice: expect.stringContaining('other blanks')});
		expect(read('a')).toBe('if (x) {\n\t\tgo();\n\t\t  wait();\n}\n');
	});

	it('takes what looks like a pattern as it stands', async () => {
		const {run, read} = open({a: 'cost: x\n'});
		await run('edit_file', {path: 'a', old_string: 'x', new_string: '$& $1 $$'});
		expect(read('a')).toBe('cost: $& $1 $$\n');
	});
});

describe('apply_patch', () => {
	const envelope = [
		'*** Begin Patch',
		'*** Update File: a',
		'@@',
		' one',
		'-two',
		'+TWO',
		' three',
		'*** Add File: n/new',
		'+fresh',
		'*** Delete File: old',
		'*** End Patch',
	].join('\n');

	it('changes, makes and deletes files in one go', async () => {
		const {run, read, cwd, changes} = open({a: 'one\ntwo\nthree\n', old: 'x\n'});
		expect((await run('apply_patch', {patch: envelope})).status).toBe('ok');
		expect([read('a'), read('n/new')]).toEqual(['one\nTWO\nthree\n', 'fresh\n']);
		expect(existsSync(join(cwd, 'old'))).toBe(false);
		expect(changes).toHaveLength(3);
	});

	it('writes nothing at all when one piece does not fit', async () => {
		const {run, read, cwd} = open({a: 'one\nother\nthree\n', old: 'x\n'});
		const {status, message} = await run('apply_patch', {patch: envelope});
		expect([status, message]).toEqual(['refused', expect.stringContaining('does not fit a')]);
		expect([read('a'), existsSync(join(cwd, 'n'))]).toEqual(['one\nother\nthree\n', false]);
	});

	it('takes a unified diff, its own output too, whatever its line numbers say', async () => {
		const {run, read, show} = open({a: 'a\nb\nc\nd\ne\n'});
		const patch = '--- a/a\n+++ b/a\n@@ -40,3 +40,3 @@\n b\n-c\n+C\n d\n';
		const shown = await show('apply_patch', {patch});
		await run('apply_patch', {patch: shown.ok ? shown.value!.patch : ''});
		expect(read('a')).toBe('a\nb\nC\nd\ne\n');
	});

	it('moves a file, and keeps its line ends', async () => {
		const {run, read, cwd} = open({a: 'one\r\ntwo\r\n'});
		const patch =
			'*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-two\n+TWO\n*** End Patch';
		await run('apply_patch', {patch});
		expect([read('b'), existsSync(join(cwd, 'a'))]).toEqual(['one\r\nTWO\r\n', false]);
	});
});
