import {readFileSync} from 'node:fs';
import {Duplex} from 'node:stream';
import {expect, it, onTestFinished} from 'vitest';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import type {TerminalId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import type {RemoteEngine} from '../../source/wire/remote-engine.ts';
import {
	dialRecord,
	firstScreen,
	joinEngine,
	nextScreen,
	onlyRecord,
	startTestEngine,
} from '../helpers/engine-process.ts';
import {often} from '../helpers/often.ts';

const clock = systemClock();

const keys = often('ROUNDS', {usual: 60, long: 400});
/** A person types no faster, and the engine rests between its pictures. */
const pauseMs = 30;
const grownMbMax = 40;

const slowBytesAtOnce = 100;

/** A link that can be slowed down to 1 kB a second, and freed again. */
function slowLink(socket: Duplex) {
	let left = Number.POSITIVE_INFINITY;
	let waiting: (() => void) | null = null;
	const link = new Duplex({
		readableHighWaterMark: 1024,
		read() {
			pump();
		},
		write(bytes, _, done) {
			socket.write(bytes, done);
		},
		destroy(_, done) {
			socket.destroy();
			done(null);
		},
	});
	const pump = () => {
		waiting = null;
		const size = Math.min(left, socket.readableLength);
		const bytes = size > 0 ? (socket.read(size) as Buffer | null) : null;
		if (bytes === null) {
			waiting = pump;
			socket.read(0);
			return;
		}
		left -= bytes.length;
		link.push(bytes);
	};
	socket.on('readable', () => waiting?.());
	socket.on('close', () => link.destroy());
	const timer = clock.every(100, () => {
		left = Math.max(left, slowBytesAtOnce);
		waiting?.();
	});
	onTestFinished(timer.cancel);
	return {
		link,
		slowDown() {
			left = 0;
		},
		free() {
			left = Number.POSITIVE_INFINITY;
			waiting?.();
		},
	};
}

function megabytesOf({pid}: EngineRecord): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** How long a key takes to come back from the program that echoes it, and how many pictures come. */
async function typeFor({engine}: RemoteEngine, flood: TerminalId, echo: TerminalId) {
	let pictures = 0;
	const stopFlood = engine.live.terminal(flood)!.subscribe(() => {
		pictures += 1;
	});
	const live = engine.live.terminal(echo)!;
	const delays: number[] = [];
	for (let key = 0; key < keys; key += 1) {
		const word = `k${key}w`;
		const before = clock.elapsed();
		const shown = new Promise<void>(resolve => {
			const stop = live.subscribe(() => {
				if (live.snapshot().rows.some(row => row.includes(word))) {
					stop();
					resolve();
				}
			});
		});
		engine.dispatch({type: 'type-into', terminal: echo, bytes: `${word}\r`});
		await shown;
		delays.push(clock.elapsed() - before);
		await clock.sleep(pauseMs);
	}
	stopFlood();
	const sorted = delays.toSorted((one, other) => one - other);
	return {median: sorted[Math.floor(sorted.length / 2)]!, worst: sorted.at(-1)!, pictures};
}

async function run({engine}: RemoteEngine, command: string): Promise<TerminalId> {
	const opened = await engine.query({type: 'run-shell', command});
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	return opened.value;
}

it('of five screens under a flood one reads nothing and one 1 kB/s: the others answer every key, memory stays level, and the slow ones catch up', async () => {
	const started = startTestEngine();
	const first = await firstScreen(started);
	const record = await onlyRecord(started.place);
	const others = [await nextScreen(record), await nextScreen(record)];
	const stopped = dialRecord(record);
	const throttled = dialRecord(record);
	const {link, slowDown, free} = slowLink(throttled);
	const slow = await Promise.all(
		[stopped, link].map(async socket => {
			const joined = await joinEngine(socket, record.token);
			if (!joined.ok) {
				throw new Error(joined.failure.message);
			}
			return joined.value;
		}),
	);
	const flood = await run(first, 'seq 1 1000000000; echo over; exec cat');
	const echo = await run(first, 'exec cat');
	const screens = [first, ...others, ...slow];
	await expect.poll(() => screens.every(({engine}) => engine.live.terminal(echo))).toBe(true);
	for (const {engine} of screens) {
		onTestFinished(engine.live.terminal(flood)!.subscribe(() => {}));
	}
	// By then the heap has the size that it needs.
	await typeFor(first, flood, echo);
	const allRead = await typeFor(first, flood, echo);
	stopped.pause();
	slowDown();
	const beforeMb = megabytesOf(record);
	const someDoNot = await typeFor(first, flood, echo);
	const grownMb = megabytesOf(record) - beforeMb;
	console.info('all read:', allRead, 'two do not:', someDoNot, `grown by ${grownMb.toFixed(1)} MB`);
	first.engine.dispatch({type: 'type-into', terminal: flood, bytes: '\u0003'});
	stopped.resume();
	free();
	const pictures = () =>
		screens.map(({engine}) => engine.live.terminal(flood)!.snapshot().rows.join('\n').trimEnd());
	await expect.poll(() => new Set(pictures()).size, {timeout: 60_000}).toBe(1);
	expect(pictures()[0]).toMatch(/\d{4,}/);
	expect(someDoNot.pictures).toBeGreaterThan(0);
	expect(grownMb).toBeLessThan(grownMbMax);
});
