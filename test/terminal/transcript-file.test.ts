import {existsSync, mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createRedactor} from '../../source/storage/redact.ts';
import {byteFilter} from '../../source/storage/redact-bytes.ts';
import {openTranscript} from '../../source/terminal/transcript-file.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

describe('the transcript of a terminal', () => {
	it('is everything that was printed, for this user alone', async () => {
		const path = join(temporaryFolder(), 'terminals', '1.log');
		const transcript = openTranscript(path);
		transcript.push(Buffer.from('one '));
		transcript.push(Buffer.from('two'));
		await transcript.rest();
		transcript.push(Buffer.from(' three'));
		await transcript.rest();
		expect(readFileSync(path, 'utf8')).toBe('one two three');
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
	});

	it('has each piece before anything else happens: no frame shows what it does not hold', () => {
		const path = join(temporaryFolder(), '1.log');
		const transcript = openTranscript(path);
		transcript.push(Buffer.from('seen'));
		expect(readFileSync(path, 'utf8')).toBe('seen');
		transcript.push(Buffer.from(' and more'));
		expect(readFileSync(path, 'utf8')).toBe('seen and more');
	});

	it('leaves nothing behind for a program that says nothing', async () => {
		const path = join(temporaryFolder(), '1.log');
		await openTranscript(path).rest();
		expect(existsSync(path)).toBe(false);
	});

	it('holds no secret, however the output is cut, and every other byte as it came', async () => {
		const path = join(temporaryFolder(), '1.log');
		const filter = byteFilter(createRedactor().stream());
		const transcript = openTranscript(path, {filter});
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
		const transcript = openTranscript(join(temporaryFolder(), '1.log'));
		transcript.push(Buffer.from('hello'));
		expect((await transcript.read({from: 1, to: 3})).bytes.toString()).toBe('el');
		await transcript.rest();
	});

	it('does not stop the terminal when it cannot be written', async () => {
		const path = join(temporaryFolder(), '1.log');
		mkdirSync(path);
		const transcript = openTranscript(path);
		transcript.push(Buffer.from('x'));
		await transcript.rest();
		transcript.push(Buffer.from('y'));
		await transcript.rest();
		expect(transcript.size()).toBe(0);
	});
});
