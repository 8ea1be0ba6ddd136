import {describe, expect, it} from 'vitest';
import {createCompositor, type Output} from '../../../source/view/paint/compositor.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {openEmulator} from './emulator.ts';

/** Everything of this tick has happened. */
const settle = () => new Promise<void>(resolve => setImmediate(resolve));

function openOutput() {
	const writes: string[] = [];
	const listeners = new Set<() => void>();
	const state = {isFull: false};
	const output: Output = {
		write(text) {
			writes.push(text);
			return !state.isFull;
		},
		onDrain(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
	return {
		output,
		state,
		listeners,
		take: () => writes.splice(0),
		drain() {
			state.isFull = false;
			for (const listener of listeners) {
				listener();
			}
		},
	};
}

async function open({columns = 20, rows = 4} = {}) {
	const clock = fakeClock();
	const sink = openOutput();
	const compositor = createCompositor({
		output: sink.output,
		clock,
		columns,
		rows,
		synchronized: false,
	});
	const content = {text: '', cursor: null as {x: number; y: number} | null};
	compositor.setSurface('pane', {
		rect: {x: 0, y: 0, width: columns, height: rows},
		picture: () => ({rows: [content.text], cursor: content.cursor}),
		focused: true,
	});
	await settle();
	sink.take();
	clock.advance(100);
	const change = (text: string, how?: {urgent: boolean}) => {
		content.text = text;
		compositor.invalidate('pane', how);
	};
	return {clock, ...sink, compositor, content, change};
}

describe('frames', () => {
	it('are written at once, all changes of a tick in one', async () => {
		const {compositor, change, take} = await open();
		change('a');
		compositor.setInkLayer(['', 'chrome']);
		queueMicrotask(() =>
			queueMicrotask(() => compositor.setOverlays([{x: 0, y: 1, width: 9, height: 1}])),
		);
		await settle();
		const writes = take();
		expect(writes).toHaveLength(1);
		expect(writes[0]).toContain('a');
		expect(writes[0]).toContain('chrome');
	});

	it('come 30 times a second at most, the last one with the newest state', async () => {
		const {clock, compositor, change, take} = await open();
		const emulator = openEmulator(20, 4);
		compositor.repaint();
		for (let ms = 0; ms < 1000; ms++) {
			change(`at ${ms}`);
			await settle();
			clock.advance(1);
		}
		clock.advance(100);
		const writes = take();
		expect(writes.length).toBeLessThanOrEqual(32);
		expect(writes.length).toBeGreaterThanOrEqual(30);
		await emulator.write(writes.join(''));
		expect(emulator.row(0)).toBe('at 999');
		emulator.close();
	});

	it('are not written while nothing changes, and no timer runs', async () => {
		const {clock, compositor, take} = await open();
		compositor.invalidate();
		await settle();
		clock.advance(10_000);
		expect(take()).toEqual([]);
		expect(clock.pending()).toBe(0);
	});

	it('that an input has caused do not wait for the next one', async () => {
		const {change, take} = await open();
		change('streamed');
		await settle();
		expect(take()).toHaveLength(1);
		change('streamed on');
		await settle();
		expect(take()).toEqual([]);
		change('streamed on and typed', {urgent: true});
		await settle();
		expect(take()).toHaveLength(1);
	});

	it('right after a key are hurried, but no more than two of them', async () => {
		const {compositor, change, take} = await open();
		change('1');
		await settle();
		compositor.hurry();
		for (const text of ['2', '3', '4', '5']) {
			change(text);
			await settle();
		}
		expect(take()).toHaveLength(3);
	});
});

describe('a terminal that does not keep up', () => {
	it('gets nothing until it has drained, and then the newest state once', async () => {
		const {clock, state, change, take, drain} = await open();
		state.isFull = true;
		change('first');
		await settle();
		expect(take()).toHaveLength(1);
		for (const text of ['second', 'third']) {
			change(text, {urgent: true});
			await settle();
			clock.advance(100);
		}
		expect(take()).toEqual([]);
		drain();
		const writes = take();
		expect(writes).toHaveLength(1);
		expect(writes[0]).toContain('third');
		expect(writes[0]).not.toContain('second');
	});

	it('is not written to by draining while it is lent to another program', async () => {
		const {state, compositor, change, take, drain} = await open();
		state.isFull = true;
		change('first');
		await settle();
		take();
		compositor.pause();
		change('second');
		drain();
		await settle();
		expect(take()).toEqual([]);
		compositor.resume();
		await settle();
		expect(take().join('')).toMatch(/\u001B\[J[\s\S]*second/);
	});
});

describe('layers', () => {
	it('lie in order: chrome, surfaces by layer, chrome again in overlays', async () => {
		const {compositor, take} = await open();
		const emulator = openEmulator(20, 4);
		compositor.repaint();
		const fill = (mark: string, layer: number) =>
			compositor.setSurface(mark, {
				rect: {x: 2, y: 1, width: 6, height: 2},
				picture: () => ({rows: [mark.repeat(6), mark.repeat(6)], cursor: null}),
				layer,
			});
		fill('b', 2);
		fill('a', 1);
		compositor.setInkLayer(['c'.repeat(20), 'c'.repeat(20), 'c'.repeat(20)]);
		compositor.setSurface('pane', null);
		compositor.setOverlays([{x: 4, y: 0, width: 2, height: 2}]);
		await settle();
		await emulator.write(take().join(''));
		expect([0, 1, 2, 3].map(emulator.row)).toEqual([
			'c'.repeat(20),
			'ccbbccbbcccccccccccc',
			'ccbbbbbbcccccccccccc',
			'',
		]);
		emulator.close();
	});

	it('give the cursor to the focused surface, unless an overlay lies over it', async () => {
		const {compositor, content, take} = await open();
		const emulator = openEmulator(20, 4);
		compositor.repaint();
		content.cursor = {x: 3, y: 0};
		compositor.invalidate();
		await settle();
		await emulator.write(take().join(''));
		expect(emulator.cursor()).toEqual({x: 3, y: 0, visible: true});
		compositor.setOverlays([{x: 0, y: 0, width: 5, height: 1}]);
		compositor.repaint();
		await settle();
		await emulator.write(take().join(''));
		expect(emulator.cursor().visible).toBe(false);
		compositor.setInkLayer([], {x: 1, y: 2});
		compositor.repaint();
		await settle();
		await emulator.write(take().join(''));
		expect(emulator.cursor()).toEqual({x: 1, y: 2, visible: true});
		emulator.close();
	});
});

it('a resize clears and draws everything with one write', async () => {
	const {compositor, change, take} = await open();
	change('text');
	await settle();
	take();
	compositor.resize({columns: 30, rows: 6});
	change('text');
	await settle();
	const writes = take();
	expect(writes).toHaveLength(1);
	expect(writes[0]).toMatch(/\u001B\[H\u001B\[J[\s\S]*text/);
});

it('after stop nothing is written and nothing is listened to', async () => {
	const {compositor, clock, change, take, listeners} = await open();
	change('a');
	await settle();
	change('b');
	compositor.stop();
	take();
	clock.advance(100);
	change('c', {urgent: true});
	await settle();
	expect(take()).toEqual([]);
	expect(clock.pending()).toBe(0);
	expect(listeners.size).toBe(0);
});

it('the echo of a key is on its way at once, and asks for no picture but its own while an answer streams', async () => {
	const sink = openOutput();
	const clock = fakeClock();
	const compositor = createCompositor({
		output: sink.output,
		clock,
		columns: 200,
		rows: 60,
		synchronized: true,
	});
	const state = {typed: '', streamed: '', transcripts: 0};
	compositor.setSurface('transcript', {
		rect: {x: 0, y: 0, width: 200, height: 55},
		picture() {
			state.transcripts += 1;
			return {rows: state.streamed.split('\n').slice(-55), cursor: null};
		},
	});
	compositor.setSurface('composer', {
		rect: {x: 0, y: 56, width: 200, height: 1},
		picture: () => ({rows: [state.typed], cursor: {x: state.typed.length, y: 0}}),
		focused: true,
	});
	await settle();
	for (let key = 0; key < 100; key++) {
		state.streamed += `token ${key}${key % 10 === 0 ? '\n' : ' '}`;
		compositor.invalidate('transcript');
		await settle();
		clock.advance(100);
		await settle();
		sink.take();
		const before = state.transcripts;
		state.typed += 'x';
		compositor.invalidate('composer', {urgent: true});
		await Promise.resolve();
		expect(state.transcripts).toBe(before);
		expect(sink.take().join('')).toContain('x');
	}
	compositor.stop();
	expect(state.transcripts).toBeGreaterThan(50);
});
