import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createSecrets, secretPlaces} from '../../source/platform/secret-places.ts';
import {applyPatch} from '../../source/tools/apply-patch.ts';
import {listFiles} from '../../source/tools/list-files.ts';
import {readFileTool} from '../../source/tools/read-file.ts';
import {searchFiles} from '../../source/tools/search-files.ts';
import {writeFileTool} from '../../source/tools/write-file.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from './tool-harness.ts';

function home(): string {
	const folder = temporaryFolder();
	for (const path of [
		'.ssh/id_ed25519',
		'.env',
		'src/.env.production',
		'src/a.ts',
		'keys/server.key',
	]) {
		mkdirSync(dirname(join(folder, path)), {recursive: true});
		writeFileSync(join(folder, path), 'needle\n');
	}
	return folder;
}

describe('a place of secrets', () => {
	const {at} = createSecrets(['/home/ada/.config/agent-tui']);

	it.each([
		...['/home/ada/.ssh/id_ed25519', '/home/ada/.ssh', '/home/ada/.ssh/config', '/srv/x/id_rsa'],
		...['/home/ada/.gnupg/private-keys-v1.d/a.key', '/home/ada/.aws/credentials', '/root/.netrc'],
		...['/home/ada/.kube/config', '/home/ada/.docker/config.json', '/home/ada/.npmrc'],
		...[
			'/project/.npmrc',
			'/home/ada/.pypirc',
			'/project/.env',
			'/project/.env.local',
			'/project/.envrc',
		],
		...['/home/ada/.local/share/keyrings/login.keyring', '/home/ada/.mozilla/firefox/a/key4.db'],
		...['/home/ada/.config/google-chrome/Default/Cookies', '/home/ada/.bash_history'],
		...['/home/ada/.local/share/fish/fish_history', '/etc/shadow', '/etc/shadow-'],
		...[
			'/proc/1/environ',
			'/proc/self/environ',
			'/proc/12/task/12/environ',
			'/project/tls/server.key',
		],
		...[
			'/home/ada/.config/agent-tui/config.json',
			'/home/ada/.config/agent-tui',
			'/HOME/.SSH/ID_RSA',
		],
		...['/home/ada/.local/state/agent-tui/run/engines/a.json', '/tmp/agent-tui-sockets-7/a.sock'],
		...['/Users/ada/Library/Application Support/agent-tui/run/engines', '/tmp/agent-tui-sockets-0'],
		...['/Users/ada/Library/Keychains/login.keychain-db', '/home/ada/.git-credentials'],
	])('is %s', path => {
		expect(at(path)).not.toBe(null);
	});

	it.each([
		...[
			'/project/src/a.ts',
			'/project/environment.ts',
			'/home/ada/.ssh/id_ed25519.pub',
			'/project/.envs/x',
		],
		...[
			'/project/.env.example',
			'/etc/passwd',
			'/project/keys.ts',
			'/project/docs/ssh.md',
			'/proc/1/status',
		],
		...['/home/ada/.config/agent-tui-notes', '/project/.docker/Dockerfile', '/srv/etc/shadow'],
	])('is not %s', path => {
		expect(at(path)).toBe(null);
	});

	it('has a name in each row of the table that no other row has', () => {
		const names = secretPlaces.map(({what}) => what);
		expect(new Set(names).size).toBe(names.length);
	});
});

