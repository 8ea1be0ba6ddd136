import {describe, expect, it} from 'vitest';
import {keyBytes} from '../../source/terminal/key-bytes.ts';

const normal = {applicationCursor: false};
const application = {applicationCursor: true};

describe('a key by its name', () => {
	it.each([
		['Up', '\u001B[A'],
		['Down', '\u001B[B'],
		['Right', '\u001B[C'],
		['Left', '\u001B[D'],
		['Home', '\u001B[H'],
		['End', '\u001B[F'],
		['C-Right', '\u001B[1;5C'],
		['S-Up', '\u001B[1;2A'],
		['M-Left', '\u001B[1;3D'],
		['C-S-End', '\u001B[1;6F'],
		['C-M-S-Home', '\u001B[1;8H'],
		['Insert', '\u001B[2~'],
		['Delete', '\u001B[3~'],
		['PageUp', '\u001B[5~'],
		['PgDn', '\u001B[6~'],
		['C-Delete', '\u001B[3;5~'],
		['F1', '\u001BOP'],
		['F4', '\u001BOS'],
		['S-F1', '\u001B[1;2P'],
		['F5', '\u001B[15~'],
		['F6', '\u001B[17~'],
		['F11', '\u001B[23~'],
		['F12', '\u001B[24~'],
		['F13', '\u001B[25~'],
		['F20', '\u001B[34~'],
		['C-F5', '\u001B[15;5~'],
		['Enter', '\r'],
		['Return', '\r'],
		['Tab', '\t'],
		['S-Tab', '\u001B[Z'],
		['Escape', '\u001B'],
		['Backspace', '\u007F'],
		['C-Backspace', '\b'],
		['M-Backspace', '\u001B\u007F'],
		['Space', ' '],
		['C-Space', '\0'],
		['C-c', '\u0003'],
		['Ctrl+C', '\u0003'],
		['^D', '\u0004'],
		['C-[', '\u001B'],
		['C-\\', '\u001C'],
		['M-x', '\u001Bx'],
		['C-M-a', '\u001B\u0001'],
		['q', 'q'],
		['-', '-'],
		['é', 'é'],
	])('%s sends what xterm sends', (name, bytes) => {
		expect(keyBytes(name, normal)).toBe(bytes);
	});

	it.each([
		['Up', '\u001BOA'],
		['Home', '\u001BOH'],
		['C-Up', '\u001B[1;5A'],
		['F1', '\u001BOP'],
		['PageUp', '\u001B[5~'],
	])('%s in application cursor mode', (name, bytes) => {
		expect(keyBytes(name, application)).toBe(bytes);
	});

	it.each(['Frobnicate', 'F21', 'C-é', 'ab', ''])('%s is no key', name => {
		expect(keyBytes(name, normal)).toBeNull();
	});
});
