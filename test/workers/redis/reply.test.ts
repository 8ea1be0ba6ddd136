import {describe, expect, it} from 'vitest';
import {createReplyReader, type RedisReply} from '../../../source/workers/redis/reply.ts';

function read(text: string): readonly RedisReply[] {
	return createReplyReader().push(Buffer.from(text, 'latin1'));
}

describe('an answer of Redis', () => {
	it.each<[string, string, RedisReply]>([
		['a word', '+OK\r\n', 'OK'],
		['a number', ':-42\r\n', -42],
		['a large number', '(3492890328409238509324850943850\r\n', '3492890328409238509324850943850'],
		['a double', ',1.5\r\n', 1.5],
		['no end of time', ',inf\r\n', Infinity],
		['yes', '#t\r\n', true],
		['nothing', '_\r\n', null],
		['nothing, as older servers say it', '$-1\r\n', null],
		['no list', '*-1\r\n', null],
		['bytes with a line break', '$4\r\na\r\nb\r\n', Buffer.from('a\r\nb')],
		['a refusal', '-WRONGTYPE no\r\n', {refused: 'WRONGTYPE no'}],
		['a long refusal', '!5\r\nERR x\r\n', {refused: 'ERR x'}],
		['a list in a list', '*2\r\n*1\r\n:1\r\n+a\r\n', [[1], 'a']],
		['a map', '%1\r\n+k\r\n:1\r\n', ['k', 1]],
		['a set', '~1\r\n:7\r\n', [7]],
		['what a server says beside it', '|1\r\n+ttl\r\n:3\r\n+OK\r\n', 'OK'],
	])('is read: %s', (_, text, value) => {
		expect(read(text)).toEqual([value]);
		const reader = createReplyReader();
		const pieces = Buffer.from(text, 'latin1');
		const replies = [...pieces].flatMap(byte => reader.push(Buffer.from([byte])));
		expect(replies).toEqual([value]);
	});

	it('is not mixed up with what the server tells unasked', () => {
		expect(read('>2\r\n+invalidate\r\n*0\r\n+OK\r\n')).toEqual(['OK']);
	});

	it.each([
		['another protocol', 'HTTP/1.1 400 Bad Request\r\n'],
		['a length that is none', '$x\r\n'],
		['a value that would fill the memory', '$99999999999\r\n'],
		['a list that would fill the memory', '*99999999\r\n'],
		['lists without an end', '*1\r\n'.repeat(100)],
		['a line without an end', '+'.repeat(100_000)],
	])('is given up: %s', (_, text) => {
		expect(() => read(text)).toThrow();
	});
});
