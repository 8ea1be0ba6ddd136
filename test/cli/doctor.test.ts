import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {chmodSync, mkdirSync, readdirSync, realpathSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {checkKeys} from '../../source/cli/checks/keys.ts';
import {checkClock, checkDisk, checkSsh} from '../../source/cli/checks/machine.ts';
import {checkProject} from '../../source/cli/checks/project.ts';
import {checkReach} from '../../source/cli/checks/reach.ts';
import {checkSettings} from '../../source/cli/checks/settings.ts';
import {checkTerminal} from '../../source/cli/checks/terminal.ts';
import {checkTmux} from '../../source/cli/checks/tmux.ts';
import type {CliContext} from '../../source/cli/context.ts';
import {runCommand} from '../../source/cli/run.ts';
import type {DoctorCheck} from '../../source/events/query.ts';
import type {Environment} from '../../source/platform/folders.ts';
import {openTrustBook} from '../../source/storage/trust.ts';
import {startUpstream} from '../helpers/scripted-upstream.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';
import {processesOf} from './processes.ts';
import {scriptedModel} from './scripted-model.ts';

function frontWith(change: Partial<CliContext> & {env?: Environment} = {}): CliContext {
	return capturedFront(temporaryFolder(), change).cli;
}

const brief = (checks: readonly DoctorCheck[]) =>
	checks.map(({name, status}) => `${status} ${name}`);
const terminal = {stdin: true, stdout: true, stderr: true, columns: 120, rows: 40, colorBits: 8};
const usual = {TERM: 'xterm-256color', LANG: 'en_US.UTF-8'};

describe('the doctor on the terminal', () => {
	it.each([
		[{env: usual, terminal}, []],
		[{env: usual, terminal: {...terminal, stdin: false}}, ['terminal']],
		[{env: {...usual, TERM: 'dumb'}, terminal}, ['colours']],
		[{env: {LANG: 'C.UTF-8'}, terminal}, ['colours']],
		[{env: usual, terminal: {...terminal, columns: 79}}, ['size']],
		[{env: usual, terminal: {...terminal, rows: 9}}, ['size']],
		[{env: {...usual, LC_ALL: 'C'}, terminal}, ['locale']],
		[{env: {TERM: 'xterm'}, terminal, platform: 'linux'}, ['locale']],
		[{env: {TERM: 'xterm'}, terminal, platform: 'darwin'}, []],
	] as const)('%j warns of %j', (change, names) => {
		const checks = checkTerminal(frontWith(change));
		const warned = checks.filter(({status}) => status === 'warn');
		expect(warned.map(({name}) => name)).toEqual(names);
		expect(warned.every(({hint}) => hint)).toBe(true);
		expect(checks).toHaveLength(4);
	});
});

describe('the doctor on the keys', () => {
	const checksOf = (keys: Readonly<Record<string, string>>) => {
		const cli = frontWith();
		mkdirSync(cli.folders.config, {recursive: true});
		writeFileSync(join(cli.folders.config, 'config.json'), JSON.stringify({keys}));
		return checkKeys(cli);
	};

	it('finds nothing wrong with the built-in ones, nor with one that is understood', () => {
		expect(brief(checksOf({}))).toEqual(['ok keys']);
		expect(brief(checksOf({'composer.newline': 'Ctrl+J'}))).toEqual(['ok keys']);
	});

	it.each([
		[{'composer.send': 'ctl+q'}, 'ctl+q'],
		[{'composer.fly': 'ctrl+q'}, 'composer.fly'],
		[{leader: 'F1'}, 'keys.leader'],
	])('warns of %j in words, with what to do', (keys, words) => {
		expect(checksOf(keys)).toEqual([
			expect.objectContaining({
				status: 'warn',
				message: expect.stringContaining(words),
				hint: expect.stringContaining('config edit'),
			}),
		]);
	});
});

describe('the doctor on tmux', () => {
	it('outside it says that it is there, or not needed', async () => {
		const {TMUX: _, ...env} = process.env;
		expect(brief(await checkTmux(frontWith({env})))).toEqual(['ok tmux']);
		expect(await checkTmux(frontWith({env: {PATH: '/nowhere'}}))).toMatchObject([
			{status: 'ok', message: 'not installed, not needed'},
		]);
	});

	it('inside it looks at the settings that matter', async () => {
		const socket = join(temporaryFolder(), 'socket');
		const tmux = (...words: readonly string[]) =>
			execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {encoding: 'utf8'});
		const pid = tmux('new-session', '-d', '-P', '-F', '#{pid}').trim();
		onTestFinished(() => {
			tmux('kill-server');
		});
		const cli = frontWith({env: {...process.env, TMUX: `${socket},${pid},0`}});
		tmux('set', '-s', 'escape-time', '500');
		tmux('set', '-g', 'focus-events', 'on');
		const checks = await checkTmux(cli);
		expect(brief(checks).slice(1)).toEqual([
			'warn tmux escape-time',
			'warn tmux extended-keys',
			'ok tmux focus-events',
			'warn tmux allow-passthrough',
		]);
		expect(checks[1]).toMatchObject({hint: 'in ~/.tmux.conf: set -s escape-time 10'});
		tmux('set', '-s', 'escape-time', '10');
		expect(brief(await checkTmux(cli))[1]).toBe('ok tmux escape-time');
	});
});

