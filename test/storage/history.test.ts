import {appendFileSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {historyEntriesMax, openHistory} from '../../source/storage/history.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const clock = fakeClock(5000);

function open(folder: string, problems: string[] = []) {
	return openHistory({
		folder,
		clock,
		redactor: createRedactor(),
		onProblem: ({message}) => problems.push(message),
	});
}

it('prompts come back in the next session, whole and in order', () => {
	const folder = join(temporaryFolder(), 'new');
	const history = open(folder);
	history.add('one\ntwo ');
	history.add('three');
	history.add('three');
	history.add('  ');
	history.add('x'.repeat(20_000));
	expect(history.entries()).toEqual(['one\ntwo', 'three']);
	expect(open(folder).entries()).toEqual(['one\ntwo', 'three']);
	const path = join(folder, 'history.jsonl');
	expect(readFileSync(path, 'utf8')).toBe(
		'{"at":5000,"text":"one\\ntwo"}\n{"at":5000,"text":"three"}\n',
	);
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('two instances add to the same file', () => {
	const folder = temporaryFolder();
	const [one, two] = [open(folder), open(folder)];
	one.add('from one');
	two.add('from two');
	expect(open(folder).entries()).toEqual(['from one', 'from two']);
});

it('secrets are not kept', () => {
	const folder = temporaryFolder();
	open(folder).add(`use sk-${'a1'.repeat(20)}`);
	expect(open(folder).entries()).toEqual([expect.stringMatching(/^use ‹redacted:openai·/)]);
});

it('the file is bounded, and the newest stay', () => {
	const folder = temporaryFolder();
	const history = open(folder);
	for (let index = 0; index < 2 * historyEntriesMax + 5; index += 1) {
		history.add(`prompt ${index}`);
	}
	const entries = open(folder).entries();
	expect(entries.length).toBeLessThan(2 * historyEntriesMax);
	expect(entries.at(-1)).toBe(`prompt ${2 * historyEntriesMax + 4}`);
	expect(entries).toEqual(history.entries());
});

it('lines that can not be read are passed over', () => {
	const folder = temporaryFolder();
	open(folder).add('good');
	appendFileSync(join(folder, 'history.jsonl'), 'rubbish\n{"text":4}\n{"at":1,"te');
	expect(open(folder).entries()).toEqual(['good']);
});

it('a disk that refuses is told once, and the entries stay until the end', () => {
	const file = join(temporaryFolder(), 'file');
	writeFileSync(file, '');
	const problems: string[] = [];
	const history = open(join(file, 'home'), problems);
	history.add('one');
	history.add('two');
	expect(history.entries()).toEqual(['one', 'two']);
	expect(problems).toEqual([expect.stringContaining("can't be written (ENOTDIR)")]);
});
