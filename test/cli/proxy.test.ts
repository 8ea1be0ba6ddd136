import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {getJson} from '../../source/platform/http-get.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const main = join(import.meta.dirname, 'fixtures/main.ts');

it('the proxy alone says where it is, answers, and ends with 0 when it is asked to', async () => {
	const home = temporaryFolder();
	const child = spawn(process.execPath, [main, 'proxy', '--json', '--port', '0'], {
		env: {...process.env, AGENT_TUI_HOME: home},
	});
	const [first] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
	const {type, url, token, pid} = JSON.parse(first.split('\n')[0] ?? '');
	expect({type, pid}).toEqual({type: 'listening', pid: child.pid});
	expect(await getJson({url: `${url}/health`, token, timeoutMs: 60_000})).toMatchObject({ok: true});
	const runFile = join(home, 'run', 'proxy.json');
	expect(JSON.parse(readFileSync(runFile, 'utf8'))).toMatchObject({pid, url, token});
	child.kill('SIGTERM');
	const [code] = await once(child, 'close');
	expect(code).toBe(0);
	expect(existsSync(runFile)).toBe(false);
});