describe('the doctor on settings', () => {
	const check = (config: string, env: Environment = {}) => {
		const cli = frontWith({env: {...env}, cwd: temporaryFolder()});
		writeFileSync(join(cli.folders.config, 'config.json'), config);
		return {cli, checks: checkSettings(cli)};
	};

	it('names where a key comes from, and never the key', () => {
		const providers = [
			{name: 'a', kind: 'openai-chat', apiKeyEnv: 'A_KEY'},
			{name: 'b', kind: 'openai-chat', apiKeyEnv: 'B_KEY'},
			{name: 'c', kind: 'openai-chat', apiKey: 'sk-secret-of-c'},
			{name: 'd', kind: 'openai-chat', apiKeyCommand: 'pass secret-of-d'},
			{name: 'e', kind: 'practice'},
		];
		const {cli, checks} = check(JSON.stringify({providers}), {A_KEY: 'secret-of-a'});
		expect(JSON.stringify(checks)).not.toContain('secret');
		expect(brief(checks)).toEqual([
			'warn config',
			'warn config',
			'ok provider a',
			'warn provider b',
			'ok provider c',
			'ok provider d',
			'ok provider e',
		]);
		expect(checks[1]?.hint).toMatch(/^chmod 600/);
		chmodSync(join(cli.folders.config, 'config.json'), 0o600);
		expect(brief(checkSettings(cli)).filter(one => one === 'warn config')).toHaveLength(1);
	});

	it('names the usual variables that are set', () => {
		const {checks} = check('{}', {OPENAI_API_KEY: 'secret'});
		expect(checks.at(-1)?.message).toBe('none in the config; OPENAI_API_KEY is set');
	});

	it('fails on a broken file, and leaves it where it is', () => {
		const {cli, checks} = check('{');
		expect(brief(checks)[0]).toBe('fail config');
		expect(readdirSync(cli.folders.config)).toEqual(['config.json']);
	});

	it('warns of what is wrong in it and in user commands', () => {
		const {cli} = check('{"them": 1}');
		mkdirSync(join(cli.folders.config, 'commands'));
		writeFileSync(join(cli.folders.config, 'commands', 'x.md'), '');
		expect(brief(checkSettings(cli)).slice(0, 2)).toEqual(['warn config', 'warn commands']);
	});

	it("says whether a folder's instructions are read", async () => {
		const {cli} = check('{}');
		expect(await checkProject(cli)).toEqual([]);
		writeFileSync(join(cli.cwd, 'AGENTS.md'), 'Use tabs.\n');
		expect(await checkProject(cli)).toMatchObject([
			{name: 'instructions', message: expect.stringContaining('AGENTS.md (10 B); they are not')},
		]);
		const digest = createHash('sha256').update('Use tabs.\n').digest('hex');
		openTrustBook(cli.folders.state).trust(realpathSync(cli.cwd), {'AGENTS.md': digest});
		expect((await checkProject(cli))[0]?.message).toContain('you trust them');
	});
});

describe('the doctor on the machine', () => {
	it('fails when the home can not be written', () => {
		const file = join(temporaryFolder(), 'file');
		writeFileSync(file, '');
		const folders = {config: file, state: join(file, 'x'), cache: file};
		expect(checkDisk(frontWith({folders}))).toMatchObject({status: 'fail', hint: /AGENT_TUI_HOME/});
	});

	it('makes no folder to find out', () => {
		const state = join(temporaryFolder(), 'not', 'there');
		const cli = frontWith({folders: {config: state, state, cache: state}});
		expect(checkDisk(cli)).toMatchObject({status: 'ok', message: expect.stringContaining(state)});
	});

	it('warns of a clock that has gone back', () => {
		const {clock} = frontWith();
		const old = {...clock, now: () => 0};
		expect(checkClock(frontWith({clock: old})).status).toBe('warn');
		expect(checkClock(frontWith()).status).toBe('ok');
	});

	it('warns without an ssh client, and of an agent that does not answer', async () => {
		expect(brief(await checkSsh(frontWith({env: {PATH: '/nowhere'}})))).toEqual(['warn ssh']);
		const env = {...process.env, SSH_AUTH_SOCK: '/no/socket'};
		expect(brief(await checkSsh(frontWith({env})))).toEqual([
			'ok ssh',
			'warn ssh agent',
			'ok known_hosts',
		]);
	});
});

