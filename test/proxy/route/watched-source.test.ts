import {expect, test} from 'vitest';
import type {ReadingState} from '../../../source/events/reading.ts';
import {cutOff} from '../../../source/proxy/failure.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import type {Sink} from '../../../source/proxy/route/source.ts';
import {watchedSource} from '../../../source/proxy/route/watched-source.ts';

function start({isToldInStream = false} = {}) {
	const states: ReadingState[] = [];
	const heard: string[] = [];
	let stops = 0;
	let aborted = 0;
	let tell = (_: ReadingState) => {};
	let inner: Sink | null = null;
	const flow = watchedSource(
		sink => {
			inner = sink;
			return {
				pause() {},
				resume() {},
				abort() {
					aborted += 1;
				},
			};
		},
		{
			servers: {
				watch(_, onState) {
					tell = onState;
					return {
						stop() {
							stops += 1;
						},
					};
				},
				tellsInStream: () => isToldInStream,
			},
			asked: {
				provider: providerOf({name: 'up', kind: 'openai-chat'}),
				model: 'm',
				headers: {},
				limitMs: 1,
			},
			isToldInStream,
			onState: state => states.push(state),
		},
	)({
		chunk: bytes => heard.push(Buffer.from(bytes).toString()),
		event: () => heard.push('event'),
		atWork: () => heard.push('at work'),
		end: () => heard.push('end'),
		fail: ({code}) => heard.push(code),
	});
	const sink = inner as unknown as Sink;
	return {
		states,
		heard,
		flow,
		sink,
		tell: (state: ReadingState) => tell(state),
		stops: () => stops,
		aborted: () => aborted,
	};
}

test('each step of the server is a sign that it works, and is told where it is another state', () => {
	const {tell, states, heard} = start();
	const steps = [
		{what: 'loading'},
		{what: 'loading'},
		{what: 'reading'},
		{what: 'reading', percent: 5},
		{what: 'reading', percent: 5},
		{what: 'reading', percent: 6},
	] as const;
	steps.forEach(tell);
	expect(heard).toEqual(steps.map(() => 'at work'));
	expect(states).toEqual([steps[0], steps[2], steps[3], steps[5]]);
});

test.each([
	['its answer begins', ({sink}: ReturnType<typeof start>) => sink.chunk(Buffer.from('a')), ['a']],
	['it ends without a word', ({sink}: ReturnType<typeof start>) => sink.end(), ['end']],
	[
		'it fails',
		({sink}: ReturnType<typeof start>) => sink.fail(cutOff('up')),
		['upstream_incomplete'],
	],
] as const)('the server is looked at until %s, and the words are handed on', (_, act, words) => {
	const started = start();
	expect(started.stops()).toBe(0);
	act(started);
	act(started);
	expect(started.stops()).toBe(1);
	expect(started.heard).toEqual([...words, ...words]);
});

test('who gives up the request looks at its server no more', () => {
	const {flow, stops, aborted} = start();
	flow.abort();
	expect([stops(), aborted()]).toEqual([1, 1]);
});

test('a server whose stream tells how far it is is not asked beside that', () => {
	const {sink, states, stops, heard} = start({isToldInStream: true});
	const progress = {prompt_progress: {total: 10, cache: 0, processed: 5, time_ms: 1}, choices: []};
	sink.chunk(Buffer.from(`data: ${JSON.stringify(progress)}\n\n`));
	expect(stops()).toBe(1);
	expect(states).toEqual([{what: 'reading', percent: 50}]);
	expect(heard).toEqual(['at work']);
	sink.chunk(Buffer.from('data: {"choices":[]}\n\n'));
	// What came with the progress stands before the answer.
	expect(heard.slice(1).join('')).toBe('data: {"choices":[]}\n\n'.repeat(2));
});
