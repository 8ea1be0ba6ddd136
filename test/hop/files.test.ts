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
import {dirname, join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import type {HostId} from '../../source/events/ids.ts';
import {codeOfWords} from '../../source/hop/file-error.ts';
import {remoteFiles} from '../../source/hop/files.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {fileFailure} from '../../source/tools/file-failure.ts';
import {describeWithSshd, type LabServer, openSshLab} from '../helpers/ssh-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {labLink} from './lab-link.ts';

const clock = systemClock();
const sftpServer = ['lib/openssh', 'libexec/openssh', 'lib/ssh', 'libexec']
	.map(folder => `/usr/${folder}/sftp-server`)
	.find(existsSync);

describeWithSshd('files on another machine', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	describe.each([
		{way: 'over sftp', alias: 'with-sftp', hasSftp: true},
		{way: 'without sftp', alias: 'without-sftp', hasSftp: false},
	])('$way', ({alias, hasSftp}) => {
		let server: LabServer | null = null;
		const there = async () => {
			server ??= await lab.startServer({
				alias,
				hasSftp,
				relay: {},
				bashrc: hasSftp ? '' : 'echo noise\n',
			});
			const link = await labLink(lab, server);
			const host = alias as HostId;
			const files = remoteFiles({host, link: () => link, home: server.home, clock});
			return {files, folder: temporaryFolder(), link};
		};

		it('are described, links as links', async () => {
			const {files, folder} = await there();
			const file = join(folder, "it's a ! file\n");
			writeFileSync(file, 'four', {mode: 0o640});
			symlinkSync(file, join(folder, 'link'));
			expect(await files.stat(file)).toMatchObject({
				kind: 'file',
				size: 4,
				mode: 0o640,
				modifiedAt: Math.floor(statSync(file).mtimeMs / 1000) * 1000,
			});
			expect(await files.stat(join(folder, 'link'))).toMatchObject({kind: 'file', size: 4});
			expect(await files.lstat(join(folder, 'link'))).toMatchObject({kind: 'link'});
			expect(await files.stat(folder)).toMatchObject({kind: 'folder'});
			expect(await files.stat('/dev/null')).toMatchObject({kind: 'other'});
			await expect(files.stat(join(folder, 'none'))).rejects.toMatchObject({code: 'ENOENT'});
			expect(await files.exists(file)).toBe(true);
			expect(await files.exists(join(folder, 'none'))).toBe(false);
		});

		it('are found where links and `..` really lead', async () => {
			const {files, folder} = await there();
			mkdirSync(join(folder, 'a/b'), {recursive: true});
			symlinkSync(join(folder, 'a/b'), join(folder, 'link'));
			writeFileSync(join(folder, 'a/b/file'), '');
			expect(await files.realpath(`${folder}/link/file`)).toBe(join(folder, 'a/b/file'));
			expect(await files.realpath(`${folder}/link/../x`)).toBe(join(folder, 'a/x'));
			expect(await files.realpath(`${folder}/link/new/deep`)).toBe(join(folder, 'a/b/new/deep'));
		});

		it('are not written where a link has taken the place of a folder or of the file', async () => {
			const {files, folder} = await there();
			const outside = temporaryFolder();
			mkdirSync(join(outside, 'deep'));
			symlinkSync(outside, join(folder, 'swapped'));
			symlinkSync(join(outside, 'none.txt'), join(folder, 'dangling'));
			const bytes = Buffer.from('text');
			for (const path of ['swapped/a.txt', 'swapped/deep/a.txt', 'swapped/new/a.txt', 'dangling']) {
				await expect(files.replace(join(folder, path), bytes), path).rejects.toMatchObject({
					code: 'EMOVED',
				});
			}
			expect(readdirSync(outside, {recursive: true})).toEqual(['deep']);
			await files.replace(join(folder, 'line\n', 'a.txt'), bytes);
			expect(readFileSync(join(folder, 'line\n', 'a.txt'), 'utf8')).toBe('text');
		});

		it('are listed', async () => {
			const {files, folder} = await there();
			const names = ['.hidden', 'a b', 'line\nend', '*', '..dots'];
			for (const name of names) {
				writeFileSync(join(folder, name), '');
			}
			mkdirSync(join(folder, 'folder'));
			symlinkSync('nowhere', join(folder, 'dangling'));
			const listed = await files.readdir(folder);
			expect(listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
				[
					...names.map(name => ({name, kind: 'file'})),
					{name: 'folder', kind: 'folder'},
					{name: 'dangling', kind: 'link'},
				].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
			);
			await expect(files.readdir(join(folder, 'none'))).rejects.toMatchObject({code: 'ENOENT'});
		});

		it('are read, whole or a range', async () => {
			const {files, folder} = await there();
			const file = join(folder, 'file');
			const bytes = Buffer.from(Array.from({length: 700_000}, (_, index) => (index * 7) % 256));
			writeFileSync(file, bytes);
			const whole = await files.read(file, {bytesMax: 1_000_000});
			expect(whole.type === 'bytes' && whole.bytes.equals(bytes)).toBe(true);
			const range = {from: 300_000, length: 200_000};
			const part = await files.read(file, {bytesMax: 10, range});
			expect(part.type === 'bytes' && part.bytes.equals(bytes.subarray(300_000, 500_000))).toBe(
				true,
			);
			expect(await files.read(file, {bytesMax: 10})).toEqual({type: 'too-large', size: 700_000});
			expect(await files.read(folder, {bytesMax: 10})).toEqual({type: 'folder'});
			expect(await files.read('/dev/null', {bytesMax: 10})).toEqual({type: 'device'});
			const kernel = await files.read('/proc/version', {bytesMax: 10_000});
			expect(kernel.type === 'bytes' && kernel.bytes.toString()).toContain('Linux');
			writeFileSync(join(folder, 'empty'), '');
			const empty = await files.read(join(folder, 'empty'), {bytesMax: 10});
			expect(empty.type === 'bytes' && empty.bytes.length).toBe(0);
		});

		it('are replaced in one step, with the rights they had, in folders that are made', async () => {
			const {files, folder} = await there();
			const file = join(folder, 'script');
			writeFileSync(file, 'old');
			chmodSync(file, 0o751);
			const bytes = Buffer.alloc(900_000, 'new!');
			await files.replace(file, bytes);
			expect(readFileSync(file).equals(bytes)).toBe(true);
			expect(statSync(file).mode & 0o7777).toBe(0o751);
			const deep = join(folder, 'some/new/folders/file');
			await files.replace(deep, Buffer.from('x'));
			expect(readFileSync(deep, 'utf8')).toBe('x');
			await files.replace(deep, Buffer.alloc(0));
			expect(readFileSync(deep, 'utf8')).toBe('');
			await expect(files.replace(join(folder, 'some'), bytes)).rejects.toThrow();
			expect(readdirSync(folder).toSorted()).toEqual(['script', 'some']);
		});

		it('are removed, and folders made', async () => {
			const {files, folder} = await there();
			await files.makeFolder(join(folder, 'a/b'));
			await files.makeFolder(join(folder, 'a/b'));
			expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true);
			writeFileSync(join(folder, 'file'), '');
			await files.remove(join(folder, 'file'));
			expect(existsSync(join(folder, 'file'))).toBe(false);
			await expect(files.remove(join(folder, 'file'))).rejects.toMatchObject({code: 'ENOENT'});
		});

		it('may be looked through by a program there', async () => {
			const {files, folder} = await there();
			const lines: string[] = [];
			const ran = await files.run(['printf', '%s\\n', "it's", '$HOME', folder], {
				onLine: line => lines.push(line),
			});
			expect(ran).toMatchObject({exitCode: 0});
			expect(lines).toEqual(["it's", '$HOME', folder]);
			expect(await files.run(['no-such-program'], {onLine: () => {}})).toBe(null);
			const stop = new AbortController();
			const stopped = await files.run(['yes'], {
				signal: stop.signal,
				onLine: () => stop.abort(),
			});
			expect(stopped).toMatchObject({signal: 'SIGKILL'});
		});

		it('are left alone when it is interrupted, and nothing stays behind', async () => {
			const {files, folder} = await there();
			const file = join(folder, 'file');
			writeFileSync(file, 'old');
			const stop = new AbortController();
			stop.abort();
			await expect(
				files.replace(file, Buffer.alloc(1000), {signal: stop.signal}),
			).rejects.toMatchObject({failure: {kind: 'cancelled'}});
			expect(readFileSync(file, 'utf8')).toBe('old');
		});

		it('are whole, old or new, when the line is cut while one is written', async () => {
			const {files, folder} = await there();
			const file = join(folder, 'file');
			writeFileSync(file, 'old');
			const writing = files.replace(file, Buffer.alloc(60_000_000, 'x'));
			await expect.poll(() => readdirSync(folder).length, {interval: 1}).toBe(2);
			server?.relay?.cut();
			await expect(writing).rejects.toMatchObject({failure: {kind: 'unreachable'}});
			server?.relay?.restore();
			expect(readFileSync(file, 'utf8')).toBe('old');
		});

		it('are out of reach when the link is gone, and no other file is touched', async () => {
			const {files, folder, link} = await there();
			await files.stat(folder);
			const gone = new Promise<void>(resolve => link.onLost(() => resolve()));
			server?.relay?.cut();
			await gone;
			server?.relay?.restore();
			await expect(files.stat(folder)).rejects.toMatchObject({failure: {kind: 'unreachable'}});
			const away = remoteFiles({host: 'x' as HostId, link: () => null, home: '/', clock});
			await expect(away.stat('/')).rejects.toMatchObject({failure: {kind: 'unreachable'}});
		});
	});

	it.skipIf(sftpServer === undefined).each([true, false])(
		'say why they can’t be written, also where sftp says only Failure (over sftp: %s)',
		async hasSftp => {
			// A limit of the account stands for a full disk: the same `Failure`, told in the same words.
			const server = await lab.startServer({
				alias: `limited-${hasSftp}`,
				hasSftp: false,
				serverConfig: hasSftp ? [`Subsystem sftp ${sftpServer}`] : [],
				bashrc: `trap '' XFSZ; ulimit -f 8\n`,
			});
			const link = await labLink(lab, server);
			const files = remoteFiles({host: link.host, link: () => link, home: server.home, clock});
			const file = join(temporaryFolder(), 'large');
			const error = await files.replace(file, Buffer.alloc(100_000)).catch(thrown => thrown);
			expect(error).toMatchObject({code: 'EFBIG'});
			expect(fileFailure(error, file).message).toContain('larger than that machine lets a file be');
			expect(readdirSync(dirname(file))).toEqual([]);
		},
	);
});

it('a full disk, a quota and a disk that can only be read have codes of their own', () => {
	const words = ['No space left on device', 'Disk quota exceeded', 'Read-only file system'];
	expect(words.map(said => codeOfWords(`head: write error: ${said}`))).toEqual([
		'ENOSPC',
		'EDQUOT',
		'EROFS',
	]);
	expect(codeOfWords('sh: 1: cannot create /etc/x: Read-only file system')).toBe('EROFS');
});
