import {chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {CliContext} from '../../source/cli/context.ts';
import {runCommand} from '../../source/cli/run.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

async function run(home: string, words: readonly string[], change: Partial<CliContext> = {}) {
	const {cli, out, err} = capturedFront(home, change);
	const merged = change.env ? {...cli, env: {...cli.env, ...change.env}} : cli;
	return {code: await runCommand(['config', ...words], merged), out: out(), err: err()};
}

describe('config', () => {
	it('set, get and path work together', async () => {
		const home = temporaryFolder();
		expect(await run(home, ['path'])).toMatchObject({out: `${join(home, 'config.json')}\n`});
		expect(await run(home, ['set', 'proxy.port', '4100'])).toEqual({code: 0, out: '', err: ''});
		expect(await run(home, ['get', 'proxy.port'])).toEqual({code: 0, out: '4100\n', err: ''});
		expect(await run(home, ['get', 'theme'])).toEqual({code: 0, out: 'default\n', err: ''});
		expect(JSON.parse((await run(home, ['get', 'proxy'])).out)).toMatchObject({port: 4100});
	});

	it('get and path write nothing', async () => {
		const home = temporaryFolder();
		await run(home, ['get', 'theme']);
		await run(home, ['list']);
		expect(readdirSync(home)).toEqual([]);
	});

	it('list shows every setting, and no key of a provider', async () => {
		const home = temporaryFolder();
		const providers = [{name: 'a', kind: 'openai-chat', apiKey: 'sk-very-secret'}];
		writeFileSync(join(home, 'config.json'), JSON.stringify({providers, vim: true}));
		for (const words of [[], ['list'], ['get', 'providers'], ['get', 'providers.0.apiKey']]) {
			const {code, out, err} = await run(home, words);
			expect({code, secret: `${out}${err}`.includes('secret')}).toEqual({code: 0, secret: false});
			expect(out).toContain('‹hidden›');
		}
		const {out} = await run(home, []);
		expect(out).toMatch(/\nvim +true +The composer has vi's keys\n/);
		expect(out).toMatch(/\nproxy\.port +0 +Port of the proxy/);
	});

	it.each([
		[['get', 'prxy'], 2, 'agent-tui: "prxy" is not set. Did you mean "proxy"?\n'],
		[['get', 'proxy.prot'], 2, 'agent-tui: "proxy.prot" is not set. Did you mean "port"?\n'],
		[['get', 'constructor'], 2, 'agent-tui: "constructor" is not set.\n'],
		[['set', 'prxy.port', '1'], 2, 'agent-tui: "prxy" is not a setting. Did you mean "proxy"?\n'],
		[['get'], 2, 'agent-tui: use it as: agent-tui config get KEY\n'],
		[['set', 'theme'], 2, 'agent-tui: use it as: agent-tui config set KEY VALUE\n'],
		[['path', 'x'], 2, 'agent-tui: use it as: agent-tui config path\n'],
	])('%j exits with %i and says why', async (words, code, err) => {
		expect(await run(temporaryFolder(), words)).toEqual({code, out: '', err});
	});

	it('set theme takes the name of a theme that there is, the user’s own too', async () => {
		const home = temporaryFolder();
		const {code, err} = await run(home, ['set', 'theme', 'lihgt']);
		expect([code, err]).toEqual([2, expect.stringContaining('Did you mean "light"?')]);
		expect(readdirSync(home)).toEqual([]);
		mkdirSync(join(home, 'themes'));
		writeFileSync(join(home, 'themes', 'mine.json'), '{}');
		for (const name of ['mine', 'light', 'default']) {
			expect(await run(home, ['set', 'theme', name])).toMatchObject({code: 0, err: ''});
		}
	});

	it('edit opens the editor on the file, with its options, and checks what came of it', async () => {
		const home = temporaryFolder();
		const editor = join(home, 'my editor.sh');
		writeFileSync(editor, '#!/bin/sh\nprintf \'{"them": "%s"}\' "$1" > "$2"\n');
		chmodSync(editor, 0o700);
		const env = {VISUAL: '', EDITOR: `'${editor}' light`};
		expect(await run(home, ['edit'], {env})).toMatchObject({
			code: 0,
			err: expect.stringContaining('Did you mean "theme"?'),
		});
		expect(readFileSync(join(home, 'config.json'), 'utf8')).toBe('{"them": "light"}');
	});

	it('edit says when the editor fails', async () => {
		const env = {VISUAL: 'false', EDITOR: 'true'};
		expect(await run(temporaryFolder(), ['edit'], {env})).toMatchObject({
			code: 1,
			err: expect.stringContaining('the editor "false" did not end well'),
		});
	});
});
