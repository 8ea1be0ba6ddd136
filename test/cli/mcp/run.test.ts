import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {runCommand} from '../../../source/cli/run.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';
import {openOAuthLab} from '../../mcp-client/oauth-lab.ts';
import {rawServer} from '../../mcp-client/servers.ts';
import {capturedFront} from '../front.ts';

/** A home with these settings, in which commands are run. */
function home(settings: object = {}) {
	const folder = temporaryFolder();
	mkdirSync(folder, {recursive: true});
	const path = join(folder, 'config.json');
	writeFileSync(path, JSON.stringify(settings));
	return {
		settings: () => JSON.parse(readFileSync(path, 'utf8')),
		async run(...argv: readonly string[]) {
			const front = capturedFront(folder, {
				cwd: folder,
				readStdin: async () => ({ok: true, value: '{"a":2}'}),
			});
			const exitCode = await runCommand(['mcp', ...argv], front.cli);
			return {exitCode, out: front.out(), err: front.err()};
		},
	};
}

describe('agent-tui mcp list', () => {
	it('starts the servers and says what each has; one that fails does not hide the others', async () => {
		const {run} = home({
			mcpServers: {
				good: rawServer('well').entry,
				bad: rawServer('dies-start').entry,
				off: rawServer('well', {off: true}).entry,
			},
		});
		const {exitCode, out, err} = await run('list');
		expect(exitCode).toBe(1);
		expect(out).toMatch(/^good {2}ready .*\n {2}echo +echo it\n/);
		expect(out).toMatch(/^bad {2}failed/m);
		expect(out).toMatch(/^off {2}off/m);
		expect(err).toContain('bad ended with exit code 3');
	});

	it('draws what a server hides in its words, and says which of its tools can not be used', async () => {
		const {run} = home({
			mcpServers: {odd: rawServer('hides').entry, broken: rawServer('malformed').entry},
		});
		const {exitCode, out, err} = await run('list');
		expect(exitCode).toBe(0);
		expect(out).toContain('  a\\u{e0049}b  first␛[2J \\u{e0061}\\u202e last');
		expect(err).toContain("broken: left out, as they can't be used: no-schema: it does not say");
		expect((await run('test', 'broken')).err).toContain('no-schema');
	});

	it('prints JSON of one server', async () => {
		const {run} = home({
			mcpServers: {good: rawServer('well').entry, bad: rawServer('dies-start').entry},
		});
		const {exitCode, out} = await run('list', '--server', 'good', '--json');
		expect(exitCode).toBe(0);
		const {servers} = JSON.parse(out);
		expect(servers).toHaveLength(1);
		expect(servers[0]).toMatchObject({name: 'good', state: 'ready', problem: null});
		expect(servers[0].tools[0]).toMatchObject({name: 'echo', inputSchema: {type: 'object'}});
	});

	it('of a server on another machine says where a session runs it, and starts it nowhere', async () => {
		const {entry, notes} = rawServer('well', {host: 'web1'});
		const {run} = home({mcpServers: {there: entry, wrong: {...entry, host: 'a b'}}});
		const listed = await run('list', '--server', 'there');
		expect(listed).toMatchObject({exitCode: 0, err: ''});
		expect(listed.out).toMatch(/^there {2}off {2}.* well on web1, started by a session/);
		const tested = await run('test', 'there');
		expect(tested.exitCode).toBe(1);
		expect(tested.err).toMatch(/only a session reaches.*\/hop web1/);
		expect((await run('test', 'wrong')).err).toContain('holds a character that no host has');
		expect(notes()).toEqual([]);
	});

	it('knows no other name', async () => {
		const {exitCode, err} = await home({mcpServers: {good: {command: 'a'}}}).run(
			'list',
			'--server',
			'goood',
		);
		expect(exitCode).toBe(2);
		expect(err).toContain('no MCP server "goood". Did you mean "good"?');
	});
});

