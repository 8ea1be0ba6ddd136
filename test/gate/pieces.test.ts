import {expect, it} from 'vitest';
import {piecesOf} from '../../source/gate/pieces.ts';

/** Pieces by their text, with a bar before one that reads from a pipe. */
const shown = (line: string) =>
	piecesOf(line).map(({at, text, isPiped}) => {
		expect(line.slice(at, at + text.length)).toBe(text);
		return `${isPiped ? '| ' : ''}${text}`;
	});

it.each<[string, readonly string[]]>([
	['ls', ['ls']],
	['ls -l; pwd', ['ls -l', 'pwd']],
	['ls | sort |& uniq | wc', ['ls', '| sort', '| uniq', '| wc']],
	['ls | sort; pwd', ['ls', '| sort', 'pwd']],
	['a && b || c & d', ['a', 'b', 'c', 'd']],
	['(a; b); c', ['a', 'b', 'c']],
	['a | (b; c) | d', ['a', 'b', 'c', '| d']],
	['if a; then b; else c; fi', ['a', 'b', 'c', 'fi']],
	['while a; do b; done', ['a', 'b', 'done']],
	['! a', ['a']],
	['{ a; }', ['a', '}']],
	['a > f 2>&1', ['a > f 2>&1']],
	['> f', ['> f']],
	['> f a', ['> f a']],
	['diff <(a) <(b c)', ['a', 'b c', 'diff <(a) <(b c)']],
	['<(a)', ['a', '<(a)']],
	['tee >(a) x', ['a', 'tee >(a) x']],
	['a <<x\nb\nx\n', []],
	['a <<-x\n\tb\n\tx\n', []],
	['a; b <<x\nc\nx\nd', []],
	['a <<<x', ['a <<<x']],
	['a)', ['a']],
	['a) b', ['a', 'b']],
	['a\nb', ['a', 'b']],
	['', []],
	['  a  ', ['a']],
	["'", ["'"]],
	['a $(b c) d', ['b c', 'a $(b c) d']],
])('the simple commands of %j are %j', (line, pieces) => {
	expect(shown(line)).toEqual(pieces);
});

it('the words of a piece stand where they are written, and say what they mean', () => {
	expect(piecesOf('a; cp "x y" \\z')[1]).toEqual({
		...{at: 3, text: 'cp "x y" \\z', isPiped: false},
		words: [
			{at: 3, text: 'cp', means: 'cp'},
			{at: 6, text: '"x y"', means: 'x y'},
			{at: 12, text: '\\z', means: 'z'},
		],
	});
});