describe('reading a place of secrets of the workspace', () => {
	function linkedHome() {
		const cwd = home();
		symlinkSync(join(cwd, '.ssh/id_ed25519'), join(cwd, 'notes.txt'));
		symlinkSync(join(cwd, '.ssh'), join(cwd, 'folder'));
		return tools({cwd}).context;
	}

	it.each([
		...['.ssh/id_ed25519', './src/../.ssh/id_ed25519', '{cwd}/.ssh/id_ed25519', '.env'],
		...['notes.txt', 'folder/id_ed25519', 'src/.env.production', '/proc/self/environ', '.ssh/new'],
		'/proc/self/root{cwd}/.ssh/id_ed25519',
	])('asks, also as %s', written => {
		const context = linkedHome();
		const path = written.replace('{cwd}', context.cwd);
		expect(readFileTool.scope({path}, context)).toBe('read');
		expect(readFileTool.exposure?.({path}, context).raises).toMatch(/^it holds /);
	});

	it('asks for looking through its folder, and not for the files beside it', () => {
		const context = linkedHome();
		for (const tool of [listFiles, searchFiles]) {
			expect(tool.scope({path: '.ssh', pattern: 'x'}, context)).toBe('read');
			expect(tool.scope({path: 'folder', pattern: 'x'}, context)).toBe('read');
			expect(tool.scope({path: '.', pattern: 'x'}, context)).toBe(null);
		}
		expect(readFileTool.scope({path: 'src/a.ts'}, context)).toBe(null);
		expect(readFileTool.exposure?.({path: 'src/a.ts'}, context)).toEqual({targets: ['src/a.ts']});
	});

	it('is not covered by what was allowed for writing', () => {
		const context = linkedHome();
		expect(writeFileTool.exposure?.({path: '.env', content: ''}, context).raises).toMatch(
			/^it holds /,
		);
		const patch = '*** Begin Patch\n*** Delete File: .ssh/id_ed25519\n*** End Patch';
		expect(applyPatch.exposure?.({patch}, context).raises).toMatch(/^it holds /);
	});
});

describe('what opens running sessions', () => {
	const state = '.local/state/agent-tui';
	const record = `${state}/run/engines/20261119-a.json`;

	it('asks for every tool, wherever the program was told to keep its own things', async () => {
		const cwd = home();
		mkdirSync(dirname(join(cwd, record)), {recursive: true});
		writeFileSync(join(cwd, record), 'needle\n');
		symlinkSync(join(cwd, state, 'run'), join(cwd, 'link'));
		const {context, result} = tools({cwd});
		for (const path of [record, 'link/engines/20261119-a.json', 'link/engines/new.sock']) {
			expect(readFileTool.scope({path}, context)).toBe('read');
			expect(readFileTool.exposure?.({path}, context).raises).toMatch(/^it holds what opens/);
			expect(writeFileTool.exposure?.({path, content: ''}, context).raises).toMatch(/what opens/);
		}
		for (const tool of [listFiles, searchFiles]) {
			expect(tool.scope({path: 'link', pattern: 'x'}, context)).toBe('read');
		}
		expect((await result('search_files', {pattern: 'needle'}))['matches']).toEqual([
			'src/a.ts:1:needle',
		]);
	});
});

describe('looking through a folder', () => {
	it.each([{glob: undefined}, {glob: '.env*'}, {glob: '*.key'}])(
		'comes upon no file with secrets, also with %j',
		async ({glob}) => {
			const {result} = tools({cwd: home()});
			const found = await result('search_files', {pattern: 'needle', ...(glob && {glob})});
			expect(found['matches']).toEqual(glob === undefined ? ['src/a.ts:1:needle'] : []);
		},
	);

	it('says that some were left out, and searches the one that was named', async () => {
		const {result} = tools({cwd: home()});
		const all = await result('search_files', {pattern: 'needle'});
		expect(all['hint']).toContain('were left out. Name such a file itself');
		const one = await result('search_files', {pattern: 'needle', path: 'keys/server.key'});
		expect(one['matches']).toEqual(['keys/server.key:1:needle']);
	});

	it('names what lies in a folder of secrets only where that folder was asked for', async () => {
		const {result} = tools({cwd: home()});
		const all = await result('list_files', {all: true});
		expect(all['entries']).toContain('.ssh/');
		expect(all['entries']).not.toContain('.ssh/id_ed25519');
		expect((await result('list_files', {path: '.ssh'}))['entries']).toEqual(['id_ed25519']);
	});

	it('comes upon no file that a rule denies, or asks about', async () => {
		const {context} = tools({cwd: home()});
		const ruleForReading = (target: string) => (target === 'src/a.ts' ? 'deny' : null);
		const outcome = await searchFiles.run({pattern: 'needle'}, {...context, ruleForReading});
		expect(outcome).toMatchObject({status: 'ok', result: {matches: []}});
		const listed = await listFiles.run({}, {...context, ruleForReading});
		expect(JSON.stringify(listed)).not.toContain('a.ts');
	});
});
