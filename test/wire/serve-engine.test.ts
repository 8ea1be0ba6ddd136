import {duplexPair} from 'node:stream';
import {expect, it, onTestFinished} from 'vitest';
import type {Engine} from '../../source/engine/engine.ts';
import {encodeMessage} from '../../source/wire/frame.ts';
import {connectEngine} from '../../source/wire/remote-engine.ts';
import {createEngineServer} from '../../source/wire/serve-engine.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {openTestEngine} from '../helpers/test-engine.ts';

/** An engine behind a server that nobody has joined yet. */
function openServer(changes: Partial<Engine> = {}) {
	const {engine, session} = openTestEngine();
	const clock = fakeClock();
	const server = createEngineServer({
		engine: {...engine, ...changes},
		...{clock, session, version: 'test', epoch: 'one', journalPath: '', readOnly: null},
		isToken: () => false,
		onScreens() {},
		onEnvironment() {},
		onPane() {},
		onEnd() {},
	});
	return {engine, server, clock};
}

it('without a screen no timer wakes the engine, and with one it says that it lives', async () => {
	const {server, clock} = openServer();
	expect(clock.pending()).toBe(0);
	const [near, far] = duplexPair();
	server.accept(far, {isTrusted: true});
	const screenClock = fakeClock();
	const joined = await connectEngine({
		...{socket: near, clock: screenClock, version: 'test', token: '', env: {}},
		screen: {id: 's1', kind: 'screen', from: 'test', columns: 80, rows: 24},
	});
	const remote = joined.ok ? joined.value : null!;
	await expect.poll(() => remote.screens()).toHaveLength(1);
	const silences: boolean[] = [];
	remote.onSilence(isSilent => void silences.push(isSilent));
	for (let second = 0; second < 10; second += 1) {
		clock.advance(1000);
		await new Promise(resolve => setImmediate(resolve));
		screenClock.advance(1000);
	}
	expect(silences).toEqual([]);
	remote.detach();
	await expect.poll(() => server.screens()).toHaveLength(0);
	await expect.poll(() => clock.pending()).toBe(0);
	server.close(null, {isWritten: true});
});

it('a screen that joins while the session moves to another process follows it there', async () => {
	const {server} = openServer();
	const dialled: string[] = [];
	const join = async (id: string) => {
		const [near, far] = duplexPair();
		server.accept(far, {isTrusted: true});
		const joined = await connectEngine({
			...{socket: near, clock: fakeClock(), version: 'test', token: '', env: {}},
			screen: {id, kind: 'screen', from: 'test', columns: 80, rows: 24},
			redial(path) {
				dialled.push(`${id} to ${path}`);
				return duplexPair()[0];
			},
		});
		onTestFinished(() => (joined.ok ? joined.value.detach() : undefined));
		return joined;
	};
	await join('first');
	await server.hold({socket: 'next', token: 't'});
	expect(await join('late')).toMatchObject({ok: true});
	server.moved();
	await expect.poll(() => dialled.toSorted()).toEqual(['first to next', 'late to next']);
	server.close(null, {isWritten: true});
});

it('an engine that does not answer holds up nobody who ends it', async () => {
	const {server} = openServer();
	const [near, far] = duplexPair();
	server.accept(far, {isTrusted: true});
	const clock = fakeClock();
	const joined = await connectEngine({
		...{socket: near, clock, version: 'test', token: '', env: {}},
		screen: {id: 's1', kind: 'screen', from: 'test', columns: 80, rows: 24},
	});
	const remote = joined.ok ? joined.value : null!;
	const ended = remote.end('quit');
	clock.advance(60_000);
	expect(await ended).toMatchObject({goesOn: true, why: expect.stringContaining('agent-tui stop')});
	expect(remote.isGone()).toBe(true);
	server.close(null, {isWritten: true});
});

it('what a screen sends that did not hear of the move in time is not acted on, and stops the move', async () => {
	const {engine, server} = openServer();
	const [near, far] = duplexPair();
	server.accept(far, {isTrusted: true});
	const screen = {id: 's1', kind: 'screen', from: 'test', columns: 80, rows: 24};
	const send = (message: object) => near.write(encodeMessage(message));
	send({type: 'hello', protocol: 1, protocolMin: 1, version: 'test', token: '', env: {}, screen});
	await expect.poll(() => server.screens()).toHaveLength(1);
	expect(await server.hold({socket: 'next', token: 't'})).toMatchObject({ok: true});
	send({type: 'intent', intent: {type: 'resize-terminal', terminal: '1', columns: 9, rows: 9}});
	expect(server.isDisturbed()).toBe(false);
	send({type: 'intent', intent: {type: 'send', text: 'late'}});
	await expect.poll(server.isDisturbed).toBe(true);
	const said = () =>
		engine.shared?.state().chat.items.flatMap(item => ('text' in item ? item.text : []));
	expect(said()).not.toContain('late');
	server.goOn();
	await expect.poll(said).toContain('late');
	expect(server.isDisturbed()).toBe(false);
	server.close(null, {isWritten: true});
});

