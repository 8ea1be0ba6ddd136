import {expect, test} from 'vitest';
import type {NeutralItem} from '../../../source/proxy/neutral.ts';
import {pairCalls, resultParts} from '../../../source/proxy/translate/pair-calls.ts';
import {createNames} from '../../../source/proxy/translate/tool-names.ts';

const call = (id: string, given = '{}'): NeutralItem => ({
	type: 'call',
	id,
	form: 'function',
	name: 'run',
	arguments: given,
});
const result = (id: string, text: string): NeutralItem & {type: 'result'} => ({
	type: 'result',
	id,
	form: 'function',
	parts: [{type: 'text', text}],
});
const words = (text: string): NeutralItem => ({
	type: 'message',
	role: 'user',
	parts: [{type: 'text', text}],
});
const thought: NeutralItem = {type: 'reasoning', text: 'hm', summary: ''};

test('an id that comes again in a later answer is another call, with its own result', () => {
	const {items} = pairCalls([
		call('0', '{"a":1}'),
		result('0', 'first'),
		words('go on'),
		call('0', '{"a":2}'),
		result('0', 'second'),
	]);
	expect(items).toEqual([
		call('0', '{"a":1}'),
		result('0', 'first'),
		words('go on'),
		call('0_2', '{"a":2}'),
		result('0_2', 'second'),
	]);
});

test('two calls of one answer with the same id get their results in order', () => {
	const {items} = pairCalls([call('0'), call('0'), result('0', 'a'), result('0', 'b')]);
	expect(items).toEqual([call('0'), call('0_2'), result('0', 'a'), result('0_2', 'b')]);
});

test('a thought between two calls does not part them from their results', () => {
	const {items} = pairCalls([call('1'), thought, call('2'), result('1', 'a'), result('2', 'b')]);
	expect(items).toEqual([call('1'), thought, call('2'), result('1', 'a'), result('2', 'b')]);
});

test('one result too many is words of the user, and said once', () => {
	const {items, notices} = pairCalls([
		call('1'),
		result('1', 'a'),
		result('1', 'b'),
		result('2', 'c'),
	]);
	expect(items.map(({type}) => type)).toEqual(['call', 'result', 'message', 'message']);
	expect(notices).toEqual(['A result without its call was sent as words of the user.']);
});

test('a call that failed says so where the protocol has no mark for it', () => {
	expect(resultParts({...result('1', 'no'), failed: true})).toEqual([
		{type: 'text', text: 'The call failed:'},
		{type: 'text', text: 'no'},
	]);
});

test('a new call gets an id that no call of the conversation has', () => {
	const names = createNames([], [call('call_0'), result('call_0', 'a'), call('call_0_2')]);
	expect(names.freshId('call_0')).toBe('call_0_3');
	expect(names.freshId('call_0')).toBe('call_0_4');
	expect(names.freshId('other')).toBe('other');
});
