import {describe, expect, it} from 'vitest';
import {createDecoder} from '../../source/keys/decode.ts';
import type {Input} from '../../source/keys/key.ts';
import {bytesForPane} from '../../source/keys/pane-bytes.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function decode(text: string): Input {
	const inputs: Input[] = [];
	const decoder = createDecoder({clock: fakeClock(), onInput: input => inputs.push(input)});
	decoder.feed(Buffer.from(text));
	decoder.close();
	return inputs[0]!;
}

/** As xterm's own documents write it, with the modifier parameter `m` where there is one. */
type Row = {
	readonly plain: string;
	readonly application?: string;
	readonly modified: (m: number) => string;
	/** The same key as other terminals, and newer protocols, write it. */
	readonly alsoReadFrom: readonly string[];
};

const cursorKey = (letter: string, ...alsoReadFrom: readonly string[]): Row => ({
	plain: `\u001B[${letter}`,
	application: `\u001BO${letter}`,
	modified: m => `\u001B[1;${m}${letter}`,
	alsoReadFrom: [`\u001BO${letter}`, `\u001B[1;1:1${letter}`, ...alsoReadFrom],
});

const earlyFunctionKey = (letter: string, ...alsoReadFrom: readonly string[]): Row => ({
	plain: `\u001BO${letter}`,
	modified: m => `\u001B[1;${m}${letter}`,
	alsoReadFrom: [`\u001B[${letter}`, ...alsoReadFrom],
});

const numbered = (number: number, ...alsoReadFrom: readonly string[]): Row => ({
	plain: `\u001B[${number}~`,
	modified: m => `\u001B[${number};${m}~`,
	alsoReadFrom,
});

const keys: Readonly<Record<string, Row>> = {
	up: cursorKey('A', '\u001B[57419u'),
	down: cursorKey('B', '\u001B[57420u'),
	right: cursorKey('C', '\u001B[57418u'),
	left: cursorKey('D', '\u001B[57417u'),
	home: cursorKey('H', '\u001B[1~', '\u001B[7~', '\u001B[57423u'),
	end: cursorKey('F', '\u001B[4~', '\u001B[8~', '\u001B[57424u'),
	insert: numbered(2, '\u001B[57425u'),
	delete: numbered(3, '\u001B[57426u'),
	pageup: numbered(5, '\u001B[57421u'),
	pagedown: numbered(6, '\u001B[57422u'),
	f1: earlyFunctionKey('P', '\u001B[11~', '\u001B[[A'),
	f2: earlyFunctionKey('Q', '\u001B[12~', '\u001B[[B'),
	f3: earlyFunctionKey('R', '\u001B[13~', '\u001B[[C'),
	f4: earlyFunctionKey('S', '\u001B[14~', '\u001B[[D'),
	f5: numbered(15, '\u001B[[E'),
	f6: numbered(17),
	f7: numbered(18),
	f8: numbered(19),
	f9: numbered(20),
	f10: numbered(21),
	f11: numbered(23),
	f12: numbered(24),
};

/** `infocmp xterm-256color` names these; the second form is what a VT220 or a Linux console sends. */
it.each([
	['f13', '\u001B[1;2P', 25, 57376],
	['f14', '\u001B[1;2Q', 26, 57377],
	['f15', '\u001B[1;2R', 28, 57378],
	['f16', '\u001B[1;2S', 29, 57379],
	['f17', '\u001B[15;2~', 31, 57380],
	['f18', '\u001B[17;2~', 32, 57381],
	['f19', '\u001B[18;2~', 33, 57382],
	['f20', '\u001B[19;2~', 34, 57383],
] as const)('%s reaches a program as its terminfo says: %j', (_name, bytes, number, kitty) => {
	for (const sent of [bytes, `\u001B[${number}~`, `\u001B[${kitty}u`]) {
		expect(bytesForPane(decode(sent)), JSON.stringify(sent)).toBe(bytes);
	}
	expect(bytesForPane(decode(`\u001B[${kitty};5u`))).toBe(bytes.replace(';2', ';6'));
});

it('a paste has the line ends of Enter for a program that knows no bracketed paste', () => {
	const paste = decode('\u001B[200~one\r\ntwo\nthree\rfour\u001B[201~');
	expect(bytesForPane(paste)).toBe('one\rtwo\rthree\rfour');
});

it('a shortcut of a Cyrillic layout is the control character of the Latin one', () => {
	expect(bytesForPane(decode('\u001B[1089::99;5u'))).toBe('\u0003');
	expect(bytesForPane(decode('\u001B[1089::99u'))).toBe('с');
});

const modifiers = [2, 3, 4, 5, 6, 7, 8] as const;

describe.each(Object.entries(keys))('%s', (_name, {plain, application, modified, alsoReadFrom}) => {
	it.each([plain, ...alsoReadFrom])('sent by our terminal as %j arrives as from xterm', sent => {
		expect(bytesForPane(decode(sent), {applicationCursor: false})).toBe(plain);
		expect(bytesForPane(decode(sent), {applicationCursor: true})).toBe(application ?? plain);
	});

	it.each(modifiers)('arrives with the modifiers %d in both cursor modes', m => {
		for (const applicationCursor of [false, true]) {
			expect(bytesForPane(decode(modified(m)), {applicationCursor})).toBe(modified(m));
		}
	});

	it.each(modifiers)('with the modifiers %d arrives the same from a kitty keyboard', m => {
		for (const sent of alsoReadFrom.filter(form => form.endsWith('u'))) {
			const withModifiers = sent.replace(/u$/, `;${m}u`);
			expect(bytesForPane(decode(withModifiers))).toBe(modified(m));
		}
	});
});

