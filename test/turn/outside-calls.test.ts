import {expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import {callOf, waitingCalls} from '../../source/state/select.ts';
import {openTestEngine} from '../helpers/test-engine.ts';

const caller = {id: 'mcp_1', name: 'other 1'};

function openOutside() {
	const {engine} = openTestEngine();
	const {store, turns} = engine.parts;
	const events: Stamped[] = [];
	engine.events.subscribe(event => void events.push(event));
	const run = (command: string) =>
		turns.outside.start({
			caller,
			tool: 'run_in_terminal',
			raw: JSON.stringify({command, explanation: 't'}),
		});
	const allow = async () => {
		await expect.poll(() => waitingCalls(store.state()).length).toBeGreaterThan(0);
		for (const {id} of waitingCalls(store.state())) {
			engine.dispatch({type: 'answer', call: id, verdict: {type: 'once'}});
		}
	};
	return {engine, store, turns, events, run, allow};
}

it('the model’s turn and calls from outside don’t stand in each other’s way', async () => {
	const {engine, store, run, allow} = openOutside();
	const call = run('cat');
	await allow();
	await expect.poll(() => callOf(store.state(), call.id)?.terminal).toBeDefined();
	engine.dispatch({type: 'send', text: 'hi'});
	await expect.poll(() => store.state().chat.items.at(-1)).toMatchObject({text: 'Done.'});
	expect(callOf(store.state(), call.id)?.status.type).toBe('running');
	expect(callOf(store.state(), call.id)?.deliveredAt).toBeUndefined();
});

it('a person’s interrupt stops them when no turn runs', async () => {
	const {engine, store, run, allow} = openOutside();
	const call = run('cat');
	await allow();
	await expect.poll(() => callOf(store.state(), call.id)?.terminal).toBeDefined();
	engine.dispatch({type: 'interrupt'});
	await call.done;
	expect(callOf(store.state(), call.id)?.status).toMatchObject({outcome: {status: 'cancelled'}});
});

it('one that is cancelled is known to stop until it has ended', async () => {
	const {turns, run} = openOutside();
	const call = run('touch it');
	expect(turns.outside.isStopping(call.id)).toBe(false);
	turns.outside.cancel(call.id, 'asked');
	expect(turns.outside.isStopping(call.id)).toBe(true);
	await call.done;
	expect(turns.outside.isStopping(call.id)).toBe(false);
});

it('a client that makes a refused call again and again is not asked about it a fourth time', async () => {
	const {engine, store, events, run} = openOutside();
	for (let count = 0; count < 3; count += 1) {
		const call = run('touch it');
		await expect.poll(() => waitingCalls(store.state()).length).toBe(1);
		engine.dispatch({type: 'answer', call: call.id, verdict: {type: 'deny'}});
		await call.done;
	}
	await run('touch it').done;
	expect(events.filter(({type}) => type === 'authorization.asked')).toHaveLength(3);
});

it('each call has one start and one end, also when the program ends while it runs', async () => {
	const {engine, events, run, allow} = openOutside();
	run('cat');
	run('touch waits');
	await allow();
	run('touch still-waits');
	await expect.poll(() => events.some(({type}) => type === 'terminal.opened')).toBe(true);
	await engine.stop('quit');
	const ends = events.flatMap(event => (event.type === 'tool.ended' ? [event.record?.end] : []));
	expect(ends.toSorted()).toHaveLength(3);
	expect(ends).toContain('crash');
	expect(events.filter(({type}) => type === 'tool.proposed')).toHaveLength(3);
});
