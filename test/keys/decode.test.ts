import {describe, expect, it} from 'vitest';
import {createDecoder} from '../../source/keys/decode.ts';
import {chordOf, type Input} from '../../source/keys/key.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function open() {
	const clock = fakeClock();
	const inputs: Input[] = [];
	const decoder = createDecoder({clock, onInput: input => inputs.push(input)});
	return {
		clock,
		decoder,
		feed: (text: string) => decoder.feed(Buffer.from(text)),
		take: () => inputs.splice(0),
	};
}

it('different letters in one piece are told from keys that are pressed, one letter many times is not', () => {
	const bursts = (text: string) => {
		const {feed, clock, take} = open();
		feed(text);
		clock.advance(2000);
		return take().map(input => input.type === 'key' && input.isBurst === true);
	};
	expect(bursts('ynys')).toEqual([true, true, true, true]);
	expect(bursts('nay')).toEqual([true, true, true]);
	expect(bursts('y')).toEqual([false]);
	expect(bursts('yyy')).toEqual([false, false, false]);
	expect(bursts('y\r')).toEqual([false, false]);
	expect(bursts('\u001B[Ay')).toEqual([false, false]);
	expect(bursts('\u0018i')).toEqual([false, false]);
});

/** Everything that one chunk means, in short. */
function read(text: string): string {
	const {feed, clock, take} = open();
	feed(text);
	clock.advance(2000);
	return take().map(show).join(' ');
}

function show(input: Input): string {
	switch (input.type) {
		case 'key':
			return chordOf(input);
		case 'paste':
			return `paste(${input.text})`;
		case 'mouse':
			return `${input.ctrl ? 'ctrl+' : ''}${input.action}:${input.button}@${input.x},${input.y}`;
		case 'focus':
			return input.focused ? 'focus' : 'blur';
		default:
			return 'reply';
	}
}

describe('typed characters', () => {
	it.each([
		['a', 'a'],
		['A', 'A'],
		['é', 'é'],
		['日本', '日 本'],
		['🙂', '🙂'],
		[' ', 'space'],
		['?', '?'],
		['\r', 'enter'],
		['\n', 'ctrl+j'],
		['\t', 'tab'],
		['\u007F', 'backspace'],
		['\b', 'ctrl+h'],
		['\u0000', 'ctrl+space'],
		['\u0001', 'ctrl+a'],
		['\u001A', 'ctrl+z'],
		['\u001C', 'ctrl+\\'],
		['\u001D', 'ctrl+]'],
		['\u001F', 'ctrl+_'],
		['\u001B', 'escape'],
		['\u001Bx', 'alt+x'],
		['\u001BX', 'alt+shift+x'],
		['\u001B\r', 'alt+enter'],
		['\u001B\u007F', 'alt+backspace'],
		['\u001B\u0001', 'ctrl+alt+a'],
		['\u001B[', 'alt+['],
		['\u001BO', 'alt+shift+o'],
		['\u001B]', 'alt+]'],
		['\u001BP', 'alt+shift+p'],
		['\u001BPx', 'alt+shift+p x'],
		['\u001B\u001B', 'escape escape'],
		['abc\r', 'a b c enter'],
	])('%j', (bytes, keys) => {
		expect(read(bytes)).toBe(keys);
	});

	it('carry the text that they insert, and none with Ctrl or Alt', () => {
		const {feed, take} = open();
		feed('Aé \u0001\u001Bx');
		expect(take().map(input => (input.type === 'key' ? input.text : ''))).toEqual([
			'A',
			'é',
			' ',
			'',
			'',
		]);
	});
});

describe('keys without a character', () => {
	const forms: readonly (readonly [string, readonly string[]])[] = [
		['up', ['\u001B[A', '\u001BOA']],
		['down', ['\u001B[B', '\u001BOB']],
		['right', ['\u001B[C', '\u001BOC']],
		['left', ['\u001B[D', '\u001BOD']],
		['home', ['\u001B[H', '\u001BOH', '\u001B[1~', '\u001B[7~']],
		['end', ['\u001B[F', '\u001BOF', '\u001B[4~', '\u001B[8~']],
		['begin', ['\u001B[E', '\u001BOE']],
		['insert', ['\u001B[2~']],
		['delete', ['\u001B[3~']],
		['pageup', ['\u001B[5~']],
		['pagedown', ['\u001B[6~']],
		['f1', ['\u001BOP', '\u001B[11~', '\u001B[[A', '\u001B[P']],
		['f2', ['\u001BOQ', '\u001B[12~', '\u001B[[B', '\u001B[Q']],
		['f3', ['\u001BOR', '\u001B[13~', '\u001B[[C']],
		['f4', ['\u001BOS', '\u001B[14~', '\u001B[[D', '\u001B[S']],
		['f5', ['\u001B[15~', '\u001B[[E']],
		['f6', ['\u001B[17~']],
		['f10', ['\u001B[21~']],
		['f12', ['\u001B[24~']],
		['f13', ['\u001B[25~', '\u001B[57376u']],
		['f20', ['\u001B[34~']],
		['shift+tab', ['\u001B[Z', '\u001B[9;2u']],
		['shift+up', ['\u001B[1;2A', '\u001B[a']],
		['alt+up', ['\u001B[1;3A', '\u001B\u001B[A', '\u001B\u001BOA']],
		['alt+shift+up', ['\u001B[1;4A']],
		['ctrl+up', ['\u001B[1;5A']],
		['ctrl+shift+up', ['\u001B[1;6A']],
		['ctrl+alt+up', ['\u001B[1;7A']],
		['ctrl+alt+shift+up', ['\u001B[1;8A']],
		['shift+f3', ['\u001B[1;2R', '\u001B[13;2~']],
		['ctrl+delete', ['\u001B[3;5~', '\u001B[3^']],
		['shift+delete', ['\u001B[3;2~', '\u001B[3$']],
		['ctrl+shift+delete', ['\u001B[3@']],
		['ctrl+home', ['\u001B[1;5H', '\u001B[7^']],
		['enter', ['\u001BOM', '\u001B[13u', '\u001B[57414u']],
		['5', ['\u001BOu', '\u001B[57404u']],
		['+', ['\u001BOk']],
	];
	it.each(forms)('%s', (chord, sequences) => {
		for (const sequence of sequences) {
			expect(read(sequence), JSON.stringify(sequence)).toBe(chord);
		}
	});
});

