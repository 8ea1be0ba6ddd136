import {expect, test} from 'vitest';
import {clearDraft, emptyDraft} from '../../../source/view/composer/draft.ts';
import {edits, insert} from '../../../source/view/composer/edit.ts';
import {
	draftOf,
	expandPastes,
	paste,
	pasteLinesMax,
	togglePaste,
} from '../../../source/view/composer/paste.ts';
import {draft, picture} from './fixture.ts';

const long = Array.from({length: 42}, (_, index) => `line ${index}`).join('\n');

test('a short paste comes in as it is, and is undone at once', () => {
	const state = paste(draft('a|b'), 'x\r\ny');
	expect(picture(state)).toBe('ax\ny|b');
	expect(picture(edits.undo(state))).toBe('a|b');
});

test('five lines are shown, six are folded', () => {
	const lines = (count: number) => 'x\n'.repeat(count);
	expect(paste(emptyDraft, lines(pasteLinesMax)).text).toBe(lines(pasteLinesMax));
	expect(paste(emptyDraft, lines(pasteLinesMax + 1)).text).toBe('[pasted 6 lines #1]');
	expect(paste(emptyDraft, 'y'.repeat(3000)).text).toBe('[pasted 3000 characters #1]');
});

test('what was folded is sent whole', () => {
	let state = paste(insert(emptyDraft, 'see '), long);
	state = paste(insert(state, ' and '), 'z'.repeat(2500));
	expect(state.text).toBe('see [pasted 42 lines #1] and [pasted 2500 characters #2]');
	expect(expandPastes(state)).toBe(`see ${long} and ${'z'.repeat(2500)}`);
});

test('a placeholder is one thing for the caret and for one backspace', () => {
	const state = paste(insert(emptyDraft, 'a'), long);
	expect(picture(edits.left(state))).toBe('a|[pasted 42 lines #1]');
	expect(picture(edits.right(edits.left(state)))).toBe('a[pasted 42 lines #1]|');
	const removed = edits['delete-left'](state);
	expect(removed.text).toBe('a');
	expect(expandPastes(removed)).toBe('a');
	expect(expandPastes(edits.undo(removed))).toBe(`a${long}`);
	expect(edits['delete-right'](edits.left(state)).text).toBe('a');
});

test('it unfolds in place and folds again', () => {
	const state = paste(insert(emptyDraft, 'a '), long);
	const unfolded = togglePaste(state);
	expect(unfolded.text).toBe(`a ${long}`);
	const folded = togglePaste(unfolded);
	expect(folded.text).toBe(state.text);
	expect(togglePaste(draft('a|'))).toEqual(draft('a|'));
});

test('the placeholder at the caret is the one that unfolds', () => {
	const two = paste(insert(paste(emptyDraft, long), ' '), `${long}\nmore`);
	const atFirst = edits['text-start'](two);
	expect(togglePaste(atFirst).text).toBe(`${long} [pasted 43 lines #2]`);
	expect(togglePaste(two).text).toBe(`[pasted 42 lines #1] ${long}\nmore`);
});

test('what only looks like a placeholder is text', () => {
	const state = insert(emptyDraft, '[pasted 42 lines #1]');
	expect(expandPastes(state)).toBe('[pasted 42 lines #1]');
	expect(edits['delete-left'](state).text).toBe('[pasted 42 lines #1');
	const next = paste(clearDraft(state), long);
	expect(expandPastes(insert(next, '[pasted 9 lines #7]'))).toBe(`${long}[pasted 9 lines #7]`);
});

test('a text from elsewhere begins afresh, with the caret at its end and the cuts kept', () => {
	const state = draftOf('hello', edits['delete-to-start'](draft('cut|')));
	expect(picture(state)).toBe('hello|');
	expect(state.undo).toEqual([]);
	expect(state.kills).toEqual(['cut']);
});
