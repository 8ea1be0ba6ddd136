import {expect, it} from 'vitest';
import type {Sink} from '../../../source/proxy/route/source.ts';
import {createTraces} from '../../../source/proxy/route/trace.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const about = {provider: 'up', kind: 'openai-chat', model: 'm', body: {a: 1}, notices: ['n']};

/** An attempt whose source is in the hands of the test. */
function begin(trace: NonNullable<ReturnType<ReturnType<typeof createTraces>['open']>>) {
	let given: Sink | null = null;
	const flow = {pause() {}, resume() {}, abort() {}};
	const heard: string[] = [];
	const {source, end} = trace.begin({
		...about,
		source(sink) {
			given = sink;
			return flow;
		},
	});
	source({
		chunk(chunk) {
			heard.push(Buffer.from(chunk).toString());
		},
		event(event) {
			heard.push(event.type);
		},
		end() {},
		fail() {},
		atWork() {},
	});
	return {sink: given as unknown as Sink, end, heard};
}

it('a call has its attempts, what each was sent and heard, and when', () => {
	const clock = fakeClock();
	const traces = createTraces(clock);
	const trace = traces.open('mine')!;
	clock.advance(10);
	const {sink, end, heard} = begin(trace);
	clock.advance(20);
	sink.chunk(Buffer.from('one '));
	clock.advance(5);
	sink.chunk(Buffer.from('two'));
	sink.event({type: 'text', text: 'x'} as never);
	end('answered');
	expect(heard).toEqual(['one ', 'two', 'text']);
	expect(traces.find('mine')).toEqual({
		attempts: [
			{
				...about,
				queuedMs: 10,
				firstByteMs: 20,
				totalMs: 25,
				bytes: 7,
				status: 'answered',
				received: 'one two',
				events: [{type: 'text', text: 'x'}],
			},
		],
	});
});

it('an attempt that has not ended says so', () => {
	const traces = createTraces(fakeClock());
	begin(traces.open('mine')!);
	expect(traces.find('mine')).toMatchObject({
		attempts: [{status: 'open', firstByteMs: null, totalMs: null, bytes: 0}],
	});
});

it('of an endless answer eight megabytes are kept, and all of it is handed on', () => {
	const traces = createTraces(fakeClock());
	const {sink, heard} = begin(traces.open('mine')!);
	const piece = Buffer.alloc(4 * 1024 * 1024, 'x');
	sink.chunk(piece);
	sink.chunk(piece);
	sink.chunk(Buffer.from('y'));
	const [attempt] = traces.find('mine')!['attempts'] as unknown as [
		{received: string; bytes: number},
	];
	expect([attempt.received.length, attempt.bytes]).toEqual([
		2 * piece.length,
		2 * piece.length + 1,
	]);
	expect(heard).toHaveLength(3);
});

it('only the last four calls are kept', () => {
	const traces = createTraces(fakeClock());
	for (const id of ['a', 'b', 'c', 'd', 'e']) {
		traces.open(id);
	}
	expect(['a', 'b', 'e'].map(id => traces.find(id))).toEqual([
		null,
		{attempts: []},
		{attempts: []},
	]);
});

it.each([undefined, 5, '', 'a b', '../x', 'x'.repeat(65)])(
	'no call is kept under the name %j',
	id => {
		expect(createTraces(fakeClock()).open(id)).toBeUndefined();
		expect(createTraces(fakeClock()).open('x'.repeat(64))).toBeDefined();
	},
);