describe('a key with a character', () => {
	it.each([
		['a', 'a', ['\u001B[97u']],
		['A', 'A', ['\u001B[97;2u', '\u001B[97:65;2u']],
		['é', 'é', ['\u001B[233u']],
		['ctrl+a', '\u0001', ['\u001B[97;5u', '\u001B[27;5;97~']],
		['ctrl+c', '\u0003', ['\u001B[99;5u']],
		['ctrl+space', '\u0000', ['\u001B[32;5u']],
		['ctrl+[', '\u001B', ['\u001B[91;5u']],
		['ctrl+\\', '\u001C', ['\u001B[92;5u']],
		['alt+x', '\u001Bx', ['\u001B[120;3u']],
		['alt+X', '\u001BX', ['\u001B[120;4u']],
		['ctrl+alt+a', '\u001B\u0001', ['\u001B[97;7u']],
		['enter', '\r', ['\u001B[13u', '\u001BOM', '\u001B[57414u']],
		['tab', '\t', ['\u001B[9u']],
		['shift+tab', '\u001B[Z', ['\u001B[9;2u', '\u001B[27;2;9~']],
		['escape', '\u001B', ['\u001B[27u']],
		['alt+enter', '\u001B\r', ['\u001B[13;3u']],
		['backspace', '\u007F', ['\u001B[127u']],
		['ctrl+backspace', '\b', ['\u001B[127;5u', '\u001B[27;5;127~']],
		['alt+backspace', '\u001B\u007F', ['\u001B[127;3u']],
	])('%s is %j also from a newer keyboard protocol', (_name, bytes, alsoReadFrom) => {
		for (const sent of [bytes, ...alsoReadFrom]) {
			expect(bytesForPane(decode(sent))).toBe(bytes);
		}
	});
});

it('Escape and then an arrow in one piece is not taken for an arrow with Alt', () => {
	expect(bytesForPane(decode('\u001B\u001B[H'))).toBe('\u001B\u001B[H');
	expect(bytesForPane(decode('\u001B\u001B[A'), {applicationCursor: true})).toBe('\u001B\u001BOA');
});

describe('the keypad', () => {
	it.each([
		['0', 'p', 57399],
		['5', 'u', 57404],
		['9', 'y', 57408],
		['.', 'n', 57409],
		['/', 'o', 57410],
		['*', 'j', 57411],
		['-', 'm', 57412],
		['+', 'k', 57413],
		['=', 'X', 57415],
		[',', 'l', 57416],
	])(
		'%s is itself, and SS3 %s where the program tells keypad from digits',
		(text, letter, code) => {
			for (const sent of [`\u001BO${letter}`, `\u001B[${code}u`]) {
				expect(bytesForPane(decode(sent))).toBe(text);
				expect(bytesForPane(decode(sent), {applicationKeypad: true})).toBe(`\u001BO${letter}`);
			}
			expect(bytesForPane(decode(text), {applicationKeypad: true})).toBe(text);
		},
	);

	it('has an Enter of its own', () => {
		expect(bytesForPane(decode('\u001B[57414u'), {applicationKeypad: true})).toBe('\u001BOM');
		expect(bytesForPane(decode('\r'), {applicationKeypad: true})).toBe('\r');
	});
});

describe('a paste', () => {
	it('is marked only for a program that asked for marks', () => {
		const paste = decode('\u001B[200~a\rb\u001B[201~');
		expect(bytesForPane(paste)).toBe('a\rb');
		expect(bytesForPane(paste, {bracketedPaste: true})).toBe('\u001B[200~a\rb\u001B[201~');
	});

	it('cannot end its own marks', () => {
		const paste = {type: 'paste', text: '', raw: 'a\u001B[201~rm -rf'} as const;
		expect(bytesForPane(paste, {bracketedPaste: true})).toBe('\u001B[200~arm -rf\u001B[201~');
	});
});

describe('the mouse', () => {
	const press = '\u001B[<0;3;2M';
	const release = '\u001B[<0;3;2m';
	const drag = '\u001B[<32;3;2M';
	const move = '\u001B[<35;3;2M';
	const wheel = '\u001B[<65;3;2M';

	it.each([
		['none', []],
		['x10', [press]],
		['vt200', [press, release, wheel]],
		['drag', [press, release, drag, wheel]],
		['any', [press, release, drag, move, wheel]],
	] as const)('with tracking %s says what the program asked for', (mouse, wanted) => {
		const said = [press, release, drag, move, wheel].map(sent =>
			bytesForPane(decode(sent), {mouse, mouseEncoding: 'SGR'}),
		);
		expect(said.filter(bytes => bytes !== '')).toEqual(wanted);
	});

	it('is written in the old way for a program that knows no other', () => {
		const modes = {mouse: 'vt200', mouseEncoding: 'DEFAULT'} as const;
		expect(bytesForPane(decode(press), modes)).toBe('\u001B[M #"');
		expect(bytesForPane(decode(release), modes)).toBe('\u001B[M##"');
		expect(bytesForPane(decode('\u001B[<16;3;2M'), modes)).toBe('\u001B[M0#"');
		expect(bytesForPane(decode('\u001B[<0;120;2M'), modes)).toBe('');
	});
});

it('the focus is told to a program that asked for it, and to no other', () => {
	for (const sent of ['\u001B[I', '\u001B[O']) {
		expect(bytesForPane(decode(sent))).toBe('');
		expect(bytesForPane(decode(sent), {focusEvents: true})).toBe(sent);
	}
});

it('an answer of our own terminal is nothing for a program in a pane', () => {
	expect(bytesForPane(decode('\u001B[?1;2c'))).toBe('');
});
