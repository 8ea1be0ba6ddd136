import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {createRedactor} from '../../source/storage/redact.ts';

const root = join(import.meta.dirname, '../..');
const redactor = createRedactor();

const filesIn = (folder: string) =>
	readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
		.filter(name => /\.(?:tsx?|json|md|mjs|sh)$/.test(name))
		.map(name => join(folder, name));

/** Programs, documents, settings, and a lock file full of hashes: none of it holds a secret. */
const files = [
	...['source', 'commands', 'scripts', 'bench', 'themes'].flatMap(filesIn),
	...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'package.json', 'package-lock.json'],
];

it('nothing is hidden of ordinary text: no file of this project’s own changes', () => {
	expect(files.length).toBeGreaterThan(300);
	const hidden = files.flatMap(file => {
		const text = readFileSync(join(root, file), 'utf8');
		return [...redactor.marks(text).values()].map(what => `${file}: ${what}`);
	});
	expect(hidden).toEqual([]);
});

it('nor of diffs and logs made of it', () => {
	for (const file of files.filter(name => name.startsWith('source/'))) {
		const text = readFileSync(join(root, file), 'utf8');
		const diff = text.replace(/^/gm, '+');
		const log = text.replace(/^/gm, '2026-11-18T10:00:00.000Z info  [550e8400-e29b-41d4] ');
		expect(redactor.text(diff), file).toBe(diff);
		expect(redactor.text(log), file).toBe(log);
	}
});
