import {getEventListeners} from 'node:events';
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

	test('that leaves while more was to be sent leaves nothing behind', async () => {
		const {sink, leave, clock, writes} = start();
		say(sink, 'one');
		await readIsOver();
		say(sink, 'two');
		leave();
		expect([writes(), clock.pending()]).toEqual([1, 0]);
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

test('the longest silence within an answer is told, without the wait for its first byte', async () => {
	const {sink, clock, end, gaps} = start();
	clock.advance(20_000);
	for (const quietMs of [0, 3000, 5000, 4000]) {
		clock.advance(quietMs);
		say(sink, 'more');
		await readIsOver();
	}
	sink.chunk(
		Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
	);
	clock.advance(4);
	expect(await end).toEqual({status: 'answered'});
	expect(gaps).toEqual([5000]);
});

test('an answer that came at once had no silence in it', async () => {
	const {sink, end, gaps} = start();
	say(sink, 'one');
	sink.chunk(
		Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
	);
	expect(await end).toEqual({status: 'answered'});
	expect(gaps).toEqual([0]);
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

describe('a server that says it is at work', () => {
	test('gets the time for its first byte anew with each sign', async () => {
		const {sink, clock, end, aborted} = start();
		clock.advance(59_999);
		sink.atWork();
		clock.advance(59_999);
		expect(aborted()).toBe(0);
		clock.advance(1);
		expect(await end).toMatchObject({status: 'failed', failure: {detail: 'first byte'}});
	});

	test('lets the client know of it every few seconds, however often it says so', () => {
		const {sink, clock, sent} = start();
		for (let count = 0; count < 9; count += 1) {
			sink.atWork();
			expect(sent()).toBe('');
			clock.advance(keepAliveMs / 9);
		}
		expect(sent().match(/event: keepalive/g)).toHaveLength(1);
		clock.advance(keepAliveMs);
		expect(sent().match(/event: keepalive/g)).toHaveLength(2);
	});

	test('says nothing more by it once its answer has begun, nor when that is over', async () => {
		const {sink, clock, end, aborted} = start();
		say(sink, 'one');
		await readIsOver();
		clock.advance(200_000);
		sink.atWork();
		clock.advance(40_000);
		expect(await end).toMatchObject({status: 'failed', failure: {detail: 'gap'}});
		sink.atWork();
		expect([aborted(), clock.pending()]).toEqual([1, 0]);
	});
});

describe('an answer in one piece', () => {
	test('is waited for as long as a whole one may take, and nothing of it is sent before its end', async () => {
		const {sink, clock, sent, end, aborted} = start({stream: false});
		sink.chunk(Buffer.from(' '));
		clock.advance(239_999);
		expect([sent(), aborted()]).toEqual(['', 0]);
		clock.advance(1);
		expect(await end).toMatchObject({
			status: 'failed',
			sent: false,
			failure: {kind: 'timeout', detail: 'whole answer'},
		});
		expect([sent(), clock.pending()]).toEqual(['', 0]);
	});

	test('lets nobody know that its server is at work, for nothing may stand before it', () => {
		const {sink, clock, sent} = start({stream: false});
		sink.atWork();
		clock.advance(3 * keepAliveMs);
		expect(sent()).toBe('');
	});
});

test('a provider that does not close what it has answered is closed after two seconds, in silence', async () => {
	const {sink, clock, end, aborted, sent, listeners} = start();
	say(sink, 'one');
	sink.chunk(
		Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
	);
	expect(await end).toEqual({status: 'answered'});
	const told = sent();
	expect([clock.pending(), listeners()]).toEqual([1, 0]);
	clock.advance(1999);
	expect(aborted()).toBe(0);
	clock.advance(1);
	expect([aborted(), clock.pending(), sent()]).toEqual([1, 0, told]);
});

function start({goesOn = false, stream = true} = {}) {
	const clock = fakeClock();
	const left = new AbortController();
	const flow: string[] = [];
	const gaps: number[] = [];
	let text = '';
	let writes = 0;
	let isWritable = true;
	let isDropped = false;
	let drain = () => {};
	let sink: Sink | null = null;
	const pipe: {-readonly [Name in keyof Pipe]: Pipe[Name]} = createPipe({
		inbound: inbounds.responses,
		outbound: outbounds['openai-chat']!,
		frame: {id: 'x', createdAtSeconds: 1, model: 'm', body: {stream}},
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
		stream,
		provider: 'up',
		limits: {firstByteMs: 60_000, gapMs: 240_000, wholeMs: 240_000},
		goesOn,
		onFirstByte: () => {},
		onGap: gapMs => gaps.push(gapMs),
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
		gaps,
		sink: sink as unknown as Sink,
		sent: () => text,
		writes: () => writes,
		listeners: () => getEventListeners(left.signal, 'abort').length,
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
