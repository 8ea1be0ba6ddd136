import {expect, it} from 'vitest';
import type {Part} from '../../source/events/part.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {redactChunks} from '../../source/storage/redact-chunks.ts';

const redactor = createRedactor(['the-known-value']);
const end: Part = {type: 'end', finish: 'stop'};
const texts = (...pieces: readonly string[]): readonly Part[] =>
	pieces.map(text => ({type: 'text', text}));

it('what holds no secret stays as it came', () => {
	const parts = [...texts('one ', 'two'), end];
	expect(redactChunks(parts, redactor)).toEqual({chunks: parts, isClean: true});
});

it('a secret that came in pieces is in none of them, and the end stays the end', () => {
	const {chunks, isClean} = redactChunks(
		[...texts('it is the-kn', 'own-v', 'alue'), end],
		redactor,
	);
	expect(isClean).toBe(false);
	expect(chunks.at(-1)).toEqual(end);
	const text = chunks.map(part => (part.type === 'text' ? part.text : '')).join('');
	expect(text).toMatch(/^it is ‹redacted:known·\w{4}›$/);
	expect(JSON.stringify(chunks)).not.toContain('the-kn');
});

it('the arguments of a call are redacted and stay JSON', () => {
	const call: Part = {
		type: 'call',
		id: 'c',
		name: 'x',
		arguments: '{"cmd":"echo the-known-value"}',
	};
	const [hidden] = redactChunks([call, end], redactor).chunks;
	expect(hidden?.type === 'call' && JSON.parse(hidden.arguments).cmd).toMatch(/^echo ‹redacted/);
});
