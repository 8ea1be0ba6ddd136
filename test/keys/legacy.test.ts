import {expect, it} from 'vitest';
import {createDecoder} from '../../source/keys/decode.ts';
import type {Input, KeyPress} from '../../source/keys/key.ts';
import {legacyBytes} from '../../source/keys/legacy.ts';
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
	'\u001B[Z',
])('%j is written as it was read', bytes => {
	expect(legacyBytes(decode(bytes) as KeyPress)).toBe(bytes);
});
