import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createRedactor} from '../../../source/storage/redact.ts';
import {readPickle} from '../../../source/workers/pickle/read.ts';
import {entryOf, pickleWords} from '../../../source/workers/pickle/value.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

/** Python's own pickles of an expression, one for each protocol. */
function pickles(expression: string): readonly Buffer[] {
	const program = `import pickle, sys, datetime, collections
value = eval(sys.argv[1])
print('\\n'.join(pickle.dumps(value, protocol).hex() for protocol in range(6)))`;
	const lines = execFileSync('python3', ['-c', program, expression], {encoding: 'utf8'});
	return lines
		.trim()
		.split('\n')
		.map(line => Buffer.from(line, 'hex'));
}

describe('a pickle', () => {
	it.each([
		['None', 'None'],
		['[True, False, 0, -1, 255, 65536, -2**31]', '[True, False, 0, -1, 255, 65536, -2147483648]'],
		['[2**53 + 1, -2**70, 2**200]', `[9007199254740993, ${-(2n ** 70n)}, ${2n ** 200n}]`],
		['1731931410000', '1731931410000'],
		['[1.5, -0.25]', '[1.5, -0.25]'],
		['"é\\n‹x›"', '"é\\n‹x›"'],
		['{"a": (1, "b", [None]), "c": {"d": ()}}', '{"a": [1, "b", [None]], "c": {"d": []}}'],
	])('is read as data in every protocol: %s', (expression, words) => {
		for (const bytes of pickles(expression)) {
			const value = readPickle(bytes);
			expect(value === null && expression !== 'None' ? 'unreadable' : pickleWords(value)).toBe(
				words,
			);
		}
	});

	it('of a job of arq gives its function, arguments and tries', () => {
		const job =
			'{"t": 3, "f": "send_mail", "a": ("x@y",), "k": {"when": datetime.datetime(2026, 11, 19)}, "et": 1731931410000}';
		for (const bytes of pickles(job).slice(2)) {
			const value = readPickle(bytes);
			expect(entryOf(value, 'f')).toBe('send_mail');
			expect(entryOf(value, 't')).toBe(3);
			expect(entryOf(value, 'et')).toBe(1_731_931_410_000);
			expect(pickleWords(entryOf(value, 'k')!)).toMatch(/^\{"when": datetime\.datetime\(/);
		}
	});

	it('loses its secrets before it is cut, wherever that is', () => {
		// Built from pieces, so that no search for secrets finds one in this file.
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const hide = createRedactor().text;
		for (let before = 450; before < 500; before += 1) {
			const words = pickleWords(`${'x'.repeat(before)} ${secret}`, hide);
			expect(words).toMatch(/^"x+/);
			expect(words).not.toContain('ghp_');
		}
	});

	it('that would call a program when Python loads it is only words here', () => {
		const mark = join(temporaryFolder(), 'called');
		const evil = `type("Evil", (), {"__reduce__": lambda self: (__import__("os").mkdir, (${JSON.stringify(mark)},))})()`;
		const values = pickles(evil).map(readPickle);
		expect(existsSync(mark)).toBe(false);
		expect(pickleWords(values[4]!)).toBe(`posix.mkdir(${JSON.stringify(mark)})`);
		// The proof that it is one: Python itself makes the folder.
		execFileSync('python3', [
			'-c',
			`import pickle; pickle.loads(bytes.fromhex("${pickles(evil)[4]!.toString('hex')}"))`,
		]);
		expect(existsSync(mark)).toBe(true);
	});

	it('that holds itself, or one list many times over, is cut and not followed', () => {
		const self = 'exec("global l; l = []; l.append(l)") or l';
		const bomb = 'exec("global b; b = []\\nfor _ in range(40): b = [b] * 10") or b';
		for (const expression of [self, bomb]) {
			const words = pickleWords(readPickle(pickles(expression)[4]!)!);
			expect(words).toContain('…');
			expect(words.length).toBeLessThan(3000);
		}
	});

	it.each([
		['nothing', ''],
		['no pickle', 'hello'],
		['MessagePack', '\x85\xa1t\xc0\xa1f\xa4work'],
		['an end without a value', '\x80\x04.'],
		['a mark that was never set', '\x80\x04t.'],
		['a value that was never kept', '\x80\x04h\x05.'],
		['more than it has', '\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xffx.'],
		['a number of a million digits', `\x80\x04\x8b\xff\xff\x00\x00${'x'.repeat(70_000)}.`],
		['an object of another process', 'Pabc\n.'],
		['an extension', '\x80\x02\x82\x01.'],
		['a buffer from elsewhere', '\x80\x05\x97.'],
	])('that can’t be read is nothing: %s', (_, bytes) => {
		expect(readPickle(Buffer.from(bytes, 'latin1'))).toBe(null);
	});

	it('larger than a job of a queue is not read', () => {
		expect(readPickle(Buffer.alloc(262_145, 'N'))).toBe(null);
	});

	it('of random bytes, or damaged anywhere, throws nothing and ends soon', () => {
		const whole = pickles('{"a": [1, 2**70, "x" * 20, (None, True)], "k": {"b": b"y"}}');
		const random = randomOf(7);
		for (let round = 0; round < 20_000; round += 1) {
			const base = whole[round % whole.length]!;
			const bytes = round % 3 === 0 ? Buffer.alloc(random() % 60) : Buffer.from(base);
			const changes = round % 3 === 0 ? bytes.length : 1 + (random() % 4);
			for (let change = 0; change < changes && bytes.length > 0; change += 1) {
				bytes[random() % bytes.length] = random() % 256;
			}
			const value = readPickle(bytes);
			expect(value === null ? 'None' : pickleWords(value)).toEqual(expect.any(String));
		}
	});
});

/** The same numbers each time. */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state >>> 8;
	};
}
