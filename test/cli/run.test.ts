import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

const root = join(import.meta.dirname, '../..');
const main = join(import.meta.dirname, 'fixtures/main.ts');

async function run(argv: readonly string[]) {
	const {cli, out, err} = capturedFront(temporaryFolder());
	return {code: await runCommand(argv, cli), out: out(), err: err()};
}

describe('the command line', () => {
	it('prints the version of package.json', async () => {
		const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		expect(await run(['--version'])).toEqual({code: 0, out: `${version}\n`, err: ''});
	});

	it('prints help on stdout, and mistakes on stderr', async () => {
		expect(await run(['--help'])).toMatchObject({code: 0, err: ''});
		expect(await run(['--modle', 'x'])).toEqual({
			code: 2,
			out: '',
			err: 'agent-tui: There is no option "--modle". Did you mean "--model"?\n',
		});
	});

	it('says what to use where no screen can open', async () => {
		for (const argv of [[], ['hello'], ['resume']]) {
			const {code, err} = await run(argv);
			expect(code).toBe(2);
			expect(err).toMatch(/needs a terminal.*agent-tui exec "prompt"\n$/);
		}
	});

	it('refuses a folder that is not there', async () => {
		const {code, err} = await run(['--cwd', 'no/such/folder', 'sessions']);
		expect({code, err}).toEqual({code: 2, err: expect.stringContaining('there is no folder')});
	});

	it('runs as a process of its own, with exit codes', () => {
		const env = {...process.env, AGENT_TUI_HOME: temporaryFolder()};
		const ran = spawnSync(process.execPath, [main, 'sesions'], {env, encoding: 'utf8'});
		expect(ran).toMatchObject({
			status: 2,
			stdout: '',
			stderr: expect.stringContaining('"sessions"'),
		});
	});

	it('ends quietly when nobody reads on', () => {
		// The reader is gone long before Node.js has started.
		const command = `"${process.execPath}" "${main}" --help | : ; echo "\${PIPESTATUS[0]}"`;
		const env = {...process.env, AGENT_TUI_HOME: temporaryFolder()};
		const ran = spawnSync('bash', ['--norc', '-c', command], {env, encoding: 'utf8'});
		expect(ran).toMatchObject({stdout: '0\n', stderr: ''});
	});

	it('tells an error of its own in words, with the place for whoever looks for it', async () => {
		const {cli, err} = capturedFront(temporaryFolder(), {
			print() {
				throw new Error('broken on purpose');
			},
		});
		expect(await runCommand(['config', 'path'], cli)).toBe(1);
		expect(err()).toMatch(/^agent-tui: stopped by an error of its own: Error: broken on purpose\n/);
	});
});
