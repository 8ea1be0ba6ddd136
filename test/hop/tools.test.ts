import {existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import type {HostId} from '../../source/events/ids.ts';
import type {JsonObject} from '../../source/events/json.ts';
import type {FileChange, FileDoubt} from '../../source/events/tool-event.ts';
import {failureError} from '../../source/hop/file-error.ts';
import {remoteFiles} from '../../source/hop/files.ts';
import type {Link} from '../../source/hop/link.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import type {ToolContext} from '../../source/tools/tool.ts';
import {createUndoStore} from '../../source/tools/undo-store.ts';
import {describeWithSshd, type LabServer, openSshLab} from '../helpers/ssh-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from '../tools/tool-harness.ts';
import {labLink} from './lab-link.ts';

describeWithSshd('the file tools on another machine', () => {
	const lab = openSshLab();
	const host = 'there' as HostId;
	let server: LabServer | null = null;
	afterAll(() => lab.close());

	/** What a path names must not exist here, or it would not be seen which machine was asked. */
	const there = async (
		contents: Readonly<Record<string, string>> = {},
		through: (link: Link) => Link = link => link,
	) => {
		server ??= await lab.startServer({alias: 'there'});
		const link = through(await labLink(lab, server));
		const workspace = temporaryFolder();
		for (const [name, text] of Object.entries(contents)) {
			mkdirSync(join(workspace, name, '..'), {recursive: true});
			writeFileSync(join(workspace, name), text);
		}
		const files = remoteFiles({host, link: () => link, home: server.home, clock: systemClock()});
		const changes: FileChange[] = [];
		const doubts: FileDoubt[] = [];
		const shelf = createUndoStore({
			folder: join(temporaryFolder(), 'undo'),
			newId: () => `change_${changes.length}`,
			onChange: change => changes.push(change),
			onDoubt: doubt => doubts.push(doubt),
			files: asked => (asked === host ? files : null),
		});
		const context: ToolContext = {
			...tools({cwd: workspace, host}).context,
			files,
			keep: shelf.keep('call_1' as never),
		};
		const find = (name: string) => createCatalogue().find(name)!;
		const run = (name: string, input: JsonObject, also: Partial<ToolContext> = {}) =>
			find(name).run(input, {...context, ...also});
		return {workspace, context, find, run, changes, doubts, shelf, home: server.home};
	};

	it('read, from the home there too', async () => {
		const {run, home} = await there({'a.txt': 'one\ntwo\n'});
		writeFileSync(join(home, 'at-home'), 'home\n');
		expect(await run('read_file', {path: 'a.txt'})).toMatchObject({
			result: {path: 'a.txt', content: 'one\ntwo\n', total_lines: 2},
		});
		expect(await run('read_file', {path: '~/at-home'})).toMatchObject({
			result: {content: 'home\n'},
		});
		expect(await run('read_file', {path: 'none'})).toMatchObject({failure: {kind: 'not-found'}});
	});

	it('list and search, without what is ignored there', async () => {
		const {run} = await there({
			'.gitignore': 'built\n*.log\n',
			'src/a.ts': 'const needle = 1;\n',
			'src/.gitignore': 'secret.ts\n',
			'src/secret.ts': 'needle\n',
			'built/out.js': 'needle\n',
			'x.log': 'needle\n',
		});
		expect(await run('list_files', {})).toMatchObject({result: {entries: ['src/', 'src/a.ts']}});
		const matches = ['src/a.ts:1:const needle = 1;'];
		expect(await run('search_files', {pattern: 'needle', literal: true})).toMatchObject({
			result: {matches},
		});
		expect(await run('search_files', {pattern: 'n(e+)dle\\b'})).toMatchObject({result: {matches}});
	});

	it('edit after a difference, refuse what changed since, and undo', async () => {
		const {find, run, context, workspace, changes, shelf} = await there({'a.txt': 'one\ntwo\n'});
		const input = {path: 'a.txt', old_string: 'two', new_string: 'three'};
		const preview = await find('edit_file').preview!(input, context);
		if (!preview.ok || preview.value === null) {
			throw new Error(preview.ok ? 'nothing to show' : preview.failure.message);
		}
		expect(preview.value.patch).toContain('+three');
		writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\nmore\n');
		expect(await run('edit_file', input, {preview: preview.value})).toMatchObject({
			failure: {kind: 'conflict'},
		});
		writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n');
		expect(await run('edit_file', input, {preview: preview.value})).toMatchObject({status: 'ok'});
		expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\nthree\n');
		expect(changes[0]).toMatchObject({host, path: join(workspace, 'a.txt')});
		expect(await shelf.restore(changes[0]!)).toMatchObject({ok: true});
		expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
		expect(await shelf.restore({...changes[0]!, host: 'away' as HostId})).toMatchObject({
			failure: {kind: 'unreachable'},
		});
	});

	it('do not follow a link out of what the person was asked about', async () => {
		const {run, find, context, workspace} = await there();
		const outside = temporaryFolder();
		writeFileSync(join(outside, 'secret'), 'secret');
		symlinkSync(outside, join(workspace, 'link'));
		expect(find('read_file').scope({path: 'link/secret'}, context)).toBe(null);
		expect(await run('read_file', {path: 'link/secret'})).toMatchObject({
			failure: {kind: 'denied', message: expect.stringContaining(outside)},
		});
		expect(await run('write_file', {path: 'link/new', content: 'x'})).toMatchObject({
			failure: {kind: 'denied'},
		});
		expect(find('read_file').scope({path: join(outside, 'secret')}, context)).toBe('read');
		expect(await run('read_file', {path: join(outside, 'secret')})).toMatchObject({status: 'ok'});
	});

	it('say that the link is gone, not that a file changed, when it goes before a write', async () => {
		const {run, find, context, workspace} = await there({'a.txt': 'a\n'});
		const input = {path: 'a.txt', old_string: 'a', new_string: 'b'};
		const shown = await find('edit_file').preview?.(input, context);
		const gone = () => Promise.reject(failureError(failed('unreachable', 'It was lost.')));
		const files = {...context.files!, realpath: gone, readBytes: gone, stat: gone};
		const preview = shown?.ok ? shown.value : null;
		expect(await run('edit_file', input, {files, ...(preview && {preview})})).toMatchObject({
			failure: {kind: 'unreachable', message: 'It was lost. Nothing was written.'},
		});
		expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\n');
	});

	it('name the file in doubt when the host falls silent right when it is to be put in its place', async () => {
		const stop = new AbortController();
		onTestFinished(() => server?.thaw());
		const {run, workspace, changes, doubts} = await there({'a.txt': 'a\n'}, link => ({
			...link,
			async sftp(signal) {
				const opened = await link.sftp(signal);
				if (opened.ok && opened.value) {
					const {value} = opened;
					const rename = value.ext_openssh_rename.bind(value);
					value.ext_openssh_rename = (from, to, done) => {
						server?.freeze();
						rename(from, to, done);
						stop.abort();
					};
				}
				return opened;
			},
		}));
		const patch =
			'*** Begin Patch\n*** Add File: b.txt\n+b\n*** Update File: a.txt\n@@\n-a\n+c\n*** End Patch';
		const outcome = await run('apply_patch', {patch}, {signal: stop.signal});
		expect(outcome).toMatchObject({
			result: {written: [], file: 'b.txt', unconfirmed: expect.stringContaining('no contact for')},
		});
		expect(changes).toEqual([]);
		expect(doubts).toMatchObject([{change: {path: join(workspace, 'b.txt')}, before: null}]);
		server?.thaw();
		await expect.poll(() => existsSync(join(workspace, 'b.txt'))).toBe(true);
		expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\n');
	});

	it('are never answered with the files of this machine', async () => {
		const {run, find, context} = await there({'a.txt': 'here'});
		const {files: _, ...unconnected} = context;
		const asked = await find('read_file').run({path: 'a.txt'}, unconnected);
		expect(asked).toMatchObject({
			failure: {kind: 'not-found', message: expect.stringContaining('there')},
		});
		const elsewhere = await run('read_file', {path: 'a.txt'}, {host: 'other' as HostId});
		expect(elsewhere).toMatchObject({status: 'failed'});
	});
});
