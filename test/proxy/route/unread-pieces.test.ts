import {expect, test} from 'vitest';
import {createUnreadPieces} from '../../../source/proxy/route/unread-pieces.ts';

function open() {
	const read: string[] = [];
	const pieces = createUnreadPieces(bytes => read.push(Buffer.from(bytes).toString()));
	return {read, pieces, add: (text: string) => pieces.add(Buffer.from(text))};
}

test('pieces are read together, in their order and once', () => {
	const {read, pieces, add} = open();
	pieces.read();
	add('a');
	add('b');
	expect(read).toEqual([]);
	pieces.read();
	pieces.read();
	add('c');
	pieces.read();
	expect(read).toEqual(['ab', 'c']);
});

test('more than 65,536 bytes are read at once, and then it begins anew', () => {
	const {read, add} = open();
	add('x'.repeat(65_536));
	expect(read).toEqual([]);
	add('y');
	expect(read.map(({length}) => length)).toEqual([65_537]);
	add('x'.repeat(65_536));
	expect(read).toHaveLength(1);
});
