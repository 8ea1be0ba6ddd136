import {expect, it} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {serveTestEngine} from '../helpers/remote-engine.ts';

const clock = systemClock();

async function twoScreens() {
	const served = await serveTestEngine();
	const one = await served.connect();
	const other = await served.connect({columns: 120, rows: 40});
	const mirrors = [await createMirror(one.engine, clock), await createMirror(other.engine, clock)];
	return {...served, one, other, mirrors};
}

it('each screen knows how many there are, and one can send another away', async () => {
	const {one, other} = await twoScreens();
	await expect.poll(() => one.screens().map(({columns}) => columns)).toEqual([80, 120]);
	one.dismiss(other.screen);
	expect(await other.gone).toMatchObject({why: expect.stringContaining('sent this one away')});
	await expect.poll(() => one.screens()).toHaveLength(1);
});

it('a screen that was sent away knows that the session goes on; one that is stopped is gone for the others too', async () => {
	const {one, other} = await twoScreens();
	other.socket.pause();
	one.dismiss(other.screen);
	await expect.poll(() => one.screens()).toHaveLength(1);
	other.engine.dispatch({type: 'send', text: 'still here?'});
	other.socket.resume();
	expect(await other.gone).toMatchObject({goesOn: true});
	const {state} = await one.engine.snapshot();
	expect(state.chat.items).toEqual([]);
});

it('each screen knows what the others look at', async () => {
	const {one, other} = await twoScreens();
	other.look({part: 'monitor', terminal: null});
	await expect
		.poll(() => one.screens().map(({looksAt}) => looksAt?.part))
		.toEqual([undefined, 'monitor']);
});

it('a keyboard that a screen hands back to the model is told to every screen, and is free for each', async () => {
	const {one, other, mirrors} = await twoScreens();
	const opened = await one.engine.query({type: 'run-shell', command: 'exec cat'});
	const terminal = opened.ok ? opened.value : null!;
	const controls = () => mirrors.map(({state}) => state().terminals[0]?.control);
	await expect.poll(controls).toEqual(['user', 'other']);
	one.engine.dispatch({type: 'control-terminal', terminal, by: 'model'});
	await expect.poll(controls).toEqual(['model', 'model']);
	other.engine.dispatch({type: 'control-terminal', terminal, by: 'user'});
	await expect.poll(controls).toEqual(['other', 'user']);
});

it('one screen types into a terminal: another has to take the keyboard, and the first is told', async () => {
	const {one, other, mirrors, engine} = await twoScreens();
	const opened = await one.engine.query({type: 'run-shell', command: 'exec cat'});
	const terminal = opened.ok ? opened.value : null!;
	const controls = () => mirrors.map(({state}) => state().terminals[0]?.control);
	await expect.poll(controls).toEqual(['user', 'other']);
	other.engine.dispatch({type: 'type-into', terminal, bytes: 'from the other\r'});
	one.engine.dispatch({type: 'type-into', terminal, bytes: 'from the one\r'});
	const text = () => engine.query({type: 'terminal-text', terminal, from: 0, to: 100});
	await expect.poll(text).toContain('from the one');
	expect(await text()).not.toContain('from the other');
	other.engine.dispatch({type: 'control-terminal', terminal, by: 'user'});
	await expect.poll(controls).toEqual(['other', 'user']);
	one.engine.dispatch({type: 'type-into', terminal, bytes: 'too late\r'});
	other.engine.dispatch({type: 'type-into', terminal, bytes: 'now from here\r'});
	await expect.poll(text).toContain('now from here');
	expect(await text()).not.toContain('too late');
	other.detach();
	await expect.poll(() => mirrors[0]!.state().terminals[0]?.control).toBe('user');
});

it('a terminal keeps the size of the screen that typed last, also when a larger one comes', async () => {
	const {one, other, engine} = await twoScreens();
	const opened = await one.engine.query({type: 'run-shell', command: 'exec cat'});
	const terminal = opened.ok ? opened.value : null!;
	const height = () => engine.live.terminal(terminal)!.snapshot().rows.length;
	one.engine.dispatch({type: 'resize-terminal', terminal, columns: 60, rows: 11});
	await expect.poll(height).toBe(11);
	other.engine.dispatch({type: 'resize-terminal', terminal, columns: 100, rows: 33});
	await other.engine.query({type: 'branch'});
	expect(height()).toBe(11);
	other.engine.dispatch({type: 'control-terminal', terminal, by: 'user'});
	await expect.poll(height).toBe(33);
});

