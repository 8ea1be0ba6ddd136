import {describe, expect, test} from 'vitest';
import {cutOff} from '../../../source/proxy/failure.ts';
import {keepAliveMs, runAttempt} from '../../../source/proxy/route/attempt.ts';
import type {Sink} from '../../../source/proxy/route/source.ts';
import {createNames} from '../../../source/proxy/translate/names.ts';
import {createPipe} from '../../../source/proxy/translate/pipe.ts';
import {inbounds, outbounds} from '../../../source/proxy/translate/table.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

describe('a silent provider', () => {
	test('that is alive lets the client know, every few seconds', () => {
		const {sink, clock, sent} = start();
		sink.chunk(Buffer.from(': processing\n\n'));
		expect(sent()).toBe('');
		clock.advance(keepAliveMs);
		expect(sent()).toMatch(/^event: response.created[\s\S]*event: keepalive\ndata: .*:2}\n\n$/);
		clock.advance(keepAliveMs);
		expect(sent().match(/event: keepalive/g)).toHaveLength(2);
	});

	test('that has sent no byte keeps the client waiting, so that another can take over', async () => {
		const {clock, sent, end} = start();
		clock.advance(59_999);
		expect(sent()).toBe('');
		clock.advance(1);
		expect(await end).toMatchObject({
			status: 'failed',
			sent: false,
			failure: {kind: 'timeout', detail: 'first byte'},
		});
	});

	test('that goes silent in the middle is given up, and the client is told', async () => {
		const {sink, clock, sent, end, aborted} = start();
		say(sink, 'one');
		clock.advance(239_999);
		expect(aborted()).toBe(0);
		clock.advance(1);
		expect(await end).toMatchObject({sent: true, failure: {detail: 'gap'}});
		expect(sent()).toMatch(/event: response.failed\n.*\n\n$/);
		expect(aborted()).toBe(1);
		expect(clock.pending()).toBe(0);
	});

	test('that has finished but does not close is not waited for', async () => {
		const {sink, clock, end} = start();
		say(sink, 'one');
		sink.chunk(Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'));
		clock.advance(2000);
		expect(await end).toEqual({status: 'answered'});
	});
});

describe('a client', () => {
	test('that reads slowly holds the provider back', () => {
		const {sink, flow, drain, setWritable} = start();
		setWritable(false);
		say(sink, 'one');
		say(sink, 'two');
		expect(flow).toEqual(['pause']);
		drain();
		expect(flow).toEqual(['pause', 'resume']);
	});

	test('that reads nothing at all is given up after the gap', async () => {
		const {sink, clock, end, setWritable, dropped} = start();
		setWritable(false);
		say(sink, 'one');
		clock.advance(240_000);
		expect(await end).toEqual({status: 'left'});
		expect(dropped()).toBe(true);
	});

	test('that leaves ends the request', async () => {
		const {sink, end, leave, aborted, clock} = start();
		say(sink, 'one');
		leave();
		expect(await end).toEqual({status: 'left'});
		expect(aborted()).toBe(1);
		expect(clock.pending()).toBe(0);
	});
});

test('a connection that breaks after the finish has done its work', async () => {
	const {sink, end, sent} = start();
	say(sink, 'one');
	sink.chunk(Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'));
	sink.fail(cutOff('up'));
	expect(await end).toEqual({status: 'answered'});
	expect(sent()).toContain('event: response.completed');
});

test('what was answered leaves the connection to be used again', async () => {
	const {sink, end, aborted, clock} = start();
	say(sink, 'one');
	sink.chunk(
		Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
	);
	expect(await end).toEqual({status: 'answered'});
	expect(aborted()).toBe(0);
	sink.end();
	expect(clock.pending()).toBe(0);
});

function start() {
	const clock = fakeClock();
	const left = new AbortController();
	const flow: string[] = [];
	let text = '';
	let isWritable = true;
	let isDropped = false;
	let drain = () => {};
	let sink: Sink | null = null;
	const end = runAttempt({
		clock,
		stream: true,
		provider: 'up',
		limits: {firstByteMs: 60_000, gapMs: 240_000},
		onFirstByte: () => {},
		pipe: createPipe({
			inbound: inbounds.responses,
			outbound: outbounds['openai-chat']!,
			frame: {id: 'x', createdAtSeconds: 1, model: 'm', body: {stream: true}},
			names: createNames([]),
			provider: 'up',
			bytesMax: 1_000_000,
		}),
		reply: {
			left: left.signal,
			write(piece) {
				text += piece;
				return isWritable;
			},
			drained(listener) {
				drain = listener;
			},
			end(piece) {
				text += piece;
			},
			drop() {
				isDropped = true;
			},
		},
		source(given) {
			sink = given;
			return {
				pause: () => flow.push('pause'),
				resume: () => flow.push('resume'),
				abort: () => flow.push('abort'),
			};
		},
	});
	return {
		clock,
		end,
		flow,
		sink: sink as unknown as Sink,
		sent: () => text,
		leave: () => left.abort(),
		aborted: () => flow.filter(each => each === 'abort').length,
		drain: () => drain(),
		dropped: () => isDropped,
		setWritable(next: boolean) {
			isWritable = next;
		},
	};
}

function say(sink: Sink, content: string): void {
	sink.chunk(Buffer.from(`data: ${JSON.stringify({choices: [{delta: {content}}]})}\n\n`));
}
