import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {holderOf, inheritLock, takeLock} from '../../source/platform/lock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const clock = systemClock();
const words = (pid: number) =>
	`${JSON.stringify({pid, start: null, machine: hostname(), since: 0})}\n`;
const after = (path: string, text: string) =>
	`${path}.after-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

/** A process that has been and is gone. */
function deadPid(): number {
	return spawnSync(process.execPath, ['-e', '']).pid;
}

it('a lock is held by one, until it is let go', () => {
	const path = join(temporaryFolder(), 'lock');
	const first = takeLock(path, clock);
	expect(first.status).toBe('taken');
	expect(takeLock(path, clock)).toMatchObject({status: 'held', holder: {pid: process.pid}});
	expect(holderOf(path)).toMatchObject({pid: process.pid});
	if (first.status === 'taken') {
		first.release();
	}
	expect(holderOf(path)).toBe(null);
	expect(takeLock(path, clock).status).toBe('taken');
});

it('whoever holds it no more takes it from nobody', () => {
	const path = join(temporaryFolder(), 'lock');
	const first = takeLock(path, clock);
	writeFileSync(path, words(process.pid));
	if (first.status === 'taken') {
		first.release();
	}
	expect(readFileSync(path, 'utf8')).toBe(words(process.pid));
});

it('a dead holder is followed, and so is a follower that died before it stood there', () => {
	const folder = temporaryFolder();
	const path = join(folder, 'lock');
	const [one, two] = [words(deadPid()), words(deadPid())];
	writeFileSync(path, one);
	writeFileSync(after(path, one), two);
	expect(takeLock(path, clock).status).toBe('taken');
	expect(holderOf(path)).toMatchObject({pid: process.pid});
	expect(readdirSync(folder)).toEqual(['lock']);
});

it('a follower that is alive has it, also before it stands there', () => {
	const path = join(temporaryFolder(), 'lock');
	const dead = words(deadPid());
	writeFileSync(path, dead);
	writeFileSync(after(path, dead), words(process.pid));
	expect(takeLock(path, clock)).toMatchObject({status: 'held', holder: {pid: process.pid}});
});

it('a lock that is handed over is never free, and stays where it was until it is taken', () => {
	const path = join(temporaryFolder(), 'lock');
	const parent = process.ppid;
	writeFileSync(path, words(parent));
	expect(inheritLock(parent + 1).lock(path, clock)).toMatchObject({status: 'held'});
	const inherited = inheritLock(parent);
	const lock = inherited.lock(path, clock);
	expect(lock.status).toBe('taken');
	expect(readFileSync(path, 'utf8')).toBe(words(parent));
	if (lock.status === 'taken') {
		lock.release();
	}
	expect(holderOf(path)).toMatchObject({pid: parent});
	inherited.take();
	expect(holderOf(path)).toMatchObject({pid: process.pid});
	if (lock.status === 'taken') {
		lock.release();
	}
	expect(readdirSync(join(path, '..'))).toEqual([]);
});
