import {expect, test} from 'vitest';
import type {NeutralEvent, NeutralRequest} from '../../../source/proxy/neutral.ts';
import {practiceSource} from '../../../source/proxy/practice/source.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const request = (changed: Partial<NeutralRequest> = {}): NeutralRequest => ({
	model: 'practice',
	stream: true,
	instructions: '',
	items: [{type: 'message', role: 'user', parts: [{type: 'text', text: 'count to 200'}]}],
	tools: [],
	toolChoice: 'auto',
	options: {},
	notices: [],
	...changed,
});

test('it speaks word by word, at a pace that can be seen', async () => {
	const {events, clock} = play(request());
	await settled();
	expect(events).toHaveLength(1);
	clock.advance(16);
	await settled();
	expect(events).toHaveLength(2);
	for (let step = 0; step < 260; step += 1) {
		clock.advance(16);
		await settled();
	}
	expect(textOf(events)).toMatch(/\n1\n2\n3\n[\s\S]*\n199\n200$/);
	expect(events.slice(-2).map(({type}) => type)).toEqual(['usage', 'finish']);
	expect(clock.pending()).toBe(0);
});

test('it stops in the middle, and leaves no timer', async () => {
	const {events, flow, clock} = play(request());
	await settled();
	clock.advance(16);
	await settled();
	flow.abort();
	await settled();
	clock.advance(10_000);
	await settled();
	expect(events).toHaveLength(2);
	expect(clock.pending()).toBe(0);
});

test('it waits for a client that reads slowly', async () => {
	const {events, flow, clock} = play(request());
	await settled();
	flow.pause();
	for (let step = 0; step < 20; step += 1) {
		clock.advance(16);
		await settled();
	}
	const held = events.length;
	expect(held).toBeLessThanOrEqual(2);
	flow.resume();
	await settled();
	clock.advance(16);
	await settled();
	expect(events.length).toBeGreaterThan(held);
});

test('it answers at once when nobody watches', async () => {
	const {events, clock} = play(request({stream: false}));
	for (let step = 0; step < 300; step += 1) {
		await settled();
	}
	expect(events.at(-1)).toEqual({type: 'finish', finish: 'stop'});
	expect(clock.pending()).toBe(0);
});

test('a call comes whole, with an id of its own', async () => {
	const {events} = play(
		request({
			stream: false,
			items: [{type: 'message', role: 'user', parts: [{type: 'text', text: 'run ls'}]}],
			tools: [{form: 'function', name: 'unified_exec'}],
		}),
	);
	for (let step = 0; step < 300; step += 1) {
		await settled();
	}
	const [start, delta, end, usage, finish] = events.filter(({type}) => type !== 'text');
	expect(start).toMatchObject({type: 'call.start', id: 'call_x', name: 'unified_exec'});
	expect(delta).toMatchObject({text: '{"cmd":"ls"}'});
	expect(end).toMatchObject({type: 'call.end'});
	expect(usage).toMatchObject({usage: {inputTokens: 2}});
	expect(finish).toEqual({type: 'finish', finish: 'calls'});
});

function play(asked: NeutralRequest) {
	const clock = fakeClock();
	const events: NeutralEvent[] = [];
	const flow = practiceSource({request: asked, clock, id: 'x'})({
		chunk: () => {},
		atWork: () => {},
		event: event => events.push(event),
		end: () => {},
		fail: () => {},
	});
	return {events, flow, clock};
}

function textOf(events: readonly NeutralEvent[]): string {
	return events.map(event => (event.type === 'text' ? event.text : '')).join('');
}

/** Lets everything run that waits for nothing but its turn. */
async function settled(): Promise<void> {
	await new Promise(resolve => setImmediate(resolve));
}
