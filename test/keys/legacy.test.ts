import {expect, it} from 'vitest';
import {createDecoder} from '../../source/keys/decode.ts';
import type {Input, KeyPress} from '../../source/keys/key.ts';
import {bytesForPane, legacyBytes} from '../../source/keys/legacy.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function decode(text: string): Input {
	const inputs: Input[] = [];
	const decoder = createDecoder({clock: fakeClock(), onInput: input => inputs.push(input)});
	decoder.feed(Buffer.from(text));
	decoder.close();
	return inputs[0]!;
}

it.each([
	'a',
	'A',
	'é',
	' ',
	'\r',
	'\t',
	'\u007F',
	'\u0000',
	'\u0001',
	'\u001C',
	'\u001F',
	'\u001B',
	'\u001Bx',
	'\u001BX',
	'\u001B\r',
	'\u001B[A',
	'\u001B[1;5A',
	'\u001B[1;3H',
	'\u001BOP',
	'\u001B[1;2P',
	'\u001B[15~',
	'\u001B[3;5~',
	'\u001B[34~',
	'\u001B[Z',
])('%j is written as it was read', bytes => {
	expect(legacyBytes(decode(bytes) as KeyPress)).toBe(bytes);
});

it('arrows follow the cursor mode of the program in the pane, whatever mode ours is in', () => {
	for (const sent of ['\u001B[A', '\u001BOA']) {
		expect(bytesForPane(decode(sent))).toBe('\u001B[A');
		expect(bytesForPane(decode(sent), {applicationCursor: true})).toBe('\u001BOA');
	}
	expect(bytesForPane(decode('\u001B[1;5A'), {applicationCursor: true})).toBe('\u001B[1;5A');
});

it('a paste is marked only for a program that asked for marks', () => {
	const paste = decode('\u001B[200~a\rb\u001B[201~');
	expect(bytesForPane(paste)).toBe('a\rb');
	expect(bytesForPane(paste, {bracketedPaste: true})).toBe('\u001B[200~a\rb\u001B[201~');
});

it('mouse, focus and answers are nothing for a program in a pane', () => {
	for (const sent of ['\u001B[<0;1;1M', '\u001B[I', '\u001B[?1;2c']) {
		expect(bytesForPane(decode(sent))).toBe('');
	}
});
