import {spawn} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {historyEntriesMax, openHistory} from '../../source/storage/history.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {readSettings} from '../../source/storage/settings.ts';
import {readMemory} from '../../source/watchdog/incident-store.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const writers = 10;
const changes = 3;
const child = join(import.meta.dirname, '../storage/fixtures/write-all.ts');

function write(folder: string, name: string, startsAt: number): Promise<string> {
	const parameters = [child, folder, name, String(changes), String(startsAt)];
	const running = spawn(process.execPath, parameters);
	let complaints = '';
	running.stderr.setEncoding('utf8').on('data', (text: string) => {
		complaints += text;
	});
	return new Promise(resolve => {
		running.on('close', () => resolve(complaints));
	});
}

it('ten programs that change every file that they share lose none of each other’s changes', {
	timeout: 120_000,
}, async () => {
	const folder = temporaryFolder();
	// So long that several of them want to shorten it meanwhile.
	const old = Array.from({length: 2 * historyEntriesMax - changes - 2}, (_, index) => `${index}`);
	const lines = old.map(text => `${JSON.stringify({at: 1, text})}\n`).join('');
	writeFileSync(join(folder, 'history.jsonl'), lines);
	const names = Array.from({length: writers}, (_, index) => `w${index}`);
	const startsAt = Date.now() + 3000;
	const said = await Promise.all(names.map(name => write(folder, name, startsAt)));
	expect(said.join('')).toBe('');
	const all = names
		.flatMap(name => Array.from({length: changes}, (_, index) => `${name}-${index}`))
		.sort();
	const {settings, problem} = readSettings(folder);
	expect(problem).toBe(null);
	expect(settings.permissions.rules.map(({match}) => match).sort()).toEqual(all);
	expect(Object.keys(settings.keys).sort()).toEqual(all.map(name => `k${name}`));
	const incidents = readMemory(join(folder, 'incidents.json'), Date.now())?.incidents ?? [];
	expect(incidents.map(({id}) => id).sort()).toEqual(all);
	const trusted = Object.keys(JSON.parse(readFileSync(join(folder, 'trust.json'), 'utf8')));
	expect(trusted.map(path => path.split('/').at(-1)).sort()).toEqual(all);
	const history = openHistory({
		...{folder, clock: fakeClock(), redactor: createRedactor()},
		onProblem: ({message}) => expect(message).toBe(''),
	});
	expect(all.filter(text => !history.entries().includes(text))).toEqual([]);
});
