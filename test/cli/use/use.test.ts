import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {CliContext} from '../../../source/cli/context.ts';
import {runCommand} from '../../../source/cli/run.ts';
import {clientNames} from '../../../source/cli/use/command.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';
import {capturedFront} from '../front.ts';

type Place = {readonly home: string; readonly path: string};

function place(name: string, text: string | null): Place {
	const home = temporaryFolder();
	const path = join(home, name);
	mkdirSync(dirname(path), {recursive: true});
	if (text !== null) {
		writeFileSync(path, text, {mode: 0o640});
	}
	return {home, path};
}

async function use(words: string, {home}: Place, change: Partial<CliContext> = {}) {
	const {cli, out, err} = capturedFront(join(home, 'own'), {env: {HOME: home}, ...change});
	const exitCode = await runCommand(['use', ...words.split(' ')], cli);
	return {exitCode, out: out(), err: err()};
}

const terminal = {stdin: true, stdout: true, stderr: true, columns: 80, rows: 24, colorBits: 1};
const read = (path: string) => readFileSync(path, 'utf8');
const token = '{env:AGENT_TUI_PROXY_TOKEN}';
const url = 'http://127.0.0.1:4141';

describe('what each client reads is in its file, with all that was there', () => {
	it.each([
		[
			'claude',
			'.claude/settings.json',
			'{"env": {"MINE": "1"}, "model": "opus"}',
			{
				env: {
					MINE: '1',
					ANTHROPIC_BASE_URL: url,
					ANTHROPIC_MODEL: 'default',
					ANTHROPIC_SMALL_FAST_MODEL: 'default',
				},
				model: 'opus',
				apiKeyHelper: 'printenv AGENT_TUI_PROXY_TOKEN',
			},
		],
		[
			'opencode',
			'.config/opencode/opencode.json',
			'{"provider": {"other": {}, "agent_tui": {"options": {"timeout": 9}}}, "share": "disabled"}',
			{
				provider: {
					other: {},
					agent_tui: {
						options: {timeout: 9, baseURL: `${url}/v1`, apiKey: token},
						npm: '@ai-sdk/openai-compatible',
						name: 'agent-tui',
						models: {default: {name: 'default'}},
					},
				},
				share: 'disabled',
				model: 'agent_tui/default',
				small_model: 'agent_tui/default',
			},
		],
		[
			'qwen',
			'.qwen/settings.json',
			'{"modelProviders": {"openai": [{"id": "own"}]}, "security": {"auth": {"selectedType": "qwen-oauth"}}}',
			{
				modelProviders: {
					openai: [
						{id: 'own'},
						{
							id: 'default',
							name: 'agent-tui',
							baseUrl: `${url}/v1`,
							envKey: 'AGENT_TUI_PROXY_TOKEN',
						},
					],
				},
				security: {auth: {selectedType: 'openai'}},
				model: {name: 'default'},
			},
		],
		[
			'pi',
			'.pi/agent/models.json',
			'{"providers": {"own": {"models": []}}}',
			{
				providers: {
					own: {models: []},
					agent_tui: {
						baseUrl: `${url}/v1`,
						api: 'openai-completions',
						apiKey: 'AGENT_TUI_PROXY_TOKEN',
						models: [{id: 'default'}],
					},
				},
			},
		],
	])('of %s', async (name, file, before, after) => {
		const home = place(file, before);
		expect(await use(`${name} --write --yes`, home)).toMatchObject({exitCode: 0});
		expect(JSON.parse(read(home.path))).toEqual(after);
	});

	it('of pi, whose default stands in a second file', async () => {
		const home = place('.pi/agent/settings.json', '{"theme": "dark"}');
		await use('pi --write --yes', home);
		expect(JSON.parse(read(home.path))).toEqual({
			theme: 'dark',
			defaultProvider: 'agent_tui',
			defaultModel: 'default',
		});
	});

	it('of codex', async () => {
		const before = '# mine\nmodel = "gpt-5.5"\n\n[mcp_servers.own]\ncommand = "x"\n';
		const home = place('.codex/config.toml', before);
		await use('codex --write --yes --port 4200 --model strong', home);
		expect(read(home.path)).toBe(
			[
				'# mine',
				'model = "strong"',
				'model_provider = "agent_tui"',
				'',
				'[mcp_servers.own]',
				'command = "x"',
				'',
				'[model_providers.agent_tui]',
				'name = "agent-tui"',
				'base_url = "http://127.0.0.1:4200/v1"',
				'env_key = "AGENT_TUI_PROXY_TOKEN"',
				'wire_api = "responses"',
				'',
			].join('\n'),
		);
	});

	it('of continue', async () => {
		const home = place('.continue/config.yaml', 'name: Own\nmodels:\n  - name: other\n');
		await use('continue --write --yes', home);
		expect(read(home.path)).toBe(
			[
				'name: Own',
				'models:',
				'  - name: agent-tui',
				'    provider: openai',
				'    model: default',
				'    apiBase: "http://127.0.0.1:4141/v1"',
				// biome-ignore lint/suspicious/noTemplateCurlyInString: the client's own form
				'    apiKey: "${{ secrets.AGENT_TUI_PROXY_TOKEN }}"',
				'  - name: other',
				'version: "1.0.0"',
				'schema: v1',
				'',
			].join('\n'),
		);
	});
});

