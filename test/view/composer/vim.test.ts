import {expect, test} from 'vitest';
import {type Draft, emptyDraft} from '../../../source/view/composer/draft.ts';
import {insert} from '../../../source/view/composer/edit.ts';
import {vimKey} from '../../../source/view/composer/vim.ts';
import {initialVim, type Vim, type VimStep} from '../../../source/view/composer/vim-state.ts';
import {createRandom} from '../markdown/fixture.ts';
import {draft, picture} from './fixture.ts';

const normal: Vim = {...initialVim, mode: 'normal'};

/** Keys apart by spaces; in insert mode what vim doesn't take is typed. */
function press(state: Draft, keys: string, vim: Vim = normal): VimStep {
	let step: VimStep = {vim, draft: state};
	for (const key of keys.split(' ')) {
		const next = vimKey(step.vim, step.draft, key);
		if (next) {
			step = next;
		} else if (step.vim.mode === 'insert') {
			step = {vim: step.vim, draft: insert(step.draft, key)};
		}
	}
	return step;
}

test.each<[string, string, string]>([
	['h', 'ab|c', 'a|bc'],
	['h', 'a\n|b', 'a\n|b'],
	['l', 'a|bc', 'ab|c'],
	['l', 'ab|c', 'ab|c'],
	['3 l', '|abcdef', 'abc|def'],
	['j', 'a|b\ncd', 'ab\nc|d'],
	['k', 'ab\nc|d', 'a|b\ncd'],
	['j j', 'abc|d\na\nabcd', 'abcd\na\nabc|d'],
	['9 k', 'a\nb\n|c', '|a\nb\nc'],
	['w', '|one two', 'one |two'],
	['w', 'one|.two', 'one.|two'],
	['2 w', '|one two three', 'one two |three'],
	['w', 'one |two', 'one tw|o'],
	['b', 'one two|', 'one |two'],
	['b b', 'one tw|o', '|one two'],
	['e', '|one two', 'on|e two'],
	['e e', '|one two', 'one tw|o'],
	['0', 'a\n  b|c', 'a\n|  bc'],
	['^', 'a\n  b|c', 'a\n  |bc'],
	['$', '|abc\nd', 'ab|c\nd'],
	['g g', 'a\n  b\nc|', '|a\n  b\nc'],
	['G', '|a\nb\nc', 'a\nb\n|c'],
	['2 G', '|a\nb\nc', 'a\n|b\nc'],
	['x', 'a|bc', 'a|c'],
	['x', 'ab|c', 'a|b'],
	['2 x', '|abc', '|c'],
	['x', '|', '|'],
	['d d', 'a\nb|\nc', 'a\n|c'],
	['d d', 'a\nb|', '|a'],
	['2 d d', '|a\nb\nc', '|c'],
	['d d', '|a', '|'],
	['d w', '|one two', '|two'],
	['d w', 'one |two\nthree', 'one| \nthree'],
	['d 2 w', '|one two three', '|three'],
	['2 d w', '|one two three', '|three'],
	['d $', 'a|bc\nd', '|a\nd'],
	['D', 'a|bc\nd', '|a\nd'],
	['d e', '|one two', '| two'],
	['d b', 'one |two', '|two'],
	['d j', '|a\nb\nc', '|c'],
	['d G', 'a\n|b\nc', '|a'],
	['d g g', 'a\n|b\nc', '|c'],
	['c w n e w', '|one two', 'new| two'],
	['c c n e w', 'a\no|ld\nb', 'a\nnew|\nb'],
	['C x', 'a|bc', 'ax|'],
	['i x', 'a|b', 'ax|b'],
	['a x', 'a|b', 'abx|'],
	['I x', '  a|b', '  x|ab'],
	['A x', '|ab', 'abx|'],
	['o x', 'a|b\nc', 'ab\nx|\nc'],
	['O x', 'a\nb|', 'a\nx|\nb'],
	['y y p', '|a\nb', 'a\n|a\nb'],
	['y y 2 p', '|a', 'a\n|a\na'],
	['y y P', 'a\n|b', 'a\n|b\nb'],
	['y w p', '|one two', 'oone| ne two'],
	['d d p', '|a\nb', 'b\n|a'],
	['x p', '|ab', 'b|a'],
	['x u', '|ab', '|ab'],
	['x u ctrl+r', '|ab', '|b'],
	['d z x', '|ab', '|b'],
	['escape', 'a|b', 'a|b'],
	['d escape w', '|one two', 'one |two'],
	['i escape', 'ab|', 'a|b'],
	['y w', 'one |two', 'one |two'],
	['l', '👨‍👩‍👧|ab', '👨‍👩‍👧a|b'],
	['x', '|👨‍👩‍👧b', '|b'],
])('%j turns %j into %j', (keys, before, after) => {
	expect(picture(press(draft(before), keys).draft)).toBe(after);
});

test('it begins in insert mode and takes nothing there but Escape', () => {
	expect(vimKey(initialVim, emptyDraft, 'd')).toBe(null);
	const step = vimKey(initialVim, draft('ab|'), 'escape')!;
	expect(step.vim.mode).toBe('normal');
	expect(picture(step.draft)).toBe('a|b');
});

test('in normal mode, what vi does not know is left to others', () => {
	expect(vimKey(normal, emptyDraft, 'ctrl+p')).toBe(null);
	expect(vimKey(normal, emptyDraft, 'enter')).toBe(null);
	expect(vimKey(normal, emptyDraft, 'escape')).toBe(null);
	expect(vimKey(normal, emptyDraft, 'toString')).toBe(null);
});

test('an unknown key ends what was begun', () => {
	const {vim} = press(emptyDraft, '3 d q');
	expect(vim).toEqual(normal);
});

test('whatever keys come, the caret stays in the text', () => {
	const keys = 'h j k l w b e 0 $ ^ g G i a I A o O x d c y p u ctrl+r escape 2 3 D C P é'.split(
		' ',
	);
	for (let seed = 0; seed < 300; seed += 1) {
		const random = createRandom(seed);
		let step: VimStep = {
			vim: initialVim,
			draft: draft('one two\n\n  three 日本 four.five|\n👨‍👩‍👧 x'),
		};
		for (let count = 0; count < 80 && step.draft.text.length < 5000; count += 1) {
			const key = keys[random(keys.length)]!;
			step = press(step.draft, key, step.vim);
			const {text, caret} = step.draft;
			expect(caret, `seed ${seed}`).toBeGreaterThanOrEqual(0);
			expect(caret, `seed ${seed}`).toBeLessThanOrEqual(text.length);
			expect(text.isWellFormed(), `seed ${seed}`).toBe(true);
		}
	}
});
