import {spawn} from 'node:child_process';
import {readdirSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const rounds = 5000;
const programs = 4;
const everyMs = 3;
const child = join(import.meta.dirname, '../platform/fixtures/take-many.ts');

function race(folder: string, startsAt: number): Promise<readonly number[]> {
	const running = spawn(process.execPath, [
		child,
		...[folder, String(startsAt), String(rounds), String(everyMs)],
	]);
	let out = '';
	running.stdout.setEncoding('utf8').on('data', (text: string) => {
		out += text;
	});
	return new Promise(resolve => {
		running.on('close', () => resolve(JSON.parse(out)));
	});
}

it('of four programs behind the lock of a dead one exactly one gets it, in 5,000 rounds', {
	timeout: 300_000,
}, async () => {
	const folder = temporaryFolder();
	const dead = {pid: 4_194_305, start: '1', machine: hostname(), since: 0};
	for (let round = 0; round < rounds; round += 1) {
		// In every third round there is no lock yet.
		if (round % 3 !== 2) {
			writeFileSync(join(folder, `${round}.lock`), `${JSON.stringify(dead)}\n`);
		}
	}
	const startsAt = Date.now() + 2000;
	const won = await Promise.all(Array.from({length: programs}, () => race(folder, startsAt)));
	const times = new Map<number, number>();
	for (const round of won.flat()) {
		times.set(round, (times.get(round) ?? 0) + 1);
	}
	const wrong = Array.from({length: rounds}, (_, round) => round).filter(
		round => times.get(round) !== 1,
	);
	expect(wrong).toEqual([]);
	expect(won.filter(each => each.length > rounds / 50).length).toBeGreaterThan(1);
	expect(readdirSync(folder)).toHaveLength(rounds);
});
