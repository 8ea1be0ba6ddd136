import {describe, expect, it} from 'vitest';
import type {ReadPart} from '../../../source/proxy/repair/attempt.ts';
import {attemptCharactersMax, createReader} from '../../../source/proxy/repair/reader.ts';
import {heldCharactersMax} from '../../../source/proxy/repair/reader-openers.ts';
import {hostile} from './hostile.ts';
import {attemptsOf, readPieces, textOf} from './read.ts';
import {tools} from './tools.ts';

const length = 16 * 1024;

describe('a hostile reply', () => {
	it.each(Object.entries(hostile))('loses nothing: %s', (_, make) => {
		const text = make(length);
		const whole = readPieces([text]);
		expect(textOf(whole)).toBe(text);
		expect(readPieces(text.match(/[\s\S]{1,997}/g)!)).toEqual(whole);
	});

	it.each([
		'less-than signs',
		'less-than signs on lines',
		'brackets',
		'brackets on lines',
		'braces',
		'backticks and words',
		'quotations',
		'spaces',
		'one line of words and tags',
		'regions never closed',
	])('is told as it comes, but for what one opener takes: %s', title => {
		let told = 0;
		const reader = createReader({
			tools,
			emit: part => {
				told += part.type === 'text' ? part.text.length : part.attempt.raw.length;
			},
		});
		const text = hostile[title]!(4096);
		for (const [index, letter] of [...text].entries()) {
			reader.push(letter);
			expect(index + 1 - told).toBeLessThanOrEqual(heldCharactersMax + 1);
		}
	});

	it('does not make a call of what follows an attempt that is too large', () => {
		const parts: ReadPart[] = [];
		const reader = createReader({tools, emit: part => parts.push(part)});
		reader.push('<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "');
		const piece = 'x'.repeat(1024 * 1024);
		for (let pushed = 0; pushed <= attemptCharactersMax; pushed += piece.length) {
			reader.push(piece);
		}
		reader.push('\n<tool_call>{"name": "run_command", "arguments": {"cmd": "ls"}}</tool_call>\n');
		reader.end();
		expect(attemptsOf(parts).map(({name, isWhole}) => [name, isWhole])).toEqual([
			['write_file', false],
		]);
	});
});

describe('without tools on offer', () => {
	it('everything is text', () => {
		const text = '<tool_call>{"name": "run_command", "arguments": {"cmd": "ls"}}</tool_call>';
		expect(readPieces([text], [])).toEqual([{type: 'text', text}]);
	});
});
