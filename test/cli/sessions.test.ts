import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {takeLock} from '../../source/platform/lock.ts';
import {journalPath, lockPath} from '../../source/storage/journal.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

function write(home: string, id: string, {text, at}: {text: string; at: number}): void {
	const path = journalPath(home, id);
	mkdirSync(dirname(path), {recursive: true});
	const lines = [
		{v: 1, seq: 1, at, type: 'session.started', session: id, cwd: '/work', version: '1'},
		{v: 1, seq: 2, at, type: 'message.sent', message: 'm', turn: 't', text, how: 'typed'},
	];
	writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
}

it('sessions are listed with their first words, the latest first', async () => {
	const home = temporaryFolder();
	write(home, '20260101-a', {text: 'the older one', at: Date.now() - 3 * 3_600_000});
	write(home, '20260102-b', {text: 'evil \u001B[2J title', at: Date.now() - 90_000});
	const {cli, out} = capturedFront(home);
	expect(await runCommand(['sessions'], cli)).toBe(0);
	expect(out()).toBe(
		[
			'ID          LAST USED  MESSAGES  STATE   FOLDER  BEGINS WITH',
			'20260102-b  1 min ago  1         closed  /work   evil ␛[2J title',
			'20260101-a  3 h ago    1         closed  /work   the older one',
			'',
		].join('\n'),
	);
});

it('lines are cut to the width of a terminal', async () => {
	const home = temporaryFolder();
	write(home, '20260101-a', {text: 'long '.repeat(12), at: Date.now()});
	const terminal = {stdin: true, stdout: true, stderr: true, columns: 60, rows: 24, colorBits: 4};
	const {cli, out} = capturedFront(home, {terminal});
	await runCommand(['sessions'], cli);
	expect(out().split('\n')[1]).toMatch(/^.{59}…$/);
});

it('as JSON they are one list for other programs', async () => {
	const home = temporaryFolder();
	write(home, '20260101-a', {text: 'hello', at: 1000});
	const {cli, out} = capturedFront(home);
	expect(await runCommand(['sessions', '--json'], cli)).toBe(0);
	expect(JSON.parse(out())).toMatchObject([
		{id: '20260101-a', title: 'hello', cwd: '/work', messages: 1, state: 'closed', updatedAt: 1000},
	]);
});

it('where there is none, stdout stays empty and the list is empty', async () => {
	const {cli, out, err} = capturedFront(temporaryFolder());
	expect(await runCommand(['sessions'], cli)).toBe(0);
	expect({out: out(), err: err()}).toEqual({out: '', err: expect.stringContaining('no session')});
	expect(await runCommand(['sessions', '--json'], cli)).toBe(0);
	expect(JSON.parse(out())).toEqual([]);
});

const terminal = {stdin: true, stdout: true, stderr: true, columns: 80, rows: 24, colorBits: 1};

async function act(home: string, words: readonly string[], change = {}) {
	const {cli, out, err} = capturedFront(home, {cwd: home, ...change});
	const code = await runCommand(['sessions', ...words], cli);
	return {code, out: out(), err: err()};
}

it('one is renamed in its own journal, and its list has the name', async () => {
	const home = temporaryFolder();
	write(home, '20260101-a', {text: 'hello', at: 1000});
	expect(await act(home, ['rename', '2026', 'The leak'])).toMatchObject({code: 0});
	expect((await act(home, [])).out).toContain('The leak');
	const {events, problems} = readJournal(journalPath(home, '20260101-a'));
	expect(problems).toEqual([]);
	expect(events.map(({seq, type}) => [seq, type]).at(-1)).toEqual([3, 'session.renamed']);
});

it.each(['md', 'json'])('one is exported as %s, and never over another file', async kind => {
	const home = temporaryFolder();
	write(home, '20260101-a', {text: 'hello there', at: 1000});
	const words = ['export', '20260101-a', `out.${kind}`];
	expect(await act(home, words)).toMatchObject({code: 0});
	const text = readFileSync(join(home, `out.${kind}`), 'utf8');
	expect(text).toContain('hello there');
	expect(kind === 'json' ? JSON.parse(text).items : text).toBeTruthy();
	expect(await act(home, words)).toMatchObject({code: 1, err: expect.stringContaining('already')});
});

it('one is forked: two sessions have the same past', async () => {
	const home = temporaryFolder();
	write(home, '20260101-a', {text: 'hello', at: 1000});
	expect(await act(home, ['fork', '2026'])).toMatchObject({code: 0});
	expect(JSON.parse((await act(home, ['--json'])).out)).toMatchObject([
		{title: 'hello'},
		{title: 'hello'},
	]);
});

it.each([
	{words: ['delete', 'a1'], change: {}, code: 1, left: 1},
	{words: ['delete', 'a1', '--yes'], change: {}, code: 0, left: 0},
	{words: ['delete', 'a1'], change: {terminal, readLine: async () => 'n'}, code: 1, left: 1},
	{words: ['delete', 'a1'], change: {terminal, readLine: async () => 'y'}, code: 0, left: 0},
	{words: ['delete', 'zz', '--yes'], change: {}, code: 1, left: 1},
	{words: ['delete'], change: {}, code: 2, left: 1},
	{words: ['destroy', 'a1'], change: {}, code: 2, left: 1},
])('$words leaves $left of one session', async ({words, change, code, left}) => {
	const home = temporaryFolder();
	write(home, 'a1', {text: 'hello', at: 1000});
	expect(await act(home, words, change)).toMatchObject({code});
	expect(JSON.parse((await act(home, ['--json'])).out)).toHaveLength(left);
});

it.each([
	['export', ['sessions', 'export', 'odd']],
	['logs', ['logs', '--session', 'odd']],
	['replay', ['replay', 'odd']],
])('%s says in one line that a session has no journal, and writes nothing', async (_, argv) => {
	const home = temporaryFolder();
	mkdirSync(journalPath(home, 'odd'), {recursive: true});
	const {cli, out, err} = capturedFront(home, {cwd: home});
	expect(await runCommand(argv, cli)).toBe(1);
	expect({out: out(), lines: err().trim().split('\n')}).toEqual({
		out: '',
		lines: [expect.stringContaining('has no journal')],
	});
	expect(existsSync(join(home, 'odd.md'))).toBe(false);
});

it('one that is open is not deleted, and it is said who has it', async () => {
	const home = temporaryFolder();
	write(home, 'a1', {text: 'hello', at: 1000});
	const lock = takeLock(lockPath(home, 'a1'), systemClock());
	expect(await act(home, ['delete', 'a1', '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining(String(process.pid)),
	});
	expect(lock.status).toBe('taken');
});
