import {
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {codeOf, readTextFile, writeFileAtomic} from '../../source/platform/atomic-file.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

it('a file appears whole, for this user alone, with the folders above it', () => {
	const folder = temporaryFolder();
	const path = join(folder, 'a', 'b', 'file');
	writeFileAtomic(path, 'grüße');
	writeFileAtomic(path, 'second');
	expect(readFileSync(path, 'utf8')).toBe('second');
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
	expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['file']);
});

it('a link stays a link, and the file that it names is written', () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'real'), 'old');
	symlinkSync(join(folder, 'real'), join(folder, 'link'));
	writeFileAtomic(join(folder, 'link'), 'new');
	expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
	expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('new');
});

it('a write that fails leaves nothing behind, and the old file', () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'taken', 'inside'), {recursive: true});
	expect(() => writeFileAtomic(join(folder, 'taken'), 'x')).toThrow();
	expect(readdirSync(folder)).toEqual(['taken']);
});

it('a file that is not there reads as null, another error is an error', () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'file'), 'x');
	expect(readTextFile(join(folder, 'none'))).toBe(null);
	expect(readTextFile(join(folder, 'file', 'none'))).toBe(null);
	expect(() => readTextFile(folder)).toThrow('EISDIR');
});

it('the code of a system error is found, and of nothing else', () => {
	expect([new Error('x'), null, 'x', {code: 4}, {code: 'EPIPE'}].map(codeOf)).toEqual([
		'',
		'',
		'',
		'',
		'EPIPE',
	]);
});
