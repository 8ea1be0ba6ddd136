import {expect, it} from 'vitest';
import type {Signal} from '../../source/events/signal.ts';
import {createGuestWatch} from '../../source/watchdog/agent-watch.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function open() {
	const clock = fakeClock();
	const told: string[] = [];
	const now = {memoryMb: 10 as number | null, limitMb: 100, lines: [] as string[]};
	const watch = createGuestWatch({
		clock,
		memoryMb: () => now.memoryMb,
		memoryMbMax: () => now.limitMb,
		newLines: () => now.lines.splice(0),
		onSignal: ({kind, note, code}) => told.push([kind, note, code].filter(Boolean).join(' ')),
	});
	const take = (kind: Signal['kind'], request?: string) =>
		watch.take({kind, at: 0, ...(request !== undefined && {request})} as Signal);
	const wait = (seconds: number) => {
		for (let past = 0; past < seconds; past += 5) {
			clock.advance(5000);
		}
	};
	return {clock, told, now, watch, take, wait};
}

it('too much memory is told once, and again after it was less', () => {
	const {told, now, wait} = open();
	for (const memoryMb of [100, 100.6, 300, null, 101]) {
		now.memoryMb = memoryMb;
		wait(10);
	}
	expect(told).toEqual(['guest.memory-high 101 MB of 100', 'guest.memory-high 101 MB of 100']);
	now.limitMb = 200;
	wait(5);
	now.memoryMb = 201;
	wait(5);
	expect(told.at(-1)).toBe('guest.memory-high 201 MB of 200');
});

it('too much memory is told at the first look, five seconds after the start', () => {
	const {clock, told, now} = open();
	now.memoryMb = 101;
	clock.advance(4999);
	expect(told).toEqual([]);
	clock.advance(1);
	expect(told).toEqual(['guest.memory-high 101 MB of 100']);
});

it('what it writes is read at each look', () => {
	const {told, now, wait} = open();
	now.lines = ['ERROR: Reconnecting... 2/5', 'nothing'];
	wait(5);
	expect(told).toEqual(['guest.reconnecting']);
	wait(5);
	expect(told).toHaveLength(1);
});

it.each([
	[4999, 1],
	[5000, 0],
])('five minutes count from the request, %i ms after the start: %i', (startMs, count) => {
	const {clock, told, take} = open();
	clock.advance(startMs);
	take('request.started', 'a');
	clock.advance(305_000 - startMs);
	expect(told).toHaveLength(count);
});

it('a try that is repeated is no answer', () => {
	const {told, take, wait} = open();
	take('request.started', 'a');
	take('request.retried', 'a');
	wait(305);
	expect(told).toEqual(['guest.stalled']);
});

it('a request that nobody answers for five minutes is told once', () => {
	const {told, take, wait} = open();
	take('request.started', 'a');
	wait(300);
	expect(told).toEqual([]);
	wait(5);
	expect(told).toEqual(['guest.stalled']);
	wait(600);
	expect(told).toHaveLength(1);
});

it.each(['request.first-byte', 'request.ended', 'request.failed', 'client.left'] as const)(
	'a request is no longer waited for after %s, and another one is',
	kind => {
		const {told, take, wait} = open();
		take('request.started', 'a');
		take('request.started', 'b');
		take('request.started');
		take(kind, 'a');
		take(kind);
		take('request.retried', 'b');
		wait(305);
		expect(told).toEqual(['guest.stalled']);
	},
);

it.each([
	[{exitCode: 0, signal: null}, []],
	[{exitCode: 130, signal: null}, []],
	[{exitCode: null, signal: 'SIGINT'}, []],
	[{exitCode: 3, signal: null}, ['guest.gone 3']],
	[{exitCode: null, signal: 'SIGKILL'}, ['guest.gone SIGKILL']],
	[{exitCode: null, signal: null}, ['guest.gone unknown']],
])(
	'an end of %j is told as %j, after its last lines, and nothing is looked at any more',
	(end, gone) => {
		const {clock, told, now, watch} = open();
		now.lines = ['ERROR: Reconnecting... 2/5', 'nothing'];
		watch.ended(end);
		expect(told).toEqual(['guest.reconnecting', ...gone]);
		expect(clock.pending()).toBe(0);
	},
);

it('what is closed looks at nothing', () => {
	const {clock, watch} = open();
	watch.close();
	expect(clock.pending()).toBe(0);
});
