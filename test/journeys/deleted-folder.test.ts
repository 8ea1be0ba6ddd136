import {spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {builtProgram} from '../helpers/built-program.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

it.each(['exec hi', 'sessions', ''])(
	'started in a folder that is gone, "%s" says so in one sentence',
	words => {
		const folder = temporaryFolder();
		const [cwd, home] = [join(folder, 'gone'), join(folder, 'home')];
		mkdirSync(cwd);
		const line = `rmdir "${cwd}"; exec "$0" "$@"`;
		const parameters = words.split(' ').filter(word => word !== '');
		const {status, stdout, stderr} = spawnSync(
			'/bin/sh',
			['-c', line, process.execPath, builtProgram, ...parameters],
			{cwd, encoding: 'utf8', env: {PATH: process.env['PATH'], AGENT_TUI_HOME: home}},
		);
		expect({status, stdout}).toEqual({status: 2, stdout: ''});
		expect(stderr).toMatch(/^agent-tui: the folder in which this was started is gone\. .*\n$/);
	},
);
