import {readFileSync, rmSync} from 'node:fs';
import {expect, it, onTestFinished} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {isProcessAlive} from '../../source/platform/process-identity.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {signalProcess} from '../../source/terminal/kill-tree.ts';
import {openConnection} from '../../source/wire/connection.ts';
import {type Hello, protocol, protocolMin, type ToScreen} from '../../source/wire/message.ts';
import {capturedFront} from '../cli/front.ts';
import {openPlace} from '../helpers/agent.ts';
import {countingModel} from '../helpers/counting-session.ts';
import {
	dialRecord,
	firstScreen,
	journalOf,
	onlyRecord,
	recordsOf,
	startTestEngine,
} from '../helpers/engine-process.ts';
import {installCopy, startInstalled} from '../helpers/installed-copy.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

it('a session goes on in another process with its programs alive, and its screen follows', async () => {
	const started = startTestEngine();
	const screen = await firstScreen(started);
	const mirror = await createMirror(screen.engine, systemClock());
	const opened = await screen.engine.query({type: 'run-shell', command: 'echo first; exec cat'});
	const terminal = opened.ok ? opened.value : (undefined as never);
	const record = await onlyRecord(started.place);
	const text = {type: 'terminal-text', terminal, from: 0, to: 100} as const;
	await expect.poll(() => screen.engine.query(text)).toContain('first');
	const done = await screen.upgrade();
	expect(done).toMatchObject({ok: true});
	screen.engine.dispatch({type: 'type-into', terminal, bytes: 'second\r'});
	await expect.poll(() => screen.engine.query(text)).toContain('first\nsecond\nsecond');
	const [after] = recordsOf(started.place);
	expect(after?.pid).not.toBe(record.pid);
	expect(after).toMatchObject({socket: record.socket, token: record.token, screens: 1});
	await expect.poll(() => isProcessAlive({pid: record.pid, start: null})).toBe(false);
	expect(mirror.state().terminals).toMatchObject([{id: terminal, ended: null}]);
	expect(mirror.state().notices.at(-1)?.text).toContain('This session runs in version');
	screen.engine.dispatch({type: 'type-into', terminal, bytes: '\u0004'});
	const unknown = {exitCode: null, signal: null, unseen: true};
	await expect.poll(() => mirror.state().terminals[0]?.ended).toMatchObject(unknown);
	expect(await screen.end('quit')).toMatchObject({why: 'quit', isWritten: true});
});

it('a session in which a card waits, or an agent is at work, stays where it is', async () => {
	const {place, upstream} = await openScriptedPlace();
	upstream.always(countingModel(1));
	const screen = await firstScreen(startTestEngine({place}));
	const mirror = await createMirror(screen.engine, systemClock());
	screen.engine.dispatch({type: 'send', text: 'run it'});
	await expect.poll(() => waitingCalls(mirror.state()).length).toBe(3);
	const {pid} = await onlyRecord(place);
	const done = await screen.upgrade();
	expect(done).toMatchObject({
		ok: false,
		failure: {message: expect.stringMatching(/^(A card|The agent)/)},
	});
	expect(recordsOf(place)[0]?.pid).toBe(pid);
	expect(waitingCalls(mirror.state()).length).toBe(3);
});

it('a hand-over that a screen disturbs is tried again by itself, and what that screen wanted is done', async () => {
	const started = startTestEngine();
	const screen = await firstScreen(started);
	const mirror = await createMirror(screen.engine, systemClock());
	const {pid} = await onlyRecord(started.place);
	const holds = await disturbFirstHold(await onlyRecord(started.place));
	expect(await screen.upgrade()).toMatchObject({ok: true});
	expect(holds()).toBe(2);
	expect(recordsOf(started.place)[0]?.pid).not.toBe(pid);
	expect(mirror.state().notices.some(({text}) => text.startsWith('Debug is on'))).toBe(true);
});

it('a session whose socket was removed stays where it is, since no screen could follow', async () => {
	const {place, socket} = startTestEngine();
	const screen = await firstScreen({socket});
	const record = await onlyRecord(place);
	rmSync(record.socket);
	const message = 'This session has no socket on which a next process could listen.';
	expect(await screen.upgrade()).toMatchObject({ok: false, failure: {message}});
	expect(isProcessAlive({pid: record.pid, start: null})).toBe(true);
	expect(screen.isGone()).toBe(false);
});