describe('agent-tui doctor', () => {
	it('starts a proxy of its own and a PTY, writes nothing, and exits by what it found', async () => {
		const home = temporaryFolder();
		const {cli, out} = capturedFront(home);
		const code = await runCommand(['doctor', '--json'], cli);
		const {ok, checks} = JSON.parse(out()) as {ok: boolean; checks: readonly DoctorCheck[]};
		expect(brief(checks)).toEqual(
			expect.arrayContaining(['ok Node.js', 'ok terminals', 'ok disk']),
		);
		expect(checks.find(({name}) => name === 'proxy')?.message).toMatch(/^it starts and answers/);
		expect({code, ok}).toEqual({code: 0, ok: true});
		expect(readdirSync(home)).toEqual([]);
		expect(processesOf(home)).toEqual([]);
	});

	it.each([
		{script: {type: 'text', text: 'ok'}, code: 0, status: 'ok'},
		{script: {type: 'status', status: 401}, code: 1, status: 'fail'},
	] as const)('asks the model with --online: $status', async ({script, code, status}) => {
		const home = temporaryFolder();
		const {baseUrl, requests} = await scriptedModel(script);
		const provider = {name: 'scripted', kind: 'openai-chat', baseUrl, models: ['scripted']};
		writeFileSync(join(home, 'config.json'), JSON.stringify({providers: [provider]}));
		const {cli, out} = capturedFront(home);
		expect(await runCommand(['doctor', '--json', '--online'], cli)).toBe(code);
		const {checks} = JSON.parse(out()) as {checks: readonly DoctorCheck[]};
		expect(checks.find(({name}) => name === 'model')).toMatchObject({status});
		expect(requests[0]?.model).toBe('scripted');
	});

	it('prints one aligned line a check, with what to do below it', async () => {
		const home = temporaryFolder();
		writeFileSync(join(home, 'config.json'), '{');
		const {cli, out} = capturedFront(home);
		expect(await runCommand(['doctor'], cli)).toBe(1);
		const lines = out().split('\n');
		const fault = lines.findIndex(line => /^fail {2}config +/.test(line));
		expect(lines[fault + 1]).toMatch(/^ +to do: mend it with: agent-tui config edit$/);
		expect(lines.at(-2)).toMatch(/^\d+ ok, \d+ to look at, 1 failed$/);
		const column = lines[fault + 1]?.indexOf('to do:') ?? 0;
		const rows = lines.slice(0, -3).map(line => line.slice(column - 2, column + 1));
		expect(rows.filter(row => !/^ {2}\S$/.test(row))).toEqual([]);
	});
});

describe('the doctor on what is far away', () => {
	const settingsOf = (baseUrl: string) => {
		const home = temporaryFolder();
		const providers = [{name: 'own', kind: 'openai-chat', baseUrl}];
		writeFileSync(join(home, 'config.json'), JSON.stringify({providers}));
		return capturedFront(home).cli;
	};

	it('knocks at each provider, and says where nobody answers', async () => {
		const model = await scriptedModel({type: 'text', text: 'hi'});
		expect(await checkReach(settingsOf(model.baseUrl))).toMatchObject([
			{name: 'reach own', status: 'ok'},
		]);
		expect(model.requests).toEqual([]);
		const gone = await startUpstream();
		await gone.close();
		expect(await checkReach(settingsOf(gone.baseUrl))).toMatchObject([
			{
				status: 'warn',
				message: expect.stringContaining(`127.0.0.1:${gone.port} does not answer (ECONNREFUSED)`),
			},
		]);
		expect(await checkReach(settingsOf('nonsense'))).toMatchObject([{status: 'warn'}]);
	});

	it('counts the hosts whose keys are known', async () => {
		const home = temporaryFolder();
		const env = {...process.env, HOME: home};
		const known = async () =>
			(await checkSsh(frontWith({env}))).find(({name}) => name === 'known_hosts');
		const isHere = (await known()) !== undefined;
		mkdirSync(join(home, '.ssh'));
		writeFileSync(join(home, '.ssh/known_hosts'), '# mine\nhost ssh-ed25519 AAAA\n');
		expect(isHere ? await known() : {message: '1 entry'}).toMatchObject({
			message: expect.stringContaining('1 entry'),
		});
	});
});
