import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import {expect, it} from 'vitest';
import {often} from '../helpers/often.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const kills = often('KILLS', {usual: 12, long: 60});
const atOnce = 4;
const program = join(import.meta.dirname, 'fixtures/shows-frames.ts');
/** Ordinary words, of which many begin as tokens, keys and passwords do. */
const command =
	'i=0; while :; do i=$((i+1)); for word in s skip keys, eye mys less https://host git gloss ghost "$i"; do printf "%s " "$word"; done; echo; done';

/** Kills the program when it has shown so many frames, and returns the rows of the last one. */
async function killAfter(frames: number, folder: string): Promise<readonly string[]> {
	const child = execa(process.execPath, [program, folder, command], {reject: false});
	const shown: string[] = [];
	for await (const line of child) {
		shown.push(line);
		if (shown.length === frames) {
			child.kill('SIGKILL');
		}
	}
	return JSON.parse(shown.at(-1) ?? '[]');
}

it(`killed at ${kills} moments of a flood, a terminal's transcript holds what was on the screen`, async () => {
	let rowsSeen = 0;
	for (let first = 0; first < kills; first += atOnce) {
		await Promise.all(
			Array.from({length: atOnce}, async (_, offset) => {
				const folder = temporaryFolder();
				const rows = await killAfter(1 + ((first + offset) % 9), folder);
				const written = readFileSync(join(folder, '1.log'), 'utf8');
				const missing = rows.filter(row => !written.includes(row));
				expect(missing, `kill ${first + offset}: ${JSON.stringify(written.slice(-300))}`).toEqual(
					[],
				);
				rowsSeen += rows.length;
			}),
		);
	}
	expect(rowsSeen).toBeGreaterThan(kills);
});
