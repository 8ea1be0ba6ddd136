import {spawn} from 'node:child_process';
import {readdirSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {often} from '../helpers/often.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const rounds = often('ROUNDS', {usual: 1500, long: 5000});
const programs = 4;
const everyMs = 3;
const child = join(import.meta.dirname, '../platform/fixtures/take-many.ts');

type Racer = {readonly won: Promise<readonly number[]>; readonly end: () => void};

function race(folder: string, startsAt: number): Racer {
	const running = spawn(process.execPath, [
		child,
		...[folder, String(startsAt), String(rounds), String(everyMs)],
	]);
	let out = '';
	const won = new Promise<readonly number[]>(resolve => {
		running.stdout.setEncoding('utf8').on('data', (text: string) => {
			out += text;
			if (out.endsWith('\n')) {
				resolve(JSON.parse(out));
			}
		});
	});
	return {won, end: () => running.stdin.end()};
}

it(`of four programs behind the lock of a dead one exactly one gets it, in ${rounds} rounds`, {
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
	const racers = Array.from({length: programs}, () => race(folder, startsAt));
	onTestFinished(() => {
		for (const {end} of racers) {
			end();
		}
	});
	const won = await Promise.all(racers.map(racer => racer.won));
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
