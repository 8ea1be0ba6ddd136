import {EventEmitter} from 'node:events';
import {expect, it, onTestFinished} from 'vitest';
import {openLines} from '../../../source/front-ends/linear/lines.ts';

function open() {
	const source = Object.assign(new EventEmitter(), {
		pause() {},
		setRawMode: (isRaw: boolean) => void modes.push(isRaw),
	});
	const modes: boolean[] = [];
	const heard: string[] = [];
	const lines = openLines(source);
	onTestFinished(lines.close);
	lines.listen({line: text => heard.push(text), end: why => heard.push(`(${why})`)});
	return {
		lines,
		heard,
		modes,
		source,
		type: (text: string) => source.emit('data', Buffer.from(text)),
	};
}

it('gives whole lines, however they come in', () => {
	const {heard, type} = open();
	type('one\ntw');
	type('o  \r\n\n');
	expect(heard).toEqual(['one', 'two', '']);
});

it('gives a hidden line to whoever asked for it and to nobody else, with the echo off meanwhile', async () => {
	const {lines, heard, modes, type} = open();
	type('before\n');
	const secret = lines.readHidden();
	expect(modes).toEqual([true]);
	type('hunterX\u007F');
	type('2é\r');
	type('after\n');
	expect(await secret).toBe('hunter2é');
	expect(heard).toEqual(['before', 'after']);
	expect(modes).toEqual([true, false]);
});

it.each([
	['Ctrl+C', '\u0003'],
	['Ctrl+D', '\u0004'],
])('gives nothing when %s ends a hidden line, and nothing of it comes later', async (_, key) => {
	const {lines, heard, modes, type} = open();
	const secret = lines.readHidden();
	type(`half${key}`);
	type('after\n');
	expect([await secret, heard, modes]).toEqual([null, ['after'], [true, false]]);
});

it('says that the input has ended, also to whoever listens later', async () => {
	const {lines, heard, source} = open();
	const secret = lines.readHidden();
	source.emit('end');
	expect(await secret).toBe(null);
	lines.listen({line() {}, end: why => heard.push(why)});
	expect(heard).toEqual(['(closed)', 'closed']);
	expect(await lines.readHidden()).toBe(null);
});
