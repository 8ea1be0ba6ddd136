import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openPinBook} from '../../source/storage/tool-pins.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const pin = (digest: string) => ({digest, text: `tool: ${digest}\n`});

describe('the pins of tools', () => {
	it('are read by every other program at once, and none is lost between two that write', () => {
		const home = temporaryFolder();
		const [one, other] = [openPinBook(home), openPinBook(home)];
		one.pin('github', 'a', pin('1'));
		other.pin('github', 'b', pin('2'));
		one.pin('jira', 'a', pin('3'));
		other.pin('github', 'a', pin('4'));
		expect([...one.all('github')]).toEqual([
			['a', pin('4')],
			['b', pin('2')],
		]);
		expect([...other.all('jira')]).toEqual([['a', pin('3')]]);
		expect(statSync(join(home, 'mcp-pins.json')).mode & 0o777).toBe(0o600);
	});

	it('of servers and tools that are called like parts of an object are pins like others', () => {
		const book = openPinBook(temporaryFolder());
		book.pin('__proto__', 'constructor', pin('1'));
		book.pin('toString', '__proto__', pin('2'));
		expect([...book.all('__proto__')]).toEqual([['constructor', pin('1')]]);
		expect([...book.all('toString')]).toEqual([['__proto__', pin('2')]]);
		expect([...book.all('constructor')]).toEqual([]);
	});

	it.each(['', '{', '[]', '{"github": 3}', '{"github": {"a": {"digest": 1, "text": 2}}}'])(
		'in a file that holds %j are none, so that everything asks, and a new one is kept',
		text => {
			const home = temporaryFolder();
			mkdirSync(home, {recursive: true});
			writeFileSync(join(home, 'mcp-pins.json'), text);
			const book = openPinBook(home);
			expect([...book.all('github')]).toEqual([]);
			book.pin('github', 'b', pin('2'));
			expect([...book.all('github')]).toEqual([['b', pin('2')]]);
		},
	);

	it('are written only when they change', () => {
		const home = temporaryFolder();
		const book = openPinBook(home);
		book.pin('github', 'a', pin('1'));
		const path = join(home, 'mcp-pins.json');
		writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
		const before = statSync(path).mtimeMs;
		book.pin('github', 'a', pin('1'));
		expect(statSync(path).mtimeMs).toBe(before);
	});
});