it('two answers to one card: the first counts, once, and is journalled with its screen', async () => {
	const {one, other, mirrors, says, engine} = await twoScreens();
	const answers: unknown[] = [];
	engine.events.subscribe(event => {
		if (event.type === 'authorization.answered') {
			answers.push(event.screen);
		}
	});
	says({
		type: 'call',
		id: 'c1',
		name: 'unified_exec',
		arguments: JSON.stringify({cmd: 'echo x >> count'}),
	});
	one.engine.dispatch({type: 'send', text: 'count'});
	const waiting = () => mirrors.map(({state}) => waitingCalls(state()).length);
	await expect.poll(waiting).toEqual([1, 1]);
	const {id: call} = waitingCalls(mirrors[0]!.state())[0]!;
	for (const {engine: far} of [other, one]) {
		far.dispatch({type: 'answer', call, verdict: {type: 'once'}});
	}
	await one.engine.query({type: 'idle'});
	expect(answers).toEqual([{id: expect.any(String), from: 'test'}]);
});

it('a screen that only watches sees everything and changes nothing', async () => {
	const {connect, engine, asked} = await serveTestEngine();
	const watcher = await connect({kind: 'watch'});
	const mirror = await createMirror(watcher.engine, clock);
	watcher.setSize({columns: 40, rows: 12}, {columns: 38, rows: 5});
	watcher.engine.dispatch({type: 'send', text: 'do it'});
	expect(mirror.state().notices.at(-1)?.text).toBe('This screen only watches: nothing was sent.');
	watcher.engine.dispatch({type: 'notify', level: 'info', text: 'for me alone'});
	expect(mirror.state().notices.at(-1)?.text).toBe('for me alone');
	engine.dispatch({type: 'send', text: 'hello'});
	await engine.query({type: 'idle'});
	await expect.poll(() => mirror.state().chat.items.length).toBe(2);
	expect(JSON.stringify(engine.parts.store.state())).not.toMatch(/do it|for me alone/);
	// Neither the login nor the room for new programs is that of who looks on.
	expect(asked).toMatchObject({panes: [], envs: []});
});

it('a message to an engine that has died is refused in words on the screen that sent it', async () => {
	const {connect} = await serveTestEngine();
	const screen = await connect();
	const mirror = await createMirror(screen.engine, clock);
	screen.socket.destroy();
	await screen.gone;
	screen.engine.dispatch({type: 'send', text: 'lost?'});
	expect(mirror.state().notices.at(-1)?.text).toContain('has stopped: nothing was sent');
});

it('a screen that reads nothing slows nobody, costs a bounded queue, and catches up', async () => {
	const {connect, engine} = await serveTestEngine();
	const slow = await connect();
	const quick = await connect();
	const mirror = await createMirror(slow.engine, clock);
	slow.socket.pause();
	for (let count = 0; count < 200; count += 1) {
		engine.dispatch({type: 'notify', level: 'info', text: `${count} ${'x'.repeat(100_000)}`});
	}
	expect(await quick.engine.query({type: 'branch'})).toEqual({branch: null});
	slow.socket.resume();
	const last = () => mirror.state().notices.at(-1)?.text.slice(0, 4);
	await expect.poll(last).toBe('199 ');
	engine.dispatch({type: 'notify', level: 'info', text: 'afterwards'});
	await expect.poll(last).toBe('afte');
	expect(mirror.state().notices.length).toBe(engine.parts.store.state().notices.length);
});

it('whose keyboard it is counts from the next key on: what follows the key that hands it back is for the screen', async () => {
	const {one, mirrors} = await twoScreens();
	const opened = await one.engine.query({type: 'run-shell', command: 'exec cat'});
	const terminal = opened.ok ? opened.value : null!;
	const control = () => mirrors[0]!.state().terminals[0]?.control;
	await expect.poll(control).toBe('user');
	one.engine.dispatch({type: 'control-terminal', terminal, by: 'model'});
	expect(control()).toBe('model');
	one.engine.dispatch({type: 'control-terminal', terminal, by: 'user'});
	expect(control()).toBe('user');
});
