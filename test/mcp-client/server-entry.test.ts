import {describe, expect, it} from 'vitest';
import {readServerEntries} from '../../source/mcp-client/server-entry.ts';

const read = (value: unknown) => readServerEntries({one: value}, 'settings')[0]!;
const stdio = {type: 'stdio', cwd: null, env: {}, args: []};

describe('an entry of mcpServers', () => {
	it.each([
		['ours', {command: 'serve', args: ['-x']}, {...stdio, command: 'serve', args: ['-x']}],
		[
			'Claude Code',
			{type: 'stdio', command: 'npx', args: ['-y', 'a'], env: {KEY: `\${KEY}`}},
			{...stdio, command: 'npx', args: ['-y', 'a'], env: {KEY: `\${KEY}`}},
		],
		[
			'Codex',
			{command: 'serve', env_vars: ['TOKEN'], env: {PORT: 1}, cwd: '/srv'},
			{...stdio, command: 'serve', cwd: '/srv', env: {TOKEN: `\${env:TOKEN}`, PORT: '1'}},
		],
		[
			'opencode',
			{type: 'local', command: ['serve', 'me'], environment: {A: 'b'}},
			{...stdio, command: 'serve', args: ['me'], env: {A: 'b'}},
		],
		[
			'VS Code',
			{type: 'http', url: 'https://a.example/mcp', headers: {'X-Key': `\${env:K}`}},
			{
				type: 'http',
				url: 'https://a.example/mcp',
				headers: {'X-Key': `\${env:K}`},
				clientId: null,
				clientSecret: null,
			},
		],
		[
			'Codex, over HTTP',
			{url: 'https://a.example', bearer_token_env_var: 'T', env_http_headers: {'X-A': 'A'}},
			{
				type: 'http',
				url: 'https://a.example',
				headers: {'X-A': `\${env:A}`, Authorization: `Bearer \${env:T}`},
				clientId: null,
				clientSecret: null,
			},
		],
		[
			'Gemini CLI',
			{httpUrl: 'https://a.example'},
			{type: 'http', url: 'https://a.example', headers: {}, clientId: null, clientSecret: null},
		],
	])('is read as it is written for %s', (_client, value, place) => {
		expect(read(value)).toMatchObject({name: 'one', place, problem: null});
	});

	it.each([
		[{}, 'it needs a command'],
		['serve', 'it must be an object'],
		[{command: ''}, 'it needs a command'],
		[{command: 'a', args: 'b'}, 'args must be a list'],
		[{command: 'a', args: [1]}, 'args must be a list'],
		[{command: 'a', env: {A: {}}}, 'env must be an object of texts'],
		[{command: 'a', envFile: '.env'}, 'envFile is not read'],
		[{type: 'sse', url: 'https://a.example'}, 'old kind "sse"'],
		[{url: 'file:///etc'}, 'must begin with https'],
		[{url: 'nonsense'}, 'is not an address'],
		[{url: 'https://me:word@a.example'}, 'holds a password'],
		[{url: 'https://a.example', host: 'web'}, 'is reached from this machine'],
		[{url: 'https://a.example', headers: []}, 'headers must be an object'],
	])('%j says what is wrong with it', (value, problem) => {
		const entry = read(value);
		expect(entry.place).toBeNull();
		expect(entry.problem).toContain(problem);
	});

	it('of a folder names no other machine', () => {
		const [entry] = readServerEntries({one: {command: 'a', host: 'web'}}, 'folder');
		expect(entry).toMatchObject({place: null, problem: expect.stringMatching(/may not name/)});
		expect(read({command: 'a', host: 'web'})).toMatchObject({host: 'web', problem: null});
	});

	it('is off in the words of any client, and never runs without the sandbox that it asks for', () => {
		for (const off of [{off: true}, {enabled: false}, {disabled: true}]) {
			expect(read({command: 'a', ...off}).isOff).toBe(true);
		}
		expect(read({command: 'a'}).isOff).toBe(false);
		expect(read({command: 'a', sandbox: true}).wantsSandbox).toBe(true);
		expect(read({command: 'a', sandbox: {network: false}}).wantsSandbox).toBe(true);
		expect(read({command: 'a', sandbox: false}).wantsSandbox).toBe(false);
	});

	it('has its time limit in milliseconds or seconds, whatever its client counts in', () => {
		expect(read({command: 'a', timeoutMs: 5}).timeoutMs).toBe(5);
		expect(read({command: 'a', timeout: 5}).timeoutMs).toBe(5);
		expect(read({command: 'a', tool_timeout_sec: 5}).timeoutMs).toBe(5000);
		expect(read({command: 'a', timeoutMs: -1}).timeoutMs).toBeNull();
	});
});
