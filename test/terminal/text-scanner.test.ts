import {describe, expect, it} from 'vitest';
import {
	checkPattern,
	createTextScanner,
	type TextPattern,
} from '../../source/terminal/text-scanner.ts';

const literal = (text: string): TextPattern => ({type: 'literal', text});
const regex = (source: string): TextPattern => ({type: 'regex', source, flags: 'mu'});

describe('a text that is waited for', () => {
	it.each([
		['a literal', literal('ready'), 'server is ready now', 'ready'],
		['across colours', literal('is ready'), 'is \u001B[32mready\u001B[0m', 'is ready'],
		['across a line end', literal('one\ntwo'), 'one\r\ntwo', 'one\ntwo'],
		['beside a title', literal('ab'), 'a\u001B]0;title\u0007b', 'ab'],
		['not ASCII', literal('größe 漢'), 'größe 漢', 'größe 漢'],
		['a regular expression', regex('port (\\d+)$'), 'on port 8080\r\n', 'port 8080'],
	] as const)('is found: %s', (_, pattern, output, match) => {
		const bytes = Buffer.from(output);
		const whole = createTextScanner(pattern);
		whole.feed(bytes);
		expect(whole.look()).toEqual({status: 'found', match});
		const inPieces = createTextScanner(pattern);
		for (const byte of bytes) {
			inPieces.feed(Buffer.of(byte));
		}
		expect(inPieces.look()).toEqual({status: 'found', match});
	});

	it('is found when it comes in two looks', () => {
		const scanner = createTextScanner(literal('ready'));
		scanner.feed(Buffer.from('not rea'));
		expect(scanner.look()).toEqual({status: 'absent'});
		scanner.feed(Buffer.from('dy'));
		expect(scanner.look()).toMatchObject({status: 'found'});
	});

	it('is not found in an escape sequence', () => {
		const scanner = createTextScanner(literal('title'));
		scanner.feed(Buffer.from('\u001B]0;title\u0007\u001B[31m'));
		expect(scanner.look()).toEqual({status: 'absent'});
	});

	it('gives up on a pattern that would run for years', () => {
		const scanner = createTextScanner(regex('^(a+)+$'));
		scanner.feed(Buffer.from(`${'a'.repeat(60)}!`));
		expect(scanner.look()).toEqual({status: 'too-slow'});
	});

	it('says what is wrong with a pattern', () => {
		expect(() => checkPattern(regex('(open'))).toThrow(SyntaxError);
	});
});
