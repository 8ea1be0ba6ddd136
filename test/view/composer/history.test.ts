import {expect, test} from 'vitest';
import {
	addEntry,
	createHistory,
	emptySearch,
	entriesMax,
	findEntry,
	nextEntry,
	previousEntry,
	searchFor,
	searchNewer,
	searchOlder,
} from '../../../source/view/composer/history.ts';

test('going back and forth keeps the draft', () => {
	const history = createHistory(['one', 'two']);
	const two = previousEntry(history, 'my draft')!;
	expect(two.text).toBe('two');
	const one = previousEntry(two.history, two.text)!;
	expect(one.text).toBe('one');
	expect(previousEntry(one.history, one.text)).toBe(null);
	const again = nextEntry(one.history)!;
	expect(again.text).toBe('two');
	const draft = nextEntry(again.history)!;
	expect(draft.text).toBe('my draft');
	expect(nextEntry(draft.history)).toBe(null);
});

test('nothing comes twice in a row, and nothing empty', () => {
	const history = ['a', 'a', ' ', 'b', 'a'].reduce(addEntry, createHistory());
	expect(history.entries).toEqual(['a', 'b', 'a']);
});

test('only so many entries are kept', () => {
	const history = createHistory(Array.from({length: entriesMax + 10}, (_, index) => `${index}`));
	expect(history.entries).toHaveLength(entriesMax);
	expect(history.entries[0]).toBe('10');
});

test('after sending one starts at the end again', () => {
	const back = previousEntry(createHistory(['one']), '')!.history;
	expect(previousEntry(addEntry(back, 'two'), '')!.text).toBe('two');
});

test('searching goes from the newest to the oldest, each text once', () => {
	const history = createHistory(['git push', 'Git pull', 'git push', 'ls', 'git push']);
	let search = searchFor('git');
	expect(findEntry(history, search)).toBe('git push');
	search = searchOlder(history, search);
	expect(findEntry(history, search)).toBe('Git pull');
	expect(searchOlder(history, search)).toBe(search);
	expect(findEntry(history, searchNewer(search))).toBe('git push');
	expect(findEntry(history, searchFor('Git'))).toBe('Git pull');
	expect(findEntry(history, searchFor('zzz'))).toBe(null);
	expect(findEntry(history, emptySearch)).toBe('git push');
});
