import {expect, test} from 'vitest';
import {
	type Draft,
	emptyDraft,
	killsMax,
	setText,
	undoMax,
} from '../../../source/view/composer/draft.ts';
import {type EditName, edits, insert} from '../../../source/view/composer/edit.ts';
import {createRandom} from '../markdown/fixture.ts';
import {draft, picture} from './fixture.ts';

test.each<[EditName, string, string]>([
	['left', 'ab|c', 'a|bc'],
	['left', '|abc', '|abc'],
	['left', 'a\n|b', 'a|\nb'],
	['left', 'e\u0301|x', '|e\u0301x'],
	['left', 'a👨‍👩‍👧|', 'a|👨‍👩‍👧'],
	['left', '🇩🇪🇫🇷|', '🇩🇪|🇫🇷'],
	['left', 'a^bc|d', 'a|bcd'],
	['right', 'a|bc', 'ab|c'],
	['right', '|e\u0301x', 'e\u0301|x'],
	['right', 'a|👨‍👩‍👧b', 'a👨‍👩‍👧|b'],
	['right', 'a|\nb', 'a\n|b'],
	['right', 'é|\nb', 'é\n|b'],
	['right', 'a|bc^d', 'abc|d'],
	['word-left', 'one two.|', 'one |two.'],
	['word-left', 'one\n|two', '|one\ntwo'],
	['word-left', '|one', '|one'],
	['word-left', 'grüße |', '|grüße '],
	['word-right', '|one two', 'one| two'],
	['word-right', 'one| ... two', 'one ... two|'],
	['word-right', 'one|', 'one|'],
	['home', 'one\ntw|o', 'one\n|two'],
	['end', 'o|ne\ntwo', 'one|\ntwo'],
	['text-start', 'one\ntw|o', '|one\ntwo'],
	['text-end', 'o|ne\ntwo', 'one\ntwo|'],
	['select-left', 'ab|c', 'a|b^c'],
	['select-right', 'ab|c', 'ab^c|'],
	['select-word-left', 'one two|', 'one |two^'],
	['select-word-right', '|one two', '^one| two'],
	['select-home', 'a\nbc|', 'a\n|bc^'],
	['select-end', '|bc\na', '^bc|\na'],
	['select-all', 'a|b', '^ab|'],
	['newline', 'a|b', 'a\n|b'],
	['newline', 'a^bc|d', 'a\n|d'],
	['delete-left', 'ab|c', 'a|c'],
	['delete-left', '|abc', '|abc'],
	['delete-left', 'a\n|b', 'a|b'],
	['delete-left', 'a👨‍👩‍👧|', 'a|'],
	['delete-left', 'a^bc|d', 'a|d'],
	['delete-right', 'a|bc', 'a|c'],
	['delete-right', 'abc|', 'abc|'],
	['delete-right', 'a|bc^d', 'a|d'],
	['delete-word-left', 'cd /usr/lib|', 'cd /usr/|'],
	['delete-word-left', 'cd /usr/|', 'cd /usr|'],
	['delete-word-left', 'one  |', '|'],
	['delete-word-right', 'a| word b', 'a| b'],
	['delete-to-start', 'a\nbcd|e', 'a\n|e'],
	['delete-to-start', 'a\n|bc', 'a|bc'],
	['delete-to-end', 'a|bc\nd', 'a|\nd'],
	['delete-to-end', 'a|\nd', 'a|d'],
	['transpose', 'ab|c', 'acb|'],
	['transpose', 'abc|', 'acb|'],
	['transpose', '|abc', '|abc'],
	['transpose', 'a\n|b', 'a\n|b'],
])('%s turns %j into %j', (name, before, after) => {
	expect(picture(edits[name](draft(before)))).toBe(after);
});

function typed(text: string, start: Draft = emptyDraft): Draft {
	return [...text].reduce((state, character) => insert(state, character), start);
}

test('typing is undone word by word, and redone', () => {
	const whole = typed('one two\nthree');
	const steps: string[] = [];
	for (let state = whole; state.undo.length > 0; ) {
		state = edits.undo(state);
		steps.push(state.text);
	}
	expect(steps).toEqual(['one two\n', 'one two', 'one ', '']);
	const back = steps.reduce(edits.undo, whole);
	expect(picture(steps.reduce(edits.redo, back))).toBe('one two\nthree|');
	expect(edits.redo(insert(edits.undo(whole), 'x')).text).toBe('one two\nx');
});

test('deleting in a row is undone at once', () => {
	const state = [1, 2, 3].reduce(edits['delete-left'], typed('abcdef'));
	expect(edits.undo(state).text).toBe('abcdef');
});

test('undo with nothing to undo changes nothing', () => {
	expect(edits.undo(emptyDraft)).toBe(emptyDraft);
	expect(edits.redo(emptyDraft)).toBe(emptyDraft);
});

test('what is remembered for undoing is bounded', () => {
	let state = emptyDraft;
	for (let index = 0; index < undoMax * 2; index += 1) {
		state = insert(state, 'word\n');
	}
	expect(state.undo).toHaveLength(undoMax);
	let large = emptyDraft;
	for (let index = 0; index < 20; index += 1) {
		large = setText(large, String(index).repeat(200_000));
	}
	expect(large.undo.length).toBeLessThan(15);
});

test('cuts in a row come back as one, older ones by turns', () => {
	let state = draft('one two three|');
	state = edits['delete-word-left'](edits['delete-word-left'](state));
	expect(picture(edits.yank(state))).toBe('one two three|');
	state = edits['delete-to-start'](edits.left(state));
	expect(state.kills).toEqual(['two three', 'one']);
	const put = edits.yank(state);
	expect(picture(put)).toBe('one| ');
	expect(picture(edits['yank-pop'](put))).toBe('two three| ');
	expect(picture(edits['yank-pop'](edits['yank-pop'](put)))).toBe('one| ');
	expect(edits['yank-pop'](state)).toBe(state);
	expect(edits.yank(emptyDraft)).toBe(emptyDraft);
});

test('only so many cuts are kept', () => {
	let state = emptyDraft;
	for (let index = 0; index < killsMax + 5; index += 1) {
		state = edits['delete-to-start'](insert(state, `cut ${index}`));
	}
	expect(state.kills).toHaveLength(killsMax);
	expect(state.kills.at(-1)).toBe(`cut ${killsMax + 4}`);
});

test('inserted line ends are line breaks', () => {
	expect(insert(emptyDraft, 'a\r\nb\rc').text).toBe('a\nb\nc');
});

test('whatever keys come, the caret stands between characters and undo leads back', () => {
	const names = Object.keys(edits) as EditName[];
	const pieces = ['a', ' ', '\n', 'é', 'e\u0301', '👨‍👩‍👧', '日', '🇩🇪', '.'];
	for (let seed = 0; seed < 200; seed += 1) {
		const random = createRandom(seed);
		let state = emptyDraft;
		for (let step = 0; step < 60; step += 1) {
			state =
				random(2) === 0
					? insert(state, pieces[random(pieces.length)]!)
					: edits[names[random(names.length)]!](state);
			expect(state.caret).toBeGreaterThanOrEqual(0);
			expect(state.caret).toBeLessThanOrEqual(state.text.length);
			expect(state.text.slice(0, state.caret).isWellFormed(), `seed ${seed}`).toBe(true);
		}
		while (state.undo.length > 0) {
			state = edits.undo(state);
		}
		expect(state.text).toBe('');
	}
});