describe('agent-tui mcp call', () => {
	it('prints what the tool answers, its arguments from the line or from stdin', async () => {
		const {run} = home({mcpServers: {good: rawServer('well').entry}});
		expect(await run('call', 'good', 'echo', '{"a":1}')).toMatchObject({
			exitCode: 0,
			out: 'echo {"a":1}\n',
		});
		expect(await run('call', 'good', 'echo', '-')).toMatchObject({out: 'echo {"a":2}\n'});
		expect(await run('call', 'good', 'echo')).toMatchObject({out: 'echo {}\n'});
	});

	it('fails with 1 where the tool or the server does, and with 2 where it is called wrongly', async () => {
		const {run} = home({mcpServers: {good: rawServer('well').entry}});
		expect(await run('call', 'good', 'crash')).toMatchObject({exitCode: 1, out: ''});
		const unknown = await run('call', 'good', 'nothing');
		expect(unknown.exitCode).toBe(1);
		expect(unknown.err).toContain('good has no tool “nothing”');
		expect(await run('call', 'good', 'echo', '[1]')).toMatchObject({exitCode: 2});
		expect(await run('call', 'other', 'echo')).toMatchObject({exitCode: 2});
		expect(await run('call', 'good')).toMatchObject({exitCode: 2});
	});

	it('never goes against a rule that denies, and asks nothing otherwise', async () => {
		const {entry, notes} = rawServer('well');
		const {run} = home({
			mcpServers: {good: entry},
			permissions: {
				rules: [
					{scope: 'mcp:good', match: 'echo', then: 'deny', why: 'not this one'},
					{scope: 'mcp:good', match: 'env', then: 'ask'},
				],
			},
		});
		const {exitCode, err} = await run('call', 'good', 'echo');
		expect(exitCode).toBe(3);
		expect(err).toContain('not this one');
		expect(notes()).toEqual([]);
		expect(await run('call', 'good', 'env')).toMatchObject({exitCode: 0});
	});
});

describe('agent-tui mcp add and remove', () => {
	it('write an entry, which test then starts, and take it out again', async () => {
		const {run, settings} = home({theme: 'dark'});
		const {args} = rawServer('well').entry;
		expect(
			await run('add', 'mine', '--env', 'API_KEY=plain-words', '--', process.execPath, ...args),
		).toMatchObject({
			exitCode: 0,
			err: expect.stringContaining('API_KEY now stands in config.json'),
		});
		expect(settings()).toEqual({
			theme: 'dark',
			mcpServers: {mine: {command: process.execPath, args, env: {API_KEY: 'plain-words'}}},
		});
		expect(await run('test', 'mine')).toMatchObject({
			exitCode: 0,
			out: expect.stringMatching(/^mine is ready after .* 10 tools\n$/),
		});
		expect(await run('add', 'mine', 'https://a.example')).toMatchObject({exitCode: 1});
		expect(await run('remove', 'mine')).toMatchObject({exitCode: 0});
		expect(settings().mcpServers).toEqual({});
		expect(await run('remove', 'mine')).toMatchObject({exitCode: 2});
	});

	it('take an address with headers, and refuse what can not be a server', async () => {
		const {run, settings} = home();
		await run('add', 'far', '--header', `X-Key: \${env:K}`, 'https://a.example/mcp');
		expect(settings().mcpServers).toEqual({
			far: {url: 'https://a.example/mcp', headers: {'X-Key': `\${env:K}`}},
		});
		for (const words of [['a.b', 'x'], ['far2'], ['far2', 'http://me:pw@a.example']]) {
			expect(await run('add', ...words)).toMatchObject({exitCode: 2});
		}
	});

	it('test says what a server wrote before it failed', async () => {
		const {run} = home({mcpServers: {bad: rawServer('dies-initialize').entry}});
		const {exitCode, err} = await run('test', 'bad');
		expect(exitCode).toBe(1);
		expect(err).toContain('It wrote to stderr:\nhello from dies-initialize');
	});
});

describe('agent-tui mcp login', () => {
	it('prints the address, and logout forgets the sign-in', async () => {
		const lab = await openOAuthLab();
		const {run} = home({mcpServers: {far: {url: lab.url}, near: {command: 'a'}}});
		expect(await run('list', '--server', 'far')).toMatchObject({
			exitCode: 1,
			err: expect.stringContaining('agent-tui mcp login far'),
		});
		expect(await run('login', 'near')).toMatchObject({exitCode: 2});
		const folder = temporaryFolder();
		writeFileSync(join(folder, 'config.json'), JSON.stringify({mcpServers: {far: {url: lab.url}}}));
		const front = capturedFront(folder);
		const complain = (text: string) => {
			front.cli.complain(text);
			const address = /^http:\S+$/m.exec(text)?.[0];
			void (address && lab.consent(address).then(back => fetch(back)));
		};
		expect(await runCommand(['mcp', 'login', 'far'], {...front.cli, complain})).toBe(0);
		expect(front.err()).toContain('Signed in to far.');
		expect(await runCommand(['mcp', 'call', 'far', 'echo', '{"words":"hi"}'], front.cli)).toBe(0);
		expect(front.out()).toBe('echo hi\n');
		expect(await runCommand(['mcp', 'logout', 'far'], front.cli)).toBe(0);
		expect(await runCommand(['mcp', 'list'], front.cli)).toBe(1);
	});
});
