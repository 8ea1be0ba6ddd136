import {expect, test} from 'vitest';
import {defaultFrontEndSettings as settings} from '../../../source/events/settings.ts';
import {unstyled} from '../../../source/text/styled.ts';
import {createTranscript} from '../../../source/view/transcript/cache.ts';
import {markedRows} from '../../../source/view/transcript/marks.ts';
import {following, viewport} from '../../../source/view/transcript/scroll.ts';
import {
	columnsOf,
	createSearch,
	hitsMax,
	placeOf,
	stepHit,
} from '../../../source/view/transcript/search.ts';
import {startSelection} from '../../../source/view/transcript/selection.ts';
import {testPaint} from '../markdown/fixture.ts';
import {type ChatState, call, chatState, message, reply} from './fixture.ts';

const paint = testPaint();

function open(state: ChatState, width = 40) {
	const transcript = createTranscript({paint, settings});
	transcript.update(state, width);
	return transcript;
}

/** The marked text of each hit, as it stands on the rows. */
function found(state: ChatState, query: string, width = 40): readonly string[] {
	const transcript = open(state, width);
	return createSearch()
		.find(transcript, query)
		.hits.map(({block, parts}) => {
			const rows = transcript.rowsOf(transcript.indexOf(block)!);
			return parts
				.map(({offset, from, to}) => [...unstyled(rows[offset]!)].slice(from, to).join(''))
				.join('|');
		});
}

test.each<[string, string, string, readonly string[]]>([
	['small letters find both', 'A cat, a Cat', 'cat', ['cat', 'Cat']],
	['a capital finds capitals', 'A cat, a Cat', 'Cat', ['Cat']],
	['nothing is a pattern', 'a.c abc (a', 'a.c', ['a.c']],
	['brackets are brackets', 'f(a[0])', '(a[0', ['(a[0']],
	['marks between the words do not matter', 'the **big** `cat`', 'big cat', ['big cat']],
	[
		'over the end of a row',
		'one two three four five six seven eight nine',
		'eight nine',
		['eight|nine'],
	],
	['a blank query finds nothing', 'a b', ' ', []],
	['umlauts ignore case too', 'Über über', 'über', ['Über', 'über']],
])('%s', (_, text, query, hits) => {
	expect(found(chatState([reply(text)]), query)).toEqual(hits);
});

test('messages, commands, output and hosts are found, in their order', () => {
	const state = chatState([
		message('needle 1'),
		reply('needle 2'),
		call('needle 3'),
		reply('x needle 4'),
	]);
	expect(found(state, 'needle')).toHaveLength(4);
	const {hits} = createSearch().find(open(state), 'needle');
	expect(hits.map(hit => hit.block)).toEqual([
		'message:needle 1',
		'reply:needle 2',
		'call:needle 3',
		'reply:x needle 4',
	]);
});

test('next and previous go round', () => {
	const transcript = open(
		chatState([message('a x'), message('b'), message('c x'), message('d x')]),
	);
	const hits = createSearch().find(transcript, 'x');
	const step = (from: ReturnType<typeof placeOf> | null, direction: 'next' | 'previous') =>
		stepHit(transcript, hits, {from, direction})!;
	const first = step(null, 'next');
	expect(first.block).toBe('message:a x');
	const second = step(placeOf(first), 'next');
	expect(second.block).toBe('message:c x');
	expect(step(placeOf(second), 'previous').block).toBe('message:a x');
	expect(step(placeOf(first), 'previous').block).toBe('message:d x');
	expect(step({block: 'message:d x', offset: 5}, 'next').block).toBe('message:a x');
});

test('only so many hits are kept, the newest', () => {
	const transcript = open(chatState([message('x '.repeat(hitsMax)), message('x x', 'last')]));
	transcript.toggle(`message:${'x '.repeat(hitsMax)}`);
	const {hits, more} = createSearch().find(transcript, 'x');
	expect(hits).toHaveLength(hitsMax);
	expect(more).toBe(true);
	expect(hits.at(-1)!.block).toBe('message:last');
});

test('blocks that stayed the same are not read again', () => {
	const search = createSearch();
	const state = chatState([message('x 1'), message('x 2')]);
	const transcript = open(state);
	const before = search.find(transcript, 'x').hits;
	const after = search.find(transcript, 'x').hits;
	expect(after.every((hit, index) => hit === before[index])).toBe(true);
	transcript.update(state, 20);
	const narrow = search.find(transcript, 'x').hits;
	expect(narrow[0]).not.toBe(before[0]);
});

test('hits and selected rows are marked without changing a cell', () => {
	const transcript = open(chatState([message('one'), reply('some `code` and 日本 code')]));
	const hits = createSearch().find(transcript, 'code');
	const view = viewport(transcript, following, 10);
	const selection = startSelection({block: 'message:one', offset: 0});
	const rows = markedRows(
		{transcript, view, width: 40, found: hits, hit: hits.hits[0]!, selection},
		paint,
	);
	const words = (row: string) => unstyled(row).trimEnd();
	expect(rows.map(words)).toEqual(view.rows.map(words));
	expect(rows[0]).toContain(paint.open('selection'));
	expect(unstyled(rows[0]!)).toHaveLength(40);
	expect(rows[2]!.split(paint.open('search')), 'all but the current hit').toHaveLength(2);
	expect(columnsOf(hits, {block: 'reply:some `code` and 日本 code', offset: 1})).toEqual([
		{offset: 1, from: 5, to: 9},
		{offset: 1, from: 19, to: 23},
	]);
});