describe('the newer protocols', () => {
	it.each([
		['\u001B[27u', 'escape'],
		['\u001B[97;5u', 'ctrl+a'],
		['\u001B[97;6u', 'ctrl+shift+a'],
		['\u001B[97:65;2u', 'A'],
		['\u001B[97;2u', 'A'],
		['\u001B[233;3u', 'alt+é'],
		['\u001B[32;5u', 'ctrl+space'],
		['\u001B[13;2u', 'shift+enter'],
		['\u001B[13;3u', 'alt+enter'],
		['\u001B[127;5u', 'ctrl+backspace'],
		['\u001B[1;1:1A', 'up'],
		['\u001B[1;1:3A', ''],
		['\u001B[97;1:3u', ''],
		['\u001B[57441;2u', 'reply'],
		['\u001B[27;5;99~', 'ctrl+c'],
		['\u001B[27;2;13~', 'shift+enter'],
		['\u001B[97;;229u', 'a'],
		// A Cyrillic layout: С stands where C is, Ч where X is.
		['\u001B[1089::99;5u', 'ctrl+c'],
		['\u001B[1095::120;5u', 'ctrl+x'],
		['\u001B[1089:1057:99;6u', 'ctrl+shift+c'],
		['\u001B[1072::102;3u', 'alt+f'],
		['\u001B[1089::99u', 'с'],
		['\u001B[1089:1057:99;2u', 'С'],
		['\u001B[1089;5u', 'ctrl+с'],
		// Dvorak has Latin letters of its own.
		['\u001B[106::99;5u', 'ctrl+j'],
		// Super and Hyper are the desktop's; Caps Lock and Num Lock change nothing.
		['\u001B[99;9u', 'reply'],
		['\u001B[99;13u', 'reply'],
		['\u001B[99;17u', 'reply'],
		['\u001B[99;69u', 'ctrl+c'],
		['\u001B[99;133u', 'ctrl+c'],
	])('%j', (bytes, keys) => {
		expect(read(bytes)).toBe(keys);
	});

	it('give a program inside a pane the bytes that it knows', () => {
		const raws = [
			['\u001B[97;5u', '\u0001'],
			['\u001B[27u', '\u001B'],
			['\u001B[13;3u', '\u001B\r'],
			['\u001B[13;2u', '\r'],
			['\u001B[97:65;2u', 'A'],
			['\u001B[27;5;99~', '\u0003'],
			['\u001B[1;65A', '\u001B[A'],
			['\u001B[1;5A', '\u001B[1;5A'],
			['\u001BOA', '\u001BOA'],
			['日', '日'],
		];
		for (const [bytes, raw] of raws) {
			const {feed, take} = open();
			feed(bytes!);
			expect(take().map(input => input.raw)).toEqual([raw]);
		}
	});
});

describe('mouse and focus', () => {
	it.each([
		['\u001B[<0;5;7M', 'press:left@4,6'],
		['\u001B[<0;5;7m', 'release:left@4,6'],
		['\u001B[<2;1;1M', 'press:right@0,0'],
		['\u001B[<32;5;7M', 'drag:left@4,6'],
		['\u001B[<35;5;7M', 'move:none@4,6'],
		['\u001B[<64;5;7M', 'wheel-up:none@4,6'],
		['\u001B[<65;5;7M', 'wheel-down:none@4,6'],
		['\u001B[<16;5;7M', 'ctrl+press:left@4,6'],
		['\u001B[M !!', 'press:left@0,0'],
		['\u001B[M#!!', 'release:none@0,0'],
		['\u001B[32;5;7M', 'press:left@4,6'],
		['\u001B[I', 'focus'],
		['\u001B[O', 'blur'],
	])('%j', (bytes, expected) => {
		expect(read(bytes)).toBe(expected);
	});
});

