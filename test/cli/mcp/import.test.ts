import {chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {CliContext} from '../../../source/cli/context.ts';
import {runCommand} from '../../../source/cli/run.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';
import {capturedFront} from '../front.ts';

const settings = '{\n\t"theme": "light",\n\t"mcpServers": {"mine": {"command": "mine"}}\n}\n';

/** A home with files of other clients, and with settings of ours. */
function openHome(files: Readonly<Record<string, string>>, own = settings) {
	const home = temporaryFolder();
	for (const [name, text] of Object.entries({...files, 'own/config.json': own})) {
		mkdirSync(dirname(join(home, name)), {recursive: true});
		writeFileSync(join(home, name), text);
	}
	return {
		home,
		text: () => readFileSync(join(home, 'own/config.json'), 'utf8'),
		servers: () => JSON.parse(readFileSync(join(home, 'own/config.json'), 'utf8')).mcpServers,
		async run(words: string, change: Partial<CliContext> = {}) {
			const front = capturedFront(join(home, 'own'), {
				env: {HOME: home, PATH: process.env['PATH']},
				cwd: '/srv/here',
				...change,
			});
			const exitCode = await runCommand(
				['mcp', 'import', ...words.split(' ').filter(Boolean)],
				front.cli,
			);
			return {exitCode, out: front.out(), err: front.err()};
		},
	};
}

const notes = {command: 'npx', args: ['-y', 'notes'], env: {LEVEL: '3'}};

describe('agent-tui mcp import', () => {
	it('shows what it would add and writes nothing, until it is told to', async () => {
		const place = openHome({'.claude.json': JSON.stringify({mcpServers: {notes}})});
		const shown = await place.run('');
		expect(shown.exitCode).toBe(0);
		expect(shown.out).toMatch(/^\+\s+"notes": \{/m);
		expect(shown.err).toContain('Nothing was written');
		expect(place.text()).toBe(settings);
		expect((await place.run('--write')).err).toContain('nothing was written');
		expect(place.text()).toBe(settings);

		const written = await place.run('claude --write --yes');
		expect(written.exitCode).toBe(0);
		expect(place.servers()).toEqual({mine: {command: 'mine'}, notes});
		expect(place.text()).toContain('"theme": "light"');
		expect(readdirSync(join(place.home, 'own')).join()).toContain('config.json.before-');
		expect((await place.run('')).err).toContain('Nothing to take over');
	});

	it.each([
		[
			'claude',
			'.claude.json',
			JSON.stringify({
				mcpServers: {a: {type: 'stdio', ...notes}},
				projects: {
					'/srv/here': {mcpServers: {b: {type: 'http', url: 'https://x.test/mcp'}}},
					'/srv/other': {mcpServers: {c: notes}},
				},
			}),
			{a: {type: 'stdio', ...notes}, b: {type: 'http', url: 'https://x.test/mcp'}},
		],
		[
			'codex',
			'.codex/config.toml',
			'model = "o"\n[mcp_servers.a]\ncommand = "npx"\nargs = [\n  "-y", # yes\n  \'notes\',\n]\nstartup_timeout_sec = 20\n[mcp_servers.a.env]\nLEVEL = "3"\n[mcp_servers."b-1"]\nurl = "https://x.test/mcp"\nbearer_token_env_var = "TOKEN"\nhttp_headers = { "X-Key" = "k", Plain = "p" }\n[tui]\ntheme = "x"\n',
			{
				a: {...notes, startup_timeout_sec: 20},
				'b-1': {
					url: 'https://x.test/mcp',
					bearer_token_env_var: 'TOKEN',
					http_headers: {'X-Key': 'k', Plain: 'p'},
				},
			},
		],
		[
			'gemini',
			'.gemini/settings.json',
			JSON.stringify({mcpServers: {a: {httpUrl: 'https://x.test/mcp', timeout: 5000}}}),
			{a: {httpUrl: 'https://x.test/mcp', timeout: 5000}},
		],
		[
			'opencode',
			'.config/opencode/opencode.json',
			JSON.stringify({mcp: {a: {type: 'local', command: ['npx', '-y', 'notes'], enabled: false}}}),
			{a: {type: 'local', command: ['npx', '-y', 'notes'], enabled: false}},
		],
		[
			'vscode',
			process.platform === 'darwin'
				? 'Library/Application Support/Code/User/mcp.json'
				: '.config/Code/User/mcp.json',
			'{\n\t// mine\n\t"servers": {"a": {"type": "stdio", "command": "npx", "args": ["-y", "notes"],},},\n}\n',
			{a: {type: 'stdio', command: 'npx', args: ['-y', 'notes']}},
		],
	])('reads the servers of %s as they are written', async (client, file, text, expected) => {
		const place = openHome({[file]: text}, '');
		const {exitCode, err} = await place.run(`${client} --write --yes`);
		expect(err).not.toContain('Left out');
		expect(exitCode).toBe(0);
		expect(place.servers()).toEqual(expected);
	});

	it('leaves what is there as it is, and names what it can not take over, with the reason', async () => {
		const place = openHome({
			'.claude.json': JSON.stringify({
				mcpServers: {
					mine: notes,
					twice: notes,
					'with space': notes,
					old: {type: 'sse', url: 'https://x.test/sse'},
					asks: {command: 'x', env: {KEY: `\${input:key}`}},
				},
			}),
			'.gemini/settings.json': JSON.stringify({
				mcpServers: {twice: {command: 'other', trust: true}},
			}),
			'.codex/config.toml': 'this is [no toml\n',
		});
		const {exitCode, err, out} = await place.run('--write --yes');
		expect(exitCode).toBe(0);
		expect(place.servers()).toEqual({mine: {command: 'mine'}, twice: notes});
		expect(out).not.toContain('other');
		expect(err).toContain('mine: another one of that name');
		expect(err).toContain('Left out of Gemini CLI: twice: another one');
		expect(err).toContain('with space');
		expect(err).toContain('old: servers of the old kind');
		expect(err).toContain(`asks: \${input:key} means something in that client only`);
		expect(err).toContain('config.toml was left out');
	});

	it('hides secrets in what it shows, says that they stand in the file, and which fields mean nothing here', async () => {
		const entry = {command: 'x', env: {API_KEY: 'hunter2hunter2'}, enabled_tools: ['a']};
		const place = openHome({'.claude.json': JSON.stringify({mcpServers: {keyed: entry}})});
		const {out, err} = await place.run('--write --yes');
		expect(out + err).not.toContain('hunter2');
		expect(err).toContain('API_KEY now stands in config.json');
		expect(err).toContain('enabled_tools has no effect here');
		expect(place.servers().keyed).toEqual(entry);
	});

	it('names each secret that it wrote, wherever a client writes such, and lets nobody else read the file then', async () => {
		const mode = (place: ReturnType<typeof openHome>) =>
			(statSync(join(place.home, 'own/config.json')).mode & 0o777).toString(8);
		const secret = 'hunter2hunter2';
		const open = openHome({'.claude.json': JSON.stringify({mcpServers: {notes}})});
		chmodSync(join(open.home, 'own/config.json'), 0o644);
		await open.run('--write --yes');
		expect(mode(open)).toBe('644');

		const mcp = {
			a: {type: 'local', command: ['x', '--api-key', secret], environment: {A_TOKEN: secret}},
			b: {type: 'remote', url: 'http://127.0.0.1:1/', http_headers: {'X-Key': secret}},
			c: {command: 'x', args: [`--password=${secret}`, '--token', '--verbose']},
		};
		const place = openHome({'.config/opencode/opencode.json': JSON.stringify({mcp})});
		chmodSync(join(place.home, 'own/config.json'), 0o644);
		const {err} = await place.run('--write --yes');
		const said = [...err.matchAll(/(\S+) now stands in config\.json/g)].map(([, name]) => name);
		expect(said).toEqual(['A_TOKEN', '--api-key', 'X-Key', '--password']);
		expect(err).toContain(`\${env:API_KEY}`);
		expect(mode(place)).toBe('600');
	});

	it('of a client that nobody knows is wrong use', async () => {
		expect(await openHome({}).run('emacs')).toMatchObject({exitCode: 2});
		expect(await openHome({}).run('')).toMatchObject({exitCode: 0, out: ''});
	});
});
