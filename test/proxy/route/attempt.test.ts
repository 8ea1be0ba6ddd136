import {describe, expect, test} from 'vitest';
import {type CallFailure, cutOff} from '../../../source/proxy/failure.ts';
import {breakOff, keepAliveMs, runAttempt} from '../../../source/proxy/route/attempt.ts';
import type {ClientReply} from '../../../source/proxy/route/reply.ts';
import type {Sink} from '../../../source/proxy/route/source.ts';
import {createPipe, type Pipe} from '../../../source/proxy/translate/pipe.ts';
import {inbounds, outbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {createNames} from '../../../source/proxy/translate/tool-names.ts';
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

	test('that has sent no byte of a further part lets the client know that its answer goes on', () => {
		const {clock, sent} = start({goesOn: true});
		clock.advance(keepAliveMs - 1);
		expect(sent()).toBe('');
		clock.advance(1);
		expect(sent().match(/event: keepalive/g)).toHaveLength(1);
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
		const {sink, clock, sent, end, aborted, pipe, reply} = start();
		say(sink, 'one');
		clock.advance(239_999);
		expect(aborted()).toBe(0);
		clock.advance(1);
		const ended = await end;
		expect(ended).toMatchObject({status: 'failed', sent: true, failure: {detail: 'gap'}});
		expect(sent()).not.toContain('response.failed');
		breakOff((ended as {failure: CallFailure}).failure, {pipe, reply});
		expect(sent()).toMatch(/event: response.failed\n.*\n\n$/);
		expect(aborted()).toBe(1);
		expect(clock.pending()).toBe(0);
	});

	test('that has finished but does not close is not waited for', async () => {
		const {sink, clock, end} = start();
		say(sink, 'one');
		sink.chunk(Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'));
		await readIsOver();
		clock.advance(2000);
		expect(await end).toEqual({status: 'answered'});
	});
});

describe('a client', () => {
	test('that reads slowly holds the provider back', async () => {
		const {sink, flow, drain, setWritable} = start();
		setWritable(false);
		say(sink, 'one');
		await readIsOver();
		say(sink, 'two');
		await readIsOver();
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

test('many pieces of one read are sent in one write, and so are those of the next four milliseconds', async () => {
	const {sink, writes, clock, sent} = start();
	say(sink, 'one');
	say(sink, 'two');
	expect(writes()).toBe(0);
	await readIsOver();
	expect(writes()).toBe(1);
	say(sink, 'three');
	await readIsOver();
	say(sink, 'four');
	await readIsOver();
	expect(writes()).toBe(1);
	clock.advance(4);
	expect(writes()).toBe(2);
	expect(sent().match(/"delta":"threefour"/g)).toHaveLength(1);
	clock.advance(20);
	say(sink, 'five');
	await readIsOver();
	expect(writes()).toBe(3);
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

test('an exception while an answer is read ends this try, with words and nothing left behind', async () => {
	const {sink, end, clock, aborted, pipe} = start();
	say(sink, 'one');
	pipe.push = () => {
		throw new RangeError('Maximum call stack size exceeded');
	};
	say(sink, 'two');
	expect(await end).toMatchObject({
		status: 'failed',
		failure: {code: 'answer_not_handled', message: expect.stringContaining('call stack')},
	});
	expect(aborted()).toBe(1);
	expect(clock.pending()).toBe(0);
});

test('an exception while an answer is written ends this try too', async () => {
	const {sink, end, clock, pipe} = start();
	pipe.take = () => {
		throw new Error('no such form');
	};
	say(sink, 'one');
	expect(await end).toMatchObject({status: 'failed', failure: {code: 'answer_not_handled'}});
	expect(clock.pending()).toBe(0);
});

function start({goesOn = false} = {}) {
	const clock = fakeClock();
	const left = new AbortController();
	const flow: string[] = [];
	let text = '';
	let writes = 0;
	let isWritable = true;
	let isDropped = false;
	let drain = () => {};
	let sink: Sink | null = null;
	const pipe: {-readonly [Name in keyof Pipe]: Pipe[Name]} = createPipe({
		inbound: inbounds.responses,
		outbound: outbounds['openai-chat']!,
		frame: {id: 'x', createdAtSeconds: 1, model: 'm', body: {stream: true}},
		names: createNames([]),
		provider: 'up',
		bytesMax: 1_000_000,
	});
	const reply: ClientReply = {
		left: left.signal,
		write(piece) {
			writes += 1;
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
	};
	const end = runAttempt({
		clock,
		stream: true,
		provider: 'up',
		limits: {firstByteMs: 60_000, gapMs: 240_000, wholeMs: 240_000},
		goesOn,
		onFirstByte: () => {},
		onGap: () => {},
		pipe,
		reply,
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
		pipe,
		reply,
		flow,
		sink: sink as unknown as Sink,
		sent: () => text,
		writes: () => writes,
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

/** What one read of the connection holds is looked at when all of it was told. */
async function readIsOver(): Promise<void> {
	await null;
}