describe('answers of the terminal', () => {
	it.each([
		'\u001B[?64;1;2c',
		'\u001B[>41;370;0c',
		'\u001B[?2026;2$y',
		'\u001B[4;1$y',
		'\u001B[?0u',
		'\u001B[12;40R',
		'\u001B[0n',
		'\u001B[?997;1n',
		'\u001B[8;24;80t',
		'\u001B]11;rgb:1010/1010/1010\u001B\\',
		'\u001B]11;rgb:1010/1010/1010\u0007',
		'\u001BP>|XTerm(370)\u001B\\',
		'\u001BP1+r4d\u001B\\',
		'\u001B_Gi=1;OK\u001B\\',
		'\u001B]11;never ends',
		'\u001B[38;5',
	])('%j are not typed', bytes => {
		expect(read(bytes)).toBe('reply');
	});

	it('stay apart from what is typed around them', () => {
		expect(read('a\u001B]11;rgb:0/0/0\u001B\\b\u001B[?1;2cc')).toBe('a reply b reply c');
	});
});

describe('pieces', () => {
	it('are put together wherever they are split', () => {
		const bytes = Buffer.from(
			'é\u001B[1;5A日\u001B]11;rgb:0/0/0\u001B\\\u001BOP\u001B[[B🙂\u001B[M !!',
		);
		const whole = read(bytes.toString());
		for (let at = 1; at < bytes.length; at++) {
			const {decoder, clock, take} = open();
			decoder.feed(bytes.subarray(0, at));
			clock.advance(20);
			decoder.feed(bytes.subarray(at));
			clock.advance(2000);
			expect(take().map(show).join(' '), `split at ${at}`).toBe(whole);
		}
	});

	it('of one byte each mean the same', () => {
		const text = 'a\u001B[3~\u001B[<0;5;7M\u001B[200~p\u001B[A\u001B[201~日\u001B[97;5u';
		const {decoder, clock, take} = open();
		for (const byte of Buffer.from(text)) {
			decoder.feed(Uint8Array.of(byte));
		}
		clock.advance(2000);
		expect(take().map(show).join(' ')).toBe(read(text));
	});

	it('a lone Escape is a key after 25 ms and not before', () => {
		const {feed, clock, take} = open();
		feed('\u001B');
		clock.advance(24);
		expect(take()).toEqual([]);
		clock.advance(1);
		expect(take().map(show)).toEqual(['escape']);
	});

	it('closing gives out what was held back and leaves no timer', () => {
		const {feed, decoder, clock, take} = open();
		feed('\u001B');
		decoder.close();
		expect(take().map(show)).toEqual(['escape']);
		expect(clock.pending()).toBe(0);
	});
});

describe('pastes', () => {
	it('in brackets come whole, with line ends made alike', () => {
		const {feed, take} = open();
		feed('a\u001B[200~one\r\ntwo\rthree\u001B[A\u001B[201~b');
		const inputs = take();
		expect(inputs.map(show)).toEqual(['a', 'paste(one\ntwo\nthree\u001B[A)', 'b']);
		expect(inputs[1]?.raw).toBe('one\r\ntwo\rthree\u001B[A');
	});

	it('that never end are taken when nothing comes any more', () => {
		const {feed, clock, take} = open();
		feed('\u001B[200~lost');
		clock.advance(900);
		feed(' end');
		clock.advance(900);
		expect(take()).toEqual([]);
		clock.advance(200);
		expect(take().map(show)).toEqual(['paste(lost end)']);
		feed('x\u001B[201~');
		expect(take().map(show)).toEqual(['x', 'reply']);
	});

	it('that are endless come in parts, and the end is still found', () => {
		const {feed, take} = open();
		feed(`\u001B[200~${'x'.repeat(5_000_000)}`);
		feed('tail\u001B[2');
		feed('01~k');
		const inputs = take();
		expect(inputs.map(input => input.type)).toEqual(['paste', 'paste', 'key']);
		expect(inputs.map(input => input.raw).join('')).toBe(`${'x'.repeat(5_000_000)}tailk`);
	});

	it.each([
		['has bracketed one', '\u001B[200~x\u001B[201~'],
		['says that it brackets them', '\u001B[?2004;1$y'],
	])('are never guessed of a terminal that %s: what comes at once was typed', (_, sign) => {
		const {feed, take} = open();
		feed('one\ntwo');
		feed(sign);
		feed('one\rtwo');
		expect(take().slice(2).map(show).join(' ')).toBe('o n e enter t w o');
	});

	it('without brackets are known by a line end inside of them', () => {
		expect(read('one\ntwo')).toBe('paste(one\ntwo)');
		expect(read('one\rtwo\r')).toBe('paste(one\ntwo\n)');
		expect(read('one\r')).toBe('o n e enter');
		expect(read('\rone')).toBe('enter o n e');
		expect(read('\r\r\r')).toBe('enter enter enter');
	});
});
