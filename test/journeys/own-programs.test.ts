import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openAgent, openPlace, type Place} from '../helpers/agent.ts';
import {runProgram} from '../helpers/run-program.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

const names = ['git', 'rg', 'ssh', 'ssh-add', 'tmux', 'stty', 'ps', 'sh', 'vi', 'my-editor'];

/** Harmless in place of evil: the folder brings programs of its own, and PATH would find them first. */
function plant({cwd}: Place): {readonly PATH: string; readonly ran: () => string} {
	const marker = join(cwd, '..', 'ran');
	for (const name of names) {
		for (const path of [join(cwd, name), join(cwd, 'bin', name)]) {
			mkdirSync(dirname(path), {recursive: true});
			writeFileSync(path, `#!/bin/sh\necho ${name} >> '${marker}'\n`);
			chmodSync(path, 0o700);
		}
	}
	const path = ['.', '', cwd, 'bin', join(cwd, 'bin'), process.env['PATH']].join(':');
	return {PATH: path, ran: () => (existsSync(marker) ? readFileSync(marker, 'utf8') : '')};
}

describe('a program that the working folder brings', () => {
	it('is what PATH would find', () => {
		const place = openPlace();
		const {PATH, ran} = plant(place);
		spawnSync('/bin/sh', ['-c', 'git status'], {cwd: place.cwd, env: {PATH}});
		expect(ran()).toBe('git\n');
	});

	it('is not run by the doctor', async () => {
		const place = openPlace();
		const {PATH, ran} = plant(place);
		const {out} = await runProgram(['doctor'], {place, env: {PATH, TMUX: '/nowhere,1,0'}});
		expect(out).toMatch(/ssh/);
		expect(ran()).toBe('');
	});

	it.each([[[]], [['--cwd', 'WORK']]])(
		'is not run to search, or to look at terminals, with %j',
		async flags => {
			const {upstream, place} = await openScriptedPlace();
			const {PATH, ran} = plant(place);
			const elsewhere = {...place, cwd: place.home};
			const run = runProgram(
				['exec', '--allow', 'shell', ...flags.map(flag => flag.replace('WORK', place.cwd)), 'look'],
				{place: flags.length > 0 ? elsewhere : place, env: {PATH}},
			);
			const first = await upstream.next();
			first.call({id: 'a', name: 'search_files', arguments: '{"pattern": "folder"}'});
			first.finish({reason: 'tool_calls'});
			const second = await upstream.next();
			expect(JSON.stringify(second.body)).toContain('README.md:1:');
			second.call({
				id: 'b',
				name: 'unified_exec',
				arguments: '{"cmd": "read -r line < /dev/null; echo"}',
			});
			second.finish({reason: 'tool_calls'});
			(await upstream.next()).finish();
			await run;
			expect(ran()).toBe('');
		},
	);

	it('is not run as an editor', async () => {
		const place = openPlace();
		const {PATH, ran} = plant(place);
		const {code} = await runProgram(['config', 'edit'], {place, env: {PATH, EDITOR: 'my-editor'}});
		expect(code).toBe(1);
		expect(ran()).toBe('');
	});

	it.skipIf(!hasTmux)('is not run to show a difference', async () => {
		const place = openPlace();
		const git = (...words: readonly string[]) => spawnSync('git', words, {cwd: place.cwd});
		git('init', '-q');
		git('add', 'README.md');
		git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'first');
		writeFileSync(join(place.cwd, 'README.md'), '# Another\n');
		const {PATH, ran} = plant(place);
		const agent = openAgent({place, env: {PATH}});
		await agent.see('❯');
		agent.say('/diff');
		await agent.see('# Another');
		expect(ran()).toBe('');
	});
});
