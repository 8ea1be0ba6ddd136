import {existsSync, mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {byteFilter} from '../../source/storage/redact-bytes.ts';
import {openTranscript} from '../../source/terminal/transcript-file.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const clock = systemClock();
const unfinished = '‹redacted:unfinished›';
const nothing = () => new Uint8Array();
const none = {held: nothing, end: nothing, unwritten: nothing};

describe('the transcript of a terminal', () => {
	it('is everything that was printed, for this user alone', async () => {
		const path = join(temporaryFolder(), 'terminals', '1.log');
		const transcript = openTranscript(path, {clock});
		transcript.push(Buffer.from('one '));
		transcript.push(Buffer.from('two'));
		await transcript.rest();
		transcript.push(Buffer.from(' three'));
		await transcript.rest();
		expect(readFileSync(path, 'utf8')).toBe('one two three');
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
	});

	it('is written in one go for what came within a moment, and before anything is shown', async () => {
		const path = join(temporaryFolder(), '1.log');
		const pieces: number[] = [];
		const filter = {
			...none,
			push(bytes: Uint8Array) {
				pieces.push(bytes.length);
				return bytes;
			},
		};
		const transcript = openTranscript(path, {clock, filter});
		transcript.push(Buffer.from('seen'));
		transcript.push(Buffer.from(' and more'));
		expect(existsSync(path)).toBe(false);
		transcript.flush();
		expect(readFileSync(path, 'utf8')).toBe('seen and more');
		transcript.push(Buffer.from('!'));
		await expect.poll(() => readFileSync(path, 'utf8')).toBe('seen and more!');
		expect(pieces).toEqual([13, 1]);
	});

	it('holds no more than a little in memory: a flood is written as it comes', () => {
		const path = join(temporaryFolder(), '1.log');
		const transcript = openTranscript(path, {clock});
		for (let count = 0; count < 100; count += 1) {
			transcript.push(Buffer.alloc(4096, 'x'));
		}
		expect(409_600 - statSync(path).size).toBeLessThan(131_072);
	});

	it.each([
		['a letter that begins a secret', 'less', 'less'],
		['the beginning of a token', 'a sk-', 'a sk-'],
		['what may be a token', 'a sk-ant-api0', `a sk-${unfinished}`],
		['a host that may be a token', 'see https://host', 'see https://host'],
		['what may be said to sudo', '$ echo hello', `$ echo ${unfinished}`],
		['the words of a command', '$ git add file', '$ git add file'],
		['an option half typed', '$ curl -u me:hun', `$ curl ${unfinished}`],
		['a password half typed', 'password: hunt', `password: ${unfinished}`],
		['lines that may be of a key', `${'AbCd'.repeat(16)}\nAb`, unfinished],
	])('shows %s at once, and a mark only for what may be secret', (_, text, shown) => {
		const path = join(temporaryFolder(), '1.log');
		const transcript = openTranscript(path, {clock, filter: byteFilter(createRedactor().stream())});
		for (const line of text.split(/(?<=\n)/)) {
			transcript.push(Buffer.from(line));
			transcript.flush();
		}
		expect(readFileSync(path, 'utf8').replace(/·\w{4}/g, '')).toBe(shown);
		transcript.push(Buffer.from(' and more\n'));
		transcript.flush();
		const later = readFileSync(path, 'utf8');
		expect(later).not.toContain('unfinished');
		expect(later.startsWith(text.slice(0, 4)), later).toBe(!later.startsWith('‹'));
		expect(later).toContain(' and more\n');
	});

	it('shows what is held back also where the file is full', async () => {
		const folder = temporaryFolder();
		const filter = byteFilter(createRedactor().stream());
		const limits = {fileBytesMax: 10, filesMax: 3};
		const transcript = openTranscript(join(folder, '1.log'), {clock, limits, filter});
		for (const letter of 'password: hunter2\n0123456789s') {
			transcript.push(Buffer.from(letter));
			transcript.flush();
		}
		await transcript.rest();
		const all = ['1.log.2', '1.log.1', '1.log'].map(name =>
			readFileSync(join(folder, name), 'utf8'),
		);
		expect(all.join('')).toMatch(/›\n0123456789s$/);
		expect(all.join('')).not.toContain('unfinished');
		expect(all.join('')).not.toContain('hunter2');
	});

	it('leaves nothing behind for a program that says nothing', async () => {
		const path = join(temporaryFolder(), '1.log');
		await openTranscript(path, {clock}).rest();
		expect(existsSync(path)).toBe(false);
	});

	it('holds no secret, however the output is cut, and every other byte as it came', async () => {
		const path = join(temporaryFolder(), '1.log');
		const filter = byteFilter(createRedactor().stream());
		const transcript = openTranscript(path, {clock, filter});
		const before = Buffer.from([0xff, 0xc3, 0xa9, 0x0a]);
		transcript.push(before);
		for (const byte of Buffer.from('X_TOKEN=abcd1234\r\n\u001B[32mghp_')) {
			transcript.push(Buffer.from([byte]));
		}
		transcript.push(Buffer.from('aB3'.repeat(12)));
		await transcript.rest();
		const bytes = readFileSync(path);
		expect(bytes.subarray(0, 4)).toEqual(before);
		expect(bytes.toString()).toMatch(
			/X_TOKEN=‹redacted:field·\w{4}›\r\n\u001B\[32m‹redacted:github·\w{4}›$/,
		);
	});

	it('keeps the newest part when it grows beyond its limit', async () => {
		const folder = temporaryFolder();
		const transcript = openTranscript(join(folder, '1.log'), {
			clock,
			limits: {fileBytesMax: 10, filesMax: 3},
		});
		for (let index = 0; index < 10; index += 1) {
			transcript.push(Buffer.from(`${index}`.repeat(7)));
		}
		await transcript.rest();
		expect(readdirSync(folder).toSorted()).toEqual(['1.log', '1.log.1', '1.log.2']);
		const all = Array.from({length: 10}, (_, index) => `${index}`.repeat(7)).join('');
		const {bytes, from} = await transcript.read({from: 0, to: 1000});
		expect([from, bytes.toString()]).toEqual([40, all.slice(40)]);
		expect(transcript.size()).toBe(70);
		const part = await transcript.read({from: 48, to: 53});
		expect(part.bytes.toString()).toBe(all.slice(48, 53));
	});

	it('reads what has just been printed', async () => {
		const transcript = openTranscript(join(temporaryFolder(), '1.log'), {clock});
		transcript.push(Buffer.from('hello'));
		expect((await transcript.read({from: 1, to: 3})).bytes.toString()).toBe('el');
		await transcript.rest();
	});

	it('does not stop the terminal when it cannot be written', async () => {
		const path = join(temporaryFolder(), '1.log');
		mkdirSync(path);
		const transcript = openTranscript(path, {clock});
		transcript.push(Buffer.from('x'));
		await transcript.rest();
		transcript.push(Buffer.from('y'));
		await transcript.rest();
		expect(transcript.size()).toBe(0);
	});
});
