import {expect, test} from 'vitest';
import type {Sink} from '../../../source/proxy/route/source.ts';
import {withoutProgress} from '../../../source/proxy/route/told-progress.ts';

function open() {
	const told: string[] = [];
	const states: object[] = [];
	const sink = {
		head: () => told.push('head'),
		chunk: (chunk: Buffer) => told.push(chunk.toString()),
		end: () => told.push('(end)'),
		fail: (failure: unknown) => told.push(`(fail ${failure})`),
	} as unknown as Sink;
	const outer = withoutProgress(sink, state => states.push(state));
	return {
		told,
		states,
		say: (text: string) => outer.chunk(Buffer.from(text)),
		end: () => outer.end(),
		fail: () => outer.fail('broken' as never),
	};
}

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const progress = (processed: number, more: object = {}) =>
	event({id: 'x', ...more, prompt_progress: {total: 200, processed}});
const first = event({id: 'x', choices: [{delta: {role: 'assistant'}}]});
const opening = event({id: 'x'});

test('how far the prompt is read is told, and taken out; the answer begins with its speaker', () => {
	const {told, states, say, end} = open();
	say(progress(50));
	say(progress(100));
	expect(told).toEqual([]);
	say(first);
	say('data: more\n\n');
	end();
	expect(states).toEqual([
		{what: 'reading', percent: 25},
		{what: 'reading', percent: 50},
	]);
	expect(told).toEqual([opening + first, 'data: more\n\n', '(end)']);
});

test('events may come in any pieces', () => {
	const {told, states, say, end} = open();
	for (const character of progress(50) + first) {
		say(character);
	}
	end();
	expect(states).toHaveLength(1);
	expect(told.join('')).toBe(`${opening}${first}(end)`);
});

test.each<[string, string]>([
	['is no progress', first],
	['is no JSON', 'data: [DONE]\n\n'],
	['is no event with data', ': comment\n\n'],
	['says something beside it', progress(50, {choices: [{delta: {content: 'a'}}]})],
	['calls beside it', progress(50, {choices: [{delta: {tool_calls: []}}]})],
	['ends beside it', progress(50, {choices: [{delta: {}, finish_reason: 'stop'}]})],
	['has a progress without numbers', event({prompt_progress: {total: 'x', processed: 1}})],
])('what %s is the answer, and all behind it', (_, text) => {
	const {told, states, say} = open();
	say(text);
	say(progress(100));
	expect(states).toEqual([]);
	expect(told).toEqual([text, progress(100)]);
});

test.each([
	['a role alone', {choices: [{delta: {role: 'assistant', content: null}}]}, 25],
	['a total of nothing', {prompt_progress: {total: 0, processed: 0}}, undefined],
])('%s is no answer yet', (_, more, percent) => {
	const {told, states, say} = open();
	say(event({id: 'x', prompt_progress: {total: 200, processed: 50}, ...more}));
	expect(told).toEqual([]);
	expect(states).toEqual([{what: 'reading', ...(percent !== undefined && {percent})}]);
});

test('an event without end is handed on before it fills the memory', () => {
	const {told, say} = open();
	say('x'.repeat(65_536));
	expect(told).toEqual([]);
	say('y');
	expect(told.join('')).toHaveLength(65_537);
});

test('an answer that ends or breaks off at once loses nothing of what came', () => {
	const whole = open();
	whole.say(progress(50));
	whole.end();
	expect(whole.told).toEqual([opening, '(end)']);
	const torn = open();
	torn.say(`${progress(50)}data: {`);
	torn.fail();
	expect(torn.told).toEqual([`${opening}data: {`, '(fail broken)']);
	const silent = open();
	silent.say(progress(50));
	silent.fail();
	expect(silent.told).toEqual(['(fail broken)']);
	const empty = open();
	empty.end();
	expect(empty.told).toEqual(['(end)']);
});