it('gemini has the rest in its environment: with --write too, the lines are said', async () => {
	const home = place('.gemini/settings.json', '{"ui": {"theme": "mine"}}');
	const {exitCode, err} = await use('gemini --write --yes --model local/m', home);
	expect(exitCode).toBe(0);
	expect(JSON.parse(read(home.path))).toEqual({
		ui: {theme: 'mine'},
		security: {auth: {selectedType: 'gemini-api-key'}},
		model: {name: 'local/m'},
	});
	for (const line of [
		`export GOOGLE_GEMINI_BASE_URL="${url}"`,
		'export GEMINI_API_KEY="$AGENT_TUI_PROXY_TOKEN"',
	]) {
		expect(err).toContain(line);
	}
});

it('copilot takes it from its environment: the lines are printed, and nothing is written', async () => {
	const home = place('.bashrc', 'mine\n');
	const lines = [
		'export COPILOT_PROVIDER_BASE_URL="http://127.0.0.1:4141/v1"',
		'export COPILOT_PROVIDER_TYPE="openai"',
		'export COPILOT_PROVIDER_API_KEY="$AGENT_TUI_PROXY_TOKEN"',
		'export COPILOT_MODEL="default"',
		'',
	].join('\n');
	expect(await use('copilot', home)).toMatchObject({exitCode: 0, out: lines});
	expect(await use('copilot --write --yes', home)).toMatchObject({
		exitCode: 1,
		out: lines,
		err: expect.stringContaining('no file to write'),
	});
	expect(readdirSync(home.home)).toEqual(['.bashrc']);
});

