import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import {onlyTextOf} from '../../../source/proxy/translate/chat/chunk-text.ts';
import {createShortcut} from '../../../source/proxy/translate/shortcut.ts';

const learned = chunkOf({content: 'Hello'});

describe('a chunk like the one learned', () => {
	test.each([
		[' world'],
		[''],
		['a "quote", a \\ and\na line'],
		['😀 ü \u0007'],
		['"},"finish_reason":null}]}'],
		['{"content":"Hello"}'],
	])('is read as its text: %j', text => {
		expect(taught().read(chunkOf({content: text}))).toBe(text);
	});

	test('may write letters as numbers', () => {
		const written = chunkOf({content: '?'}).replace('?', '\\u00fc\\ud83d\\ude00');
		expect(taught().read(written)).toBe('ü😀');
	});
});

describe('everything else has to be read in full', () => {
	test.each([
		['before anything was learned', '', learned],
		['another field of the delta', learned, chunkOf({content: 'a', reasoning_content: 'b'})],
		['a finish reason', learned, chunkOf({content: 'a'}, {finish_reason: 'stop'})],
		['another id', learned, chunkOf({content: 'a'}, {}, {id: 'other'})],
		['two chunks in one', learned, `${learned}\n${learned}`],
		['a text that is cut off', learned, learned.replace('Hello', 'a\\')],
		['a raw line end in a text', learned, learned.replace('Hello', 'a\nb')],
		['less than what surrounds the text', learned, learned.replace(/Hello"\}/, '')],
		['a second text field', learned, learned.replace('Hello', 'a","content":"b')],
	])('%s', (_, first, second) => {
		expect(taught(first).read(second)).toBe(null);
	});
});

describe('nothing is learned from', () => {
	test.each([
		['a thought', {content: '', reasoning_content: 'hm'}, {}],
		['a call', {content: 'a', tool_calls: [{index: 0}]}, {}],
		['an end', {content: 'a'}, {finish_reason: 'stop'}],
	])('%s', (_, delta, choice) => {
		const chunk = chunkOf(delta, choice);
		expect(taught(chunk).read(chunk)).toBe(null);
	});

	test('a chunk that counts tokens', () => {
		const chunk = chunkOf({content: 'a'}, {}, {usage: {prompt_tokens: 1}});
		expect(taught(chunk).read(chunk)).toBe(null);
	});
});

describe('events that follow each other', () => {
	const eventOf = (chunk: string) => `data: ${chunk}\n\n`;
	const said = (...texts: readonly string[]) =>
		texts.map(text => eventOf(chunkOf({content: text}))).join('');

	test.each<[string, string, string, string]>([
		['are read at once', said('a', ' b', '\n"c"\\'), 'a b\n"c"\\', ''],
		['up to one of another kind', `${said('a')}data: [DONE]\n\n`, 'a', 'data: [DONE]\n\n'],
		['up to one that is cut off', `${said('a', 'b')}data: {"id":`, 'ab', 'data: {"id":'],
		['up to a comment', `${said('a')}: alive\n\n${said('b')}`, 'a', `: alive\n\n${said('b')}`],
		[
			'also where a text looks like an end',
			said('"},"finish_reason":null}]}', 'b'),
			'"},"finish_reason":null}]}b',
			'',
		],
	])('%s', (_, text, words, rest) => {
		const run = taught().readEvents(text, 0);
		expect([run?.text, text.slice(run?.end)]).toEqual([words, rest]);
	});

	test.each([
		['up to something else', `${said('a', 'b')}data: [DONE]\n\n`, 'data: [DONE]\n\n'],
		['up to one that is cut off', `${said('a')}data: {"id":`, 'data: {"id":'],
		['up to a text with an escape', said('a', 'b\n', 'c'), said('b\n', 'c')],
		['up to a text that may end anywhere', said('a', '"},"x":"', 'c'), said('"},"x":"', 'c')],
		[
			'up to a raw line end',
			said('a') + said('b?').replace('?', '\n'),
			said('b?').replace('?', '\n'),
		],
		['not at all before anything was learned', said('a'), said('a'), ''],
	])('are passed over in the same way %s', (_, text, rest, first = learned) => {
		expect(text.slice(taught(first).skipEvents(text, 0))).toBe(rest);
	});

	test.each([
		['before anything was learned', '', said('a')],
		[
			'where the first is another',
			learned,
			eventOf(chunkOf({content: 'a'}, {finish_reason: 'stop'})),
		],
		[
			'where a text holds a second field',
			learned,
			eventOf(chunkOf({content: '?'}).replace('?', 'a","content":"b')),
		],
		['where a named event comes', learned, `event: error\n${said('a')}`],
		['where lines end as on Windows', learned, said('a').replaceAll('\n', '\r\n')],
	])('are not read %s', (_, first, text) => {
		expect(taught(first).readEvents(text, 0)).toBe(null);
	});
});

test('the same letters elsewhere are not taken for the text', () => {
	const shortcut = taught(chunkOf({content: 'same'}, {note: 'same'}));
	expect(shortcut.read(chunkOf({content: 'same'}, {note: 'other'}))).toBe(null);
});

test('a provider whose chunks all differ is not learned from for ever', () => {
	const shortcut = createShortcut(onlyTextOf);
	const chunks = Array.from({length: 50}, (_, at) => chunkOf({content: 'a'}, {}, {at}));
	for (const chunk of chunks) {
		shortcut.learn(chunk, JSON.parse(chunk));
	}
	expect(chunks.findIndex(chunk => shortcut.read(chunk) !== null)).toBeLessThan(5);
});

function taught(chunk = learned) {
	const shortcut = createShortcut(onlyTextOf);
	if (chunk !== '') {
		shortcut.learn(chunk, JSON.parse(chunk));
	}
	return shortcut;
}

function chunkOf(delta: JsonObject, choice: JsonObject = {}, fields: JsonObject = {}): string {
	const choices = [{index: 0, delta, finish_reason: null, ...choice}];
	return JSON.stringify({id: 'x', ...fields, choices});
}
