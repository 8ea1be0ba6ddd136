import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {execa} from 'execa';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {builtProgram} from '../helpers/built-program.ts';
import {shellCommands, slashCommands} from '../helpers/readme-commands.ts';
import {openRobot} from '../helpers/robot.ts';
import {hasTmux, openTmux} from '../helpers/tmux.ts';

/** What is typed elsewhere, or is no command to type here. */
const elsewhere: Readonly<Record<string, string>> = {
	'npm ci && npm start': 'scripts/smoke.ts, in .ci/run',
	'npm start': 'scripts/smoke.ts',
	'npm pack': 'test/slow/package.test.ts',
	'npm install -g agent-tui-*.tgz': 'test/slow/package.test.ts',
	'npm run bench': 'a measurement, minutes long',
	'npm run x': 'an example of a command that a rule is about',
	'agent-tui proxy --port 4141 &': 'test/cli/proxy.test.ts, on a free port',
	'agent-tui proxy --json': 'test/cli/proxy.test.ts, on a free port',
};
/** The programs of others that these start are installed and driven in test/slow/clients.test.ts. */
const ofOthers = /^(?:export OPENROUTER|ANTHROPIC_BASE_URL=|codex -m )/;

/** What opens the screen, and words that come up on it. */
const onScreen: Readonly<Record<string, string | RegExp>> = {
	'agent-tui': '? help',
	'agent-tui resume': '? help',
	'npm start -- resume': '? help',
	'agent-tui --hop web': /\bweb\b.*(?:connect|reach|resolv|found|closed|lost)/i,
	'agent-tui attach': /No session is running|session/,
	'agent-tui launch codex': /codex/,
};

/** Exit codes other than 0, where a placeholder or a missing word stands in README. */
const codes: Readonly<Record<string, number>> = {
	'agent-tui config set KEY VALUE': 2,
	'agent-tui use': 2,
};

const says: Readonly<Record<string, RegExp>> = {
	'agent-tui --help': /Usage/,
	'agent-tui config path': /config\.json$/m,
	'agent-tui config set KEY VALUE': /KEY/,
	'agent-tui sessions': /20261118-19/,
	'agent-tui replay 20261118-19': /identical/,
	'agent-tui exec --json': /"type":"result"/,
	'agent-tui logs --session 20261118-19 --type tool --pretty': /ls -la/,
	'agent-tui logs --session 20261118-19 --type model.request --pretty': /request: 1/,
};

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'agent-tui-readme-'));
const home = join(folder, 'home');
const cwd = join(home, 'demo');
const env = {
	PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
	HOME: home,
	LANG: 'C.UTF-8',
	SHELL: '/bin/sh',
};

const shell = (command: string, more: Readonly<Record<string, string>> = {}) =>
	execa('sh', ['-c', command], {
		cwd,
		env: {...env, ...more},
		extendEnv: false,
		reject: false,
		input: 'hello',
		timeout: 60_000,
	});

describe('README', () => {
	beforeAll(async () => {
		mkdirSync(cwd, {recursive: true, mode: 0o700});
		mkdirSync(join(folder, 'bin'));
		const program = join(folder, 'bin/agent-tui');
		writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtProgram}' "$@"\n`);
		chmodSync(program, 0o755);
		writeFileSync(join(cwd, 'notes.txt'), 'buy milk\n');
		const first = "agent-tui exec --allow shell 'what is in this folder?'";
		expect(await shell(first, {AGENT_TUI_DEBUG: '1'})).toMatchObject({exitCode: 0});
		callSession('20261118-190203');
		const refused = "agent-tui exec 'what is in this folder?'";
		expect(await shell(refused)).toMatchObject({exitCode: 3});
	});

	afterAll(async () => {
		await shell('agent-tui stop');
		rmSync(folder, {recursive: true, force: true, maxRetries: 5});
	});

	const typed = shellCommands()
		.filter(command => !(command in elsewhere) && !ofOthers.test(command))
		.flatMap(alternatives);

	it.each(typed.filter(command => !(command in onScreen)))(
		'tells to type %j, which does what it says',
		async command => {
			const {exitCode, stdout, stderr} = await shell(command);
			const told = `${stdout}\n${stderr}`;
			expect({exitCode}, told).toEqual({exitCode: codes[command] ?? 0});
			expect(told).toMatch(says[command] ?? '');
			expect(stderr).not.toMatch(/Unknown|no command|no option/i);
		},
	);

	it.skipIf(!hasTmux).each(Object.entries(onScreen))(
		'tells to type %j, which opens the screen',
		async (command, words) => {
			const variables = Object.entries(env).map(([name, value]) => `'${name}=${value}'`);
			const tmux = openTmux({
				command: `env -i ${variables.join(' ')} sh`,
				columns: 120,
				cwd: command.startsWith('npm') ? root : cwd,
			});
			onTestFinished(() => tmux.close());
			expect(typed).toContain(command);
			tmux.type(`clear; ${command}; echo "left with $?"`);
			tmux.press('Enter');
			await tmux.seeNot('clear; ');
			await tmux.see(words);
		},
	);

	it('names no other place for a command that it does not tell any more', () => {
		const told = shellCommands();
		const known = [elsewhere, onScreen, codes, says].flatMap(table => Object.keys(table));
		expect(known.filter(command => !told.includes(command))).toEqual([]);
	});

	it.each(slashCommands().filter(text => !addresses.has(text)))(
		'tells to type %j on the screen, which knows it',
		async command => {
			const agent = openRobot({columns: 120, rows: 40});
			await agent.see('? help');
			agent.type(command);
			await agent.see(`│❯ ${command}`);
			agent.press('Enter');
			// It is done, or the status line says why not now.
			const isAnswered = () =>
				!agent.screen().includes(`│❯ ${command}`) || !agent.screen().includes('? help');
			await expect.poll(isAnswered).toBe(true);
			expect(agent.screen()).not.toMatch(/There is no \/|Unknown|takes no/);
		},
	);
});

/** Paths of the proxy's server. */
const addresses = new Set(['/health', '/monitoring']);

/** `use zed|neovim` stands for two commands. */
function alternatives(command: string): readonly string[] {
	const [, before, words] = /^(agent-tui .*?)([\w-]+(?:\|[\w-]+)+)$/.exec(command) ?? [];
	return words === undefined ? [command] : words.split('|').map(word => `${before}${word}`);
}

/** Gives the only session the id of README's story, in its folder's name and in each of its lines. */
function callSession(id: string): void {
	const sessions = join(home, '.local/state/agent-tui/sessions');
	const [old = ''] = readdirSync(sessions);
	const name = old.replace(/^\d{8}-\d{6}/, id);
	for (const entry of readdirSync(join(sessions, old), {withFileTypes: true})) {
		if (entry.isFile()) {
			const path = join(sessions, old, entry.name);
			writeFileSync(path, readFileSync(path, 'utf8').replaceAll(old, name));
		}
	}
	renameSync(join(sessions, old), join(sessions, name));
}
