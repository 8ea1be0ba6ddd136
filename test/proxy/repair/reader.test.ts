import {describe, expect, it} from 'vitest';
import {knownParsers} from '../../../scripts/known-parsers.ts';
import type {Attempt, OfferedTool} from '../../../source/proxy/repair/attempt.ts';
import {formats} from '../../../source/proxy/repair/formats/index.ts';
import {mend} from '../../../source/proxy/repair/mend.ts';
import {malformed} from './corpus/malformed.ts';
import {negative} from './corpus/negative.ts';
import {wellFormed} from './corpus/well-formed.ts';
import {attemptsOf, readPieces, textOf} from './read.ts';
import {tools} from './tools.ts';

describe('the corpus of attempts', () => {
	it.each([...wellFormed, ...malformed])('$title', ({text, found, format}) => {
		const parts = readPieces([text]);
		const attempts = attemptsOf(parts);
		expect(attempts.map(attempt => [attempt.name, outcomeOf(attempt)])).toEqual(found);
		expect(new Set(attempts.map(attempt => attempt.format))).toEqual(new Set([format]));
		expect(textOf(parts)).toBe(text);
	});
});

function outcomeOf(attempt: Attempt): unknown {
	if (!attempt.isWhole) {
		return 'cut';
	}
	const mended = mend(attempt, tools);
	switch (mended.type) {
		case 'call':
			return mended.arguments;
		case 'escalation':
			return {command: mended.command, reason: mended.reason};
		case 'unreadable':
			return 'unreadable';
	}
}

describe('a block of shell, where a tool has its very name', () => {
	const parameters = {type: 'object', properties: {command: {type: 'string'}}};
	const shells: readonly OfferedTool[] = [
		{name: 'bash', form: 'function', parameters: {...parameters, required: ['command']}},
		{name: 'shell', form: 'function', parameters: {...parameters, required: ['command']}},
	];

	it.each(['bash', 'shell'])('is a call of %s', name => {
		const [attempt] = attemptsOf(readPieces([`<${name}>\nls -la\n</${name}>`], shells));
		expect(attempt && mend(attempt, shells)).toMatchObject({
			type: 'call',
			name,
			arguments: {command: 'ls -la'},
		});
	});

	it('is none in a sentence', () => {
		const text = 'The <bash>ls</bash> block runs ls.';
		expect(readPieces([text], shells)).toEqual([{type: 'text', text}]);
	});
});

describe('the corpus of replies that call nothing', () => {
	it.each(negative)('%s', (_, text) => {
		expect(readPieces([text])).toEqual(text === '' ? [] : [{type: 'text', text}]);
	});
});

describe('the corpus', () => {
	it('has enough of both, and every format well-formed and malformed', () => {
		expect(wellFormed.length + malformed.length + negative.length).toBeGreaterThanOrEqual(400);
		expect(negative.length).toBeGreaterThanOrEqual(120);
		for (const {id} of formats) {
			expect(
				malformed.some(({format}) => format === id),
				id,
			).toBe(true);
			expect(id === 'escalation' || wellFormed.some(({format}) => format === id), id).toBe(true);
		}
	});

	it('has a format for each parser of other servers that is said to be read', () => {
		const ids = new Set(formats.map(({id}) => id));
		const named = Object.values(knownParsers).flatMap(parsers => Object.values(parsers));
		expect(named.length).toBeGreaterThan(140);
		expect(named.filter(id => id !== null && !ids.has(id))).toEqual([]);
	});
});