it.each([0, 100, 200])(
	'told to end %i ms after a hand-over began, the session ends, with its programs, in whichever process it is',
	async waitMs => {
		const {place, socket} = startTestEngine();
		const screen = await firstScreen({socket});
		const opened = await screen.engine.query({type: 'run-shell', command: 'echo pid $$; exec cat'});
		const terminal = opened.ok ? opened.value : (undefined as never);
		const text = () => screen.engine.query({type: 'terminal-text', terminal, from: 0, to: 100});
		await expect.poll(text).toMatch(/pid \d+/);
		const program = Number(/pid (\d+)/.exec(String(await text()))?.[1]);
		const {pid} = await onlyRecord(place);
		const upgraded = screen.upgrade().catch(() => null);
		await systemClock().sleep(waitMs);
		process.kill(recordsOf(place)[0]?.pid ?? pid, 'SIGTERM');
		await expect.poll(() => recordsOf(place)).toEqual([]);
		await upgraded;
		await expect.poll(() => isProcessAlive({pid: program, start: null})).toBe(false);
		await expect.poll(() => isProcessAlive({pid, start: null})).toBe(false);
	},
);

/** A session that was handed over, with a program that ends with nothing but a kill. */
async function handedOver() {
	const {place, socket} = startTestEngine();
	const screen = await firstScreen({socket});
	const command = "trap '' HUP TERM; echo pid $$; exec sleep 600";
	const opened = await screen.engine.query({type: 'run-shell', command});
	const terminal = opened.ok ? opened.value : (undefined as never);
	const text = () => screen.engine.query({type: 'terminal-text', terminal, from: 0, to: 100});
	await expect.poll(text).toMatch(/pid \d+/);
	const program = Number(/pid (\d+)/.exec(String(await text()))?.[1]);
	const {pid: before} = await onlyRecord(place);
	expect(await screen.upgrade()).toMatchObject({ok: true});
	return {place, before, isRunning: () => isProcessAlive({pid: program, start: null})};
}

it.skipIf(process.platform !== 'linux')(
	'stop --now ends, after a hand-over, also a program that ignores the end of its terminal',
	async () => {
		const {place, isRunning} = await handedOver();
		expect(isRunning()).toBe(true);
		const {cli} = capturedFront(place.home, {cwd: place.cwd});
		expect(await runCommand(['stop', '--all', '--now'], cli)).toBe(0);
		expect(isRunning()).toBe(false);
	},
);

it('told to end in the moment after a hand-over, the process that has left passes it on', async () => {
	const {place, before, isRunning} = await handedOver();
	// On a very busy machine it is gone before it can be told anything.
	const isTold = signalProcess(before, 'SIGTERM');
	expect(isTold || signalProcess((await onlyRecord(place)).pid, 'SIGTERM')).toBe(true);
	await expect.poll(() => recordsOf(place)).toEqual([]);
	await expect.poll(isRunning).toBe(false);
});

/** A next version that has the session, and says so two seconds later. */
const saysRunningLate = `{
	const {Socket} = await import('node:net');
	const {write} = Socket.prototype;
	Socket.prototype.write = function (chunk, ...more) {
		const say = () => write.call(this, chunk, ...more);
		return String(chunk).includes('"type":"running"') ? Boolean(setTimeout(say, 2000)) : say();
	};
}`;

it('told to end before the next process has answered, a session that was given away is ended there, in order', async () => {
	const place = openPlace();
	const installed = installCopy();
	const session = '20261119-000000-aaaaa' as SessionId;
	const socket = startInstalled(installed, {place, session});
	const screen = await firstScreen({socket});
	const opened = await screen.engine.query({type: 'run-shell', command: 'exec cat'});
	expect(opened).toMatchObject({ok: true});
	const {pid} = await onlyRecord(place);
	installed.plant(saysRunningLate);
	void screen.upgrade().catch(() => null);
	const journal = () => readFileSync(journalOf(place, session), 'utf8');
	await expect.poll(journal).toContain('"session.upgraded"');
	process.kill(pid, 'SIGTERM');
	await expect.poll(() => recordsOf(place)).toEqual([]);
	expect(journal()).toContain('"type":"session.closed","reason":"signal"');
});

/** A screen that has not heard in time, the first time, that it must be silent. */
async function disturbFirstHold(record: EngineRecord): Promise<() => number> {
	let holds = 0;
	let talking: NodeJS.Timeout | undefined;
	const stop = () => clearInterval(talking);
	const {promise: welcomed, resolve: welcome} = Promise.withResolvers<void>();
	const connection = openConnection(dialRecord(record), {
		lengthMax: 1_000_000,
		onClose: stop,
		onMessage(message) {
			const {type} = message as ToScreen;
			if (type === 'welcome') {
				welcome();
			} else if (type === 'go-on') {
				stop();
			} else if (type === 'hold') {
				holds += 1;
				connection.send({type: 'held'});
				if (holds === 1) {
					const wish = {type: 'intent', intent: {type: 'set-debug', isOn: true}};
					talking = setInterval(() => connection.send(wish), 5);
				}
			}
		},
	});
	onTestFinished(() => {
		stop();
		connection.cut();
	});
	connection.send({
		...{type: 'hello', protocol, protocolMin, version: 'test', token: record.token, env: {}},
		screen: {id: 'late', kind: 'screen', from: 'test', columns: 80, rows: 24},
		canMove: true,
	} satisfies Hello);
	await welcomed;
	return () => holds;
}
