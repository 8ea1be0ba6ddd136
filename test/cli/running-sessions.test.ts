import {chmodSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import {writeRecord} from '../../source/engine/registry/registry.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {engineRecord, enginesIn} from '../helpers/engine-records.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {importClosure} from '../tidy/imports.ts';
import {capturedFront} from './front.ts';

const waiting = [{call: 'c1', tool: 'unified_exec', scope: 'shell', host: 'web1', since: 1}];

function write(home: string, session: string, changes: Partial<EngineRecord> = {}): void {
	const since = Date.now() - 180_000;
	writeRecord(enginesIn(home), engineRecord({session: session as SessionId, since, ...changes}));
}

async function sessions(home: string, ...flags: readonly string[]) {
	const {cli, out, err} = capturedFront(home);
	const code = await runCommand(['sessions', ...flags], cli);
	return {code, out: out(), err: err()};
}

it('running sessions are listed with what each is doing, the latest change first', async () => {
	const home = temporaryFolder();
	write(home, 'a', {name: 'tests', cwd: '/srv/shop', screens: 1});
	const since = Date.now() - 1000;
	write(home, 'b', {name: 'deploy', hop: 'web1', state: 'waiting', waiting, since});
	expect(await sessions(home, '--running')).toEqual({
		code: 0,
		err: '',
		out: [
			'ID  NAME         STATE    SINCE      SCREENS  FOLDER     WAITS FOR',
			'b   deploy@web1  waiting  just now   0        /work      unified_exec',
			'a   tests        working  3 min ago  1        /srv/shop',
			'',
		].join('\n'),
	});
});

it('what waits is one short line for a status bar, and nothing while none waits', async () => {
	const home = temporaryFolder();
	expect(await sessions(home, '--waiting')).toEqual({code: 0, out: '', err: ''});
	write(home, 'a', {name: 'calm'});
	expect(await sessions(home, '--waiting')).toEqual({code: 0, out: '', err: ''});
	write(home, 'b', {name: 'tests\u001B[2J', waiting});
	expect((await sessions(home, '--waiting')).out).toBe('1 waits: tests␛[2J\n');
	const since = Date.now();
	write(home, 'c', {name: 'deploy', hop: 'web1', waiting, since});
	expect((await sessions(home, '--waiting')).out).toBe('2 wait: deploy@web1, tests␛[2J\n');
	for (const id of ['d', 'e', 'f', 'g']) {
		write(home, id, {name: id, waiting, since: since + id.charCodeAt(0)});
	}
	expect((await sessions(home, '--waiting')).out).toBe('6 wait: g, f, e, d, +2\n');
});

it('as JSON they are told whole, but for what opens them', async () => {
	const home = temporaryFolder();
	write(home, 'a', {since: 2});
	write(home, 'b', {since: 1, state: 'waiting', waiting});
	const {out} = await sessions(home, '--running', '--json');
	expect(JSON.parse(out)).toMatchObject([{id: 'a'}, {id: 'b', pid: process.pid, waiting}]);
	expect(out).not.toMatch(/token|socket/);
	expect(JSON.parse((await sessions(home, '--waiting', '--json')).out)).toHaveLength(1);
});

it('a folder that is not this user’s alone is named, and nothing of it is believed', async () => {
	const home = temporaryFolder();
	write(home, 'a', {waiting});
	chmodSync(enginesIn(home), 0o777);
	const told = await sessions(home, '--waiting');
	expect(told).toMatchObject({code: 1, out: ''});
	expect(told.err).toContain('chmod 700');
});

it('a status bar loads the list of records for its line, and neither engine nor journal', () => {
	const root = join(import.meta.dirname, '../..');
	const read = (file: string) =>
		readFileSync(join(root, file), 'utf8').replaceAll(/^import type [^;]*;$/gm, '');
	const loaded = importClosure(['source/cli/running-sessions.ts'], read);
	expect(loaded).toContain('source/engine/registry/registry.ts');
	expect(
		loaded.filter(file => !/^source\/(?:cli|engine\/registry|events|platform|text)\//.test(file)),
	).toEqual([]);
	expect(loaded.length).toBeLessThan(40);
});
