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