it.each(clientNames)('alone it only prints for %s, and touches nothing', async name => {
	const home = place('x', null);
	const {exitCode, out, err} = await use(name, home);
	expect(exitCode).toBe(0);
	expect(out + err).toContain('127.0.0.1:4141');
	expect(out + err).toContain('AGENT_TUI_PROXY_TOKEN');
	expect(err).toContain('agent-tui proxy --port 4141');
	const hasTools = ['codex', 'claude', 'opencode', 'qwen', 'gemini'].includes(name);
	expect(/agent-tui[", ]+mcp/.test(err)).toBe(hasTools);
	expect(readdirSync(home.home)).toEqual([]);
});

describe('an editor', () => {
	const entry = {command: 'agent-tui', args: ['acp']};

	it('gets an entry that starts agent-tui acp, beside what is there, and hears of no proxy', async () => {
		const home = place(
			'.config/zed/settings.json',
			'{"agent_servers": {"mine": {"command": "x"}}}',
		);
		const {exitCode, out, err} = await use('zed --write --yes', home);
		expect(exitCode).toBe(0);
		expect(JSON.parse(read(home.path))).toEqual({
			agent_servers: {mine: {command: 'x'}, 'agent-tui': {type: 'custom', ...entry}},
		});
		expect(out + err).not.toContain('PROXY_TOKEN');
		const jetbrains = await use('jetbrains', home);
		expect(JSON.parse(jetbrains.out)).toEqual({agent_servers: {'agent-tui': entry}});
		expect(jetbrains.err).toContain('~/.jetbrains/acp.json');
	});

	it('that is told in a language of its own gets lines, and its file is never written', async () => {
		const home = place('.config/nvim/init.lua', '-- mine\n');
		const ran = await use('neovim --write --yes', home);
		expect(ran).toMatchObject({exitCode: 1, out: expect.stringContaining('acp_providers')});
		expect(await use('neovim', home)).toMatchObject({exitCode: 0, out: ran.out});
		expect(read(home.path)).toBe('-- mine\n');
	});
});

describe('before it writes', () => {
	const old = '{\n  "model": "own"\n}\n';
	const file = '.claude/settings.json';

	it('it shows the difference and asks, and only a yes writes', async () => {
		const home = place(file, old);
		const no = await use('claude --write', home, {terminal, readLine: async () => ''});
		expect(no.exitCode).toBe(1);
		expect(no.out).toContain('+    "ANTHROPIC_BASE_URL": "http://127.0.0.1:4141",');
		expect(no.err).toContain('Write ~/.claude/settings.json? [y/N]');
		expect(read(home.path)).toBe(old);
		const yes = await use('claude --write', home, {terminal, readLine: async () => 'y'});
		expect(yes.exitCode).toBe(0);
		expect(JSON.parse(read(home.path))).toMatchObject({model: 'own', env: {}});
	});

	it('it writes nothing where nobody can answer', async () => {
		const home = place(file, old);
		const ran = await use('claude --write', home);
		expect(ran).toMatchObject({exitCode: 1, err: expect.stringContaining('--yes')});
		expect(read(home.path)).toBe(old);
	});

	it('it leaves a file alone that changed while the question stood', async () => {
		const home = place(file, old);
		const readLine = async () => {
			writeFileSync(home.path, '{"new": 1}');
			return 'y';
		};
		const ran = await use('claude --write', home, {terminal, readLine});
		expect(ran).toMatchObject({exitCode: 1, err: expect.stringContaining('changed meanwhile')});
		expect(read(home.path)).toBe('{"new": 1}');
	});

	it('keys of other providers near the difference are not shown', async () => {
		const key = `sk-ant-api03-${'Ab3'.repeat(31)}`;
		const home = place(file, `{\n  "env": {\n    "OTHER_API_KEY": "${key}"\n  }\n}\n`);
		const {out} = await use('claude --write --yes', home);
		expect(out).toContain('OTHER_API_KEY');
		expect(out).not.toContain(key);
		expect(read(home.path)).toContain(key);
	});

	it('a file that can not be read is left alone, with words', async () => {
		const home = place(file, '{"env": ');
		const ran = await use('claude --write --yes', home);
		expect(ran.exitCode).toBe(1);
		expect(ran.err).toContain("~/.claude/settings.json was left alone: it can't be read as JSON");
		expect(read(home.path)).toBe('{"env": ');
	});
});

it('the old file is kept beside the new one, which keeps its mode', async () => {
	const home = place('.codex/config.toml', 'model = "own"\n');
	const {err} = await use('codex --write --yes', home);
	const [kept = '', ...more] = readdirSync(dirname(home.path)).filter(name =>
		name.includes('before'),
	);
	expect(more).toEqual([]);
	expect(err).toContain(`The old one is ~/.codex/${kept}.`);
	expect(read(join(dirname(home.path), kept))).toBe('model = "own"\n');
	expect(statSync(home.path).mode & 0o777).toBe(0o640);
});

it('what is there already is not written again', async () => {
	const home = place('.codex/config.toml', null);
	await use('codex --write --yes', home);
	const again = await use('codex --write --yes', home);
	expect(again).toMatchObject({exitCode: 0, err: expect.stringContaining('Nothing to change')});
	expect(readdirSync(dirname(home.path))).toEqual(['config.toml']);
});

it('the file is looked for where the client would look', async () => {
	const home = place('moved/config.toml', null);
	const env = {HOME: home.home, CODEX_HOME: join(home.home, 'moved')};
	await use('codex --write --yes', home, {env});
	expect(read(home.path)).toContain('model_provider = "agent_tui"');
});

it('a name that nothing here stands for is told of, with the route that takes it', async () => {
	const home = place('own/config.json', null);
	expect((await use('codex --model gpt-5.5', home)).err).toContain('"model": "*"');
	expect((await use('codex --model openrouter/x', home)).err).not.toContain('"model": "*"');
	const folders = {config: join(home.home, 'own'), state: home.home, cache: home.home};
	writeFileSync(home.path, '{"routes": [{"model": "*", "to": ["practice/p"]}]}');
	expect((await use('codex --model gpt-5.5', home, {folders})).err).not.toContain('"model": "*"');
});

it('a client that is not in the list is refused, with the list', async () => {
	const home = place('x', null);
	expect(await use('codec', home)).toMatchObject({
		exitCode: 2,
		err: expect.stringContaining('Did you mean "codex"?'),
	});
});
