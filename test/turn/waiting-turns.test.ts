import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {CallId} from '../../source/events/ids.ts';
import type {InputItem} from '../../source/events/part.ts';
import {isAtWork} from '../../source/state/select.ts';
import {createStore} from '../../source/state/store.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {asked, open} from './turn-harness.ts';

/** Two turns whose calls wait: c1 and c2 of the first, c3 of the second. */
async function openTwo() {
	const opened = open();
	const {turns, model, store} = opened;
	turns.send('first');
	const first = await model.next();
	first.say('I count twice.');
	first.call('count', {by: 1}, 'c1');
	first.call('count', {by: 2}, 'c2');
	first.end('calls');
	await asked(store, 2);
	turns.send('second');
	const second = await model.next();
	second.say('I count once.');
	second.call('count', {by: 3}, 'c3');
	second.end('calls');
	await asked(store, 3);
	return {...opened, second};
}

/** One word for each entry: who speaks, or of which call it is. */
function shape(input: readonly InputItem[]): readonly string[] {
	return input.map(item =>
		item.type === 'user' || item.type === 'assistant' ? item.text : item.id,
	);
}

function resultOf(input: readonly InputItem[], id: string): string {
	const results = input.filter(item => item.type === 'result' && item.id === id);
	expect(results).toHaveLength(1);
	return results[0]?.type === 'result' ? results[0].output : '';
}

describe('a turn that only waits for cards', () => {
	it('lets what is said then begin another turn, which is told that the calls wait', async () => {
		const {second, store, turns} = await openTwo();
		expect(shape(second.request.input)).toEqual([
			'first',
			'I count twice.',
			'c1',
			'c1',
			'c2',
			'c2',
			'second',
		]);
		expect(JSON.parse(resultOf(second.request.input, 'c1'))).toMatchObject({status: 'waiting'});
		expect(isAtWork(store.state())).toBe(false);
		turns.stop();
		await turns.settled();
	});

	it('goes on by itself when its cards are answered, once, with its results last', async () => {
		const {model, turns, answer, runs, store} = await openTwo();
		answer('c2', 'once');
		answer('c1', 'deny');
		const third = await model.next();
		expect(shape(third.request.input)).toEqual([
			'first',
			'second',
			'I count once.',
			'c3',
			'c3',
			'I count twice.',
			'c1',
			'c1',
			'c2',
			'c2',
		]);
		expect(resultOf(third.request.input, 'c1')).toContain('denied');
		expect(resultOf(third.request.input, 'c2')).toContain('"success":true');
		third.say('The first is done.');
		third.end();
		await expect.poll(() => store.state().chat.parked.length).toBe(0);
		answer('c3', 'once');
		const fourth = await model.next();
		expect(shape(fourth.request.input).slice(-4)).toEqual([
			'The first is done.',
			'I count once.',
			'c3',
			'c3',
		]);
		fourth.end();
		await turns.settled();
		expect(runs).toEqual([{by: 2}, {by: 3}]);
		expect(model.requests).toHaveLength(4);
		expect(store.state().chat).toMatchObject({turn: null, parked: []});
	});

	it('waits for the other to finish before it speaks with the model again', async () => {
		const {model, turns, store, answer} = open();
		turns.send('first');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		turns.send('second');
		const second = await model.next();
		answer('c1', 'once');
		await expect.poll(() => store.state().calls.get('c1' as CallId)?.status.type).toBe('ended');
		turns.send('and this');
		expect(model.requests).toHaveLength(2);
		expect(store.state().chat.queue).toMatchObject([{text: 'and this', how: 'steer'}]);
		second.say('Yes.');
		second.end();
		const third = await model.next();
		third.end();
		await expect.poll(() => model.requests.length).toBe(4);
		const fourth = await model.next();
		expect(shape(third.request.input)).toEqual(['first', 'c1', 'c1', 'second', 'Yes.', 'and this']);
		expect(shape(fourth.request.input).slice(-2)).toEqual(['c1', 'c1']);
		fourth.end();
		await turns.settled();
	});

	it('is left waiting by an interrupt of the other, and ended by the next one', async () => {
		const {model, turns, store} = open();
		turns.send('first');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		const waiting = store.state().chat.turn?.id;
		turns.send('second');
		await model.next();
		turns.interrupt();
		await expect.poll(() => store.state().chat.parked.length).toBe(0);
		expect(store.state().calls.get('c1' as CallId)?.status.type).toBe('waiting');
		expect(store.state().chat.turn?.id).toBe(waiting);
		turns.interrupt();
		await turns.settled();
		expect(store.state().calls.get('c1' as CallId)?.status).toMatchObject({
			outcome: {status: 'cancelled'},
		});
	});

	it('comes back beside the other after a crash, and both go on once', async () => {
		const before = await openTwo();
		const after = open(before.log);
		after.turns.resume();
		await asked(after.store, 3);
		after.answer('c3', 'once');
		const first = await after.model.next();
		expect(shape(first.request.input).slice(-2)).toEqual(['c3', 'c3']);
		first.end();
		after.answer('c1', 'once');
		after.answer('c2', 'once');
		const second = await after.model.next();
		expect(shape(second.request.input).slice(-4)).toEqual(['c1', 'c1', 'c2', 'c2']);
		second.end();
		await after.turns.settled();
		expect(after.runs).toEqual([{by: 3}, {by: 1}, {by: 2}]);
		expect(after.model.requests).toHaveLength(2);
	});

	it('leaves a whole record also of a call that a crash has cut', async () => {
		const before = open([], new Promise(() => {}));
		before.turns.send('first');
		const first = await before.model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(before.store);
		before.answer('c1', 'once');
		await expect.poll(() => before.runs.length).toBe(1);
		const after = open(before.log);
		after.turns.resume();
		expect(after.log.find(event => event.type === 'tool.ended')).toMatchObject({
			outcome: {status: 'interrupted'},
			record: {tool: 'count', scope: 'shell', host: 'local', decision: 'once', by: 'key'},
		});
	});

	it('replays to the same state', async () => {
		const {log, store} = await openTwo();
		const replayed = createStore(fakeClock());
		replayed.replay(JSON.parse(JSON.stringify(log)) as Stamped[]);
		expect(replayed.state()).toEqual(store.state());
	});
});
