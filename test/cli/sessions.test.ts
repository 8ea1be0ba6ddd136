import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {expect, it} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import {journalPath} from '../../source/storage/journal.ts';
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
	const {front, out} = capturedFront(home);
	expect(await runCommand(['sessions'], front)).toBe(0);
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
	const {front, out} = capturedFront(home, {terminal});
	await runCommand(['sessions'], front);
	expect(out().split('\n')[1]).toMatch(/^.{59}…$/);
});

it('as JSON they are one list for other programs', async () => {
	const home = temporaryFolder();
	write(home, '20260101-a', {text: 'hello', at: 1000});
	const {front, out} = capturedFront(home);
	expect(await runCommand(['sessions', '--json'], front)).toBe(0);
	expect(JSON.parse(out())).toMatchObject([
		{id: '20260101-a', title: 'hello', cwd: '/work', messages: 1, state: 'closed', updatedAt: 1000},
	]);
});

it('where there is none, stdout stays empty and the list is empty', async () => {
	const {front, out, err} = capturedFront(temporaryFolder());
	expect(await runCommand(['sessions'], front)).toBe(0);
	expect({out: out(), err: err()}).toEqual({out: '', err: expect.stringContaining('no session')});
	expect(await runCommand(['sessions', '--json'], front)).toBe(0);
	expect(JSON.parse(out())).toEqual([]);
});
