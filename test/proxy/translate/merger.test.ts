import {expect, test} from 'vitest';
import type {NeutralEvent} from '../../../source/proxy/neutral.ts';
import {createMerger} from '../../../source/proxy/translate/merger.ts';

const text = (words: string): NeutralEvent => ({type: 'text', text: words});
const thought = (words: string): NeutralEvent => ({type: 'reasoning', text: words, form: 'raw'});
const summary = (words: string): NeutralEvent => ({...thought(words), form: 'summary'}) as never;
const piece = (call: number, words: string): NeutralEvent => ({
	type: 'call.delta',
	call,
	text: words,
});

test.each([
	['text', [text('a'), text('b'), text('c')], [text('abc')]],
	['thoughts and text', [thought('a'), thought('b'), text('c')], [thought('ab'), text('c')]],
	['thoughts of two forms', [thought('a'), summary('b')], [thought('a'), summary('b')]],
	['two calls', [piece(0, 'a'), piece(0, 'b'), piece(1, 'c')], [piece(0, 'ab'), piece(1, 'c')]],
	['calls that take turns', [piece(0, 'a'), piece(1, 'b'), piece(0, 'c')], null],
	['what is no piece', [text('a'), {type: 'call.end', call: 0}, text('b')], null],
] as const)('pieces of the same go on as one, in order: %s', (_, given, merged) => {
	const out: NeutralEvent[] = [];
	const merger = createMerger(event => out.push(event));
	for (const event of given as readonly NeutralEvent[]) {
		merger.event(event);
	}
	merger.flush();
	merger.flush();
	expect(out).toEqual(merged ?? given);
});

test('nothing waits for more once something is sent', () => {
	const out: NeutralEvent[] = [];
	const merger = createMerger(event => out.push(event));
	merger.event(text('a'));
	merger.flush();
	expect(out).toEqual([text('a')]);
	merger.event(text('b'));
	merger.flush();
	expect(out).toEqual([text('a'), text('b')]);
});
