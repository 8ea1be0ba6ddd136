import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {SessionId} from '../../source/events/ids.ts';
import {journalPath} from '../../source/storage/journal.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {often} from '../helpers/often.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const session = '20261118-100000-abcde' as SessionId;
const rounds = often('KILLS', {usual: 8, long: 40});

describe('kill -9', () => {
	it(`at ${rounds} random moments loses nothing that was acknowledged`, async () => {
		const folder = temporaryFolder();
		const path = journalPath(folder, session);
		for (let round = 0; round < rounds; round += 1) {
			const acknowledged = await appendUntilKilled(folder, 1 + Math.random() * 400);
			const {events, problems} = readJournal(path);
			expect(problems.length).toBeLessThanOrEqual(1);
			const kept = events.map(({seq}) => seq);
			expect(kept.at(-1)).toBeGreaterThanOrEqual(acknowledged);
			expect(kept).toEqual(kept.map((_, index) => index + 1));
		}
	});
});

/** Resolves to the last event that the process had told when it was killed. */
async function appendUntilKilled(folder: string, linesMin: number): Promise<number> {
	const script = join(import.meta.dirname, '../storage/fixtures/append-forever.ts');
	const child = spawn(process.execPath, [script, folder, session]);
	let told = '';
	let errors = '';
	child.stderr.on('data', (text: Buffer) => {
		errors += text.toString();
	});
	child.stdout.on('data', (text: Buffer) => {
		told += text.toString();
		if (told.split('\n').length > linesMin) {
			child.kill('SIGKILL');
		}
	});
	const [exitCode] = await once(child, 'close');
	expect(exitCode, errors).toBe(null);
	return Number(told.slice(0, told.lastIndexOf('\n')).split('\n').at(-1));
}
