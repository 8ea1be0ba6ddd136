import {expect, it} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {stateOf} from '../../source/state/snapshot.ts';
import {serveTestEngine} from '../helpers/remote-engine.ts';

const clock = systemClock();
const command = (cmd: string, id = 'c1') =>
	({type: 'call', id, name: 'unified_exec', arguments: JSON.stringify({cmd})}) as const;

it('a screen behind a socket knows every fact, and its answer to a card runs the call once', async () => {
	const {engine, connect, says} = await serveTestEngine();
	const far = await connect();
	const mirror = await createMirror(far.engine, clock);
	says(command('echo over the wire'));
	far.engine.dispatch({type: 'send', text: 'run it'});
	await expect.poll(() => waitingCalls(mirror.state()).length).toBe(1);
	const [call] = waitingCalls(mirror.state());
	far.engine.dispatch({type: 'answer', call: call!.id, verdict: {type: 'once'}});
	far.engine.dispatch({type: 'answer', call: call!.id, verdict: {type: 'once'}});
	expect(await far.engine.query({type: 'idle'})).toBe(null);
	const here = engine.parts.store.state();
	await expect
		.poll(() => mirror.state())
		.toEqual(
			stateOf(
				JSON.parse(JSON.stringify({seq: 0, state: {...here, calls: [...here.calls.values()]}})),
			),
		);
	expect(
		[...mirror.state().calls.values()].filter(({status}) => status.type === 'ended'),
	).toHaveLength(1);
});

it('the picture of a terminal crosses the socket, row by row as it changes, and is the engine’s own', async () => {
	const {engine, connect} = await serveTestEngine();
	const far = await connect();
	const mirror = await createMirror(far.engine, clock);
	const opened = await far.engine.query({
		type: 'run-shell',
		command: 'for i in $(seq 1 300); do echo line $i; done; exec cat',
	});
	expect(opened).toMatchObject({ok: true});
	const id = mirror.state().terminals[0]!.id;
	const live = far.engine.live.terminal(id)!;
	let pictures = 0;
	const stop = live.subscribe(() => {
		pictures += 1;
	});
	await expect.poll(() => live.snapshot().rows.join('\n')).toContain('line 300');
	far.engine.dispatch({type: 'control-terminal', terminal: id, by: 'user'});
	far.engine.dispatch({type: 'type-into', terminal: id, bytes: 'typed here\r'});
	await expect
		.poll(() => live.snapshot().rows.filter(row => row.includes('typed here')).length)
		.toBe(2);
	await expect
		.poll(() => live.snapshot())
		.toEqual(JSON.parse(JSON.stringify(engine.live.terminal(id)!.snapshot())));
	expect(pictures).toBeGreaterThan(0);
	stop();
	const before = pictures;
	far.engine.dispatch({type: 'type-into', terminal: id, bytes: 'nobody looks\r'});
	await far.engine.query({type: 'terminal-text', terminal: id, from: 0, to: 1000});
	expect(pictures).toBe(before);
});