it('a screen that reads nothing is told only the newest of who else looks at what', async () => {
	const {server} = openServer();
	const join = (id: string) => {
		const [near, far] = duplexPair();
		server.accept(far, {isTrusted: true});
		const screen = {id, kind: 'screen', from: 'test', columns: 80, rows: 24};
		const send = (message: object) => near.write(encodeMessage(message));
		send({type: 'hello', protocol: 1, protocolMin: 1, version: 'test', token: '', env: {}, screen});
		return {near, far, send};
	};
	const stopped = join('stopped');
	const other = join('other');
	other.near.resume();
	await expect.poll(() => server.screens()).toHaveLength(2);
	for (let count = 0; count < 2000; count += 1) {
		other.send({type: 'looks-at', looksAt: {part: `pane ${count}`, terminal: null}});
	}
	const looks = () => server.screens().find(({id}) => id === 'other')?.looksAt?.part;
	await expect.poll(looks).toBe('pane 1999');
	expect(stopped.far.writableLength).toBeLessThan(100_000);
	let heard = '';
	stopped.near.on('data', bytes => {
		heard += String(bytes);
	});
	await expect.poll(() => heard).toContain('pane 1999');
	server.close(null, {isWritten: true});
});

it('a slow screen whose state can not be told loses its connection, and nobody else anything', async () => {
	const {engine, server} = openServer({
		snapshot: () => Promise.reject(new Error('too long for a text')),
	});
	const [near, far] = duplexPair();
	server.accept(far, {isTrusted: true});
	const screen = {id: 's1', kind: 'screen', from: 'test', columns: 80, rows: 24};
	const hello = {type: 'hello', protocol: 1, protocolMin: 1, version: 'test', token: '', env: {}};
	near.write(encodeMessage({...hello, screen}));
	await expect.poll(() => server.screens()).toHaveLength(1);
	const text = 'x'.repeat(1_000_000);
	for (let count = 0; count < 6; count += 1) {
		engine.dispatch({type: 'notify', level: 'info', text});
	}
	near.resume();
	await expect.poll(() => server.screens()).toHaveLength(0);
	server.close(null, {isWritten: true});
});

it('a connection that says nothing is told why and dropped at its limit, and nobody else notices', async () => {
	const {server, clock} = openServer();
	const [mine, theirs] = duplexPair();
	server.accept(theirs, {isTrusted: true});
	const screen = await connectEngine({
		...{socket: mine, clock: fakeClock(), version: 'test', token: '', env: {}},
		screen: {id: 's1', kind: 'screen', from: 'test', columns: 80, rows: 24},
	});
	const [near, far] = duplexPair();
	server.accept(far, {isTrusted: false});
	let said = '';
	near.on('data', bytes => {
		said += bytes;
	});
	const closed = new Promise(resolve => near.on('end', resolve));
	clock.advance(9999);
	await new Promise(resolve => setImmediate(resolve));
	expect(said).toBe('');
	clock.advance(1);
	await closed;
	expect(said).toContain('Nothing was said for 10 s.');
	expect(screen.ok && screen.value.isGone()).toBe(false);
	expect(server.screens()).toHaveLength(1);
	server.close(null, {isWritten: true});
});

it('a screen that joins an engine which accepts it and says nothing gives up at its limit; one that is starting may take longer', async () => {
	const screen = {id: 's1', kind: 'screen', from: 'test', columns: 80, rows: 24} as const;
	const join = (isRunning: boolean) => {
		const [near, far] = duplexPair();
		far.resume();
		const clock = fakeClock();
		const options = {socket: near, clock, version: 'test', token: '', env: {}, screen, isRunning};
		return {clock, near, joined: connectEngine(options)};
	};
	const silent = join(true);
	const ended = new Promise(resolve => silent.near.on('close', resolve));
	silent.clock.advance(10_000);
	expect(await silent.joined).toMatchObject({
		ok: false,
		failure: {kind: 'timeout', message: 'Nothing was said for 10 s.'},
	});
	await ended;
	const starting = join(false);
	starting.clock.advance(60_000);
	starting.near.destroy();
	expect(await starting.joined).toMatchObject({ok: false, failure: {kind: 'unreachable'}});
});
