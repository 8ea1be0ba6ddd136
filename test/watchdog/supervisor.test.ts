import {describe, expect, it} from 'vitest';
import type {ProxyState} from '../../source/events/event.ts';
import type {Signal} from '../../source/events/signal.ts';
import type {Child, ChildEnd, HandedChild, PassedSocket} from '../../source/platform/child.ts';
import {createSupervisor, type SpawnChoice} from '../../source/watchdog/supervisor.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

type Process = {
	readonly choice: SpawnChoice;
	readonly say: (message: object) => void;
	readonly end: (end: Partial<ChildEnd>) => Promise<void>;
	readonly signals: string[];
	/** The words that were passed to it, with their sockets. */
	readonly passed: string[];
	readonly pass: (word: string, socket?: PassedSocket) => void;
	/** Whether it is read from; while it is handed over it is not. */
	isRead: boolean;
	readonly child: Child;
};

/** A supervisor whose processes are in the test's hands. */
function openSupervisor({hasChannel = true} = {}) {
	const clock = fakeClock();
	const processes: Process[] = [];
	const states: ProxyState[] = [];
	const signals: Signal[] = [];
	const defaults: object[] = [];
	const spawn = (choice: Process['choice']): Child => {
		const listeners: ((line: string) => void)[] = [];
		const sent: string[] = [];
		const passed: string[] = [];
		const hearers: ((word: string, socket: PassedSocket | undefined) => void)[] = [];
		let finish: (end: ChildEnd) => void = () => {};
		const ended = new Promise<ChildEnd>(resolve => {
			finish = resolve;
		});
		const pid = processes.length + 1;
		const process: Process = {
			isRead: true,
			choice,
			signals: sent,
			passed,
			pass: (word, socket) => {
				for (const listener of hearers) {
					listener(word, socket);
				}
			},
			say(message) {
				for (const listener of listeners) {
					listener(JSON.stringify(message));
				}
			},
			async end(end) {
				finish({exitCode: null, signal: null, lastWords: '', ...end});
				await ended;
				await Promise.resolve();
			},
			child: {
				pid,
				writeLine() {},
				pass: (word, socket) => {
					passed.push(socket ? `${word} with a socket` : word);
				},
				onPassed: listener => {
					hearers.push(listener);
				},
				signal: name => {
					sent.push(name);
				},
				onLine: listener => {
					listeners.push(listener);
				},
				hasChannel: () => hasChannel,
				inherited: () => [{descriptor: pid, of: 'proxy'}],
				stop() {
					process.isRead = false;
					const goOn = () => {
						process.isRead = true;
					};
					return {handed: handedChild(pid), goOn};
				},
				ended,
			},
		};
		processes.push(process);
		return process.child;
	};
	const allowed = {restart: true};
	const supervisor = createSupervisor({
		clock,
		spawn,
		mayRestart: () => allowed.restart,
		onState: state => states.push(state),
		onSignal: signal => signals.push(signal),
		onDefault: choice => defaults.push(choice),
	});
	const listening = {
		type: 'listening',
		url: 'http://127.0.0.1:4000',
		token: 'secret',
		pid: 1,
		provider: 'practice',
		model: 'practice',
	};
	const last = () => processes.at(-1)!;
	return {clock, processes, states, signals, defaults, spawn, supervisor, allowed, listening, last};
}

function handedChild(pid: number): HandedChild {
	return {pid, start: null, input: 4, output: 5, errors: 6, partial: '', lastWords: ''};
}

const never = new AbortController().signal;

describe('the supervisor', () => {
	it('gives the address to whoever waited for it', async () => {
		const {supervisor, last, listening} = openSupervisor();
		supervisor.start();
		expect(last().choice).toEqual({port: null, token: null});
		const address = supervisor.address(never);
		last().say(listening);
		expect(await address).toMatchObject({url: 'http://127.0.0.1:4000', token: 'secret'});
	});

	it('starts one for the first who asks for the address, and only once', async () => {
		const {supervisor, processes, last, listening} = openSupervisor();
		const address = supervisor.address(never);
		expect(processes).toHaveLength(1);
		supervisor.wake();
		last().say(listening);
		expect(await address).toMatchObject({token: 'secret'});
		supervisor.wake();
		await supervisor.address(never);
		expect(processes).toHaveLength(1);
	});

	it('starts none for who has given up already, and none after it was stopped', async () => {
		const {supervisor, processes, clock} = openSupervisor();
		const gone = supervisor.address(AbortSignal.abort());
		clock.advance(15_000);
		await expect(gone).rejects.toBeDefined();
		await supervisor.stop();
		supervisor.wake();
		expect(processes).toHaveLength(0);
	});

	it('starts a proxy that died again, on the same port and with the same token', async () => {
		const {supervisor, last, listening, processes, clock} = openSupervisor();
		supervisor.start();
		last().say(listening);
		await last().end({signal: 'SIGKILL'});
		clock.advance(0);
		expect(processes).toHaveLength(2);
		expect(last().choice).toEqual({port: 4000, token: 'secret'});
		expect(supervisor.restarts()).toBe(1);
	});

	it('takes any port when the one it had is refused', async () => {
		const {supervisor, last, listening, clock} = openSupervisor();
		supervisor.start();
		last().say(listening);
		await last().end({signal: 'SIGKILL'});
		clock.advance(0);
		await last().end({exitCode: 1, lastWords: 'Port 4000 is in use'});
		clock.advance(10_000);
		expect(last().choice.port).toBe(0);
	});

	it('gives up after five restarts in ten minutes, and says what the proxy said', async () => {
		const {supervisor, last, processes, states, clock} = openSupervisor();
		supervisor.start();
		for (let count = 0; count < 6; count += 1) {
			await last().end({exitCode: 1, lastWords: 'it is broken'});
			clock.advance(5000);
		}
		expect(processes).toHaveLength(6);
		expect(states.at(-1)).toMatchObject({
			status: 'down',
			failure: {message: expect.stringContaining('it is broken')},
		});
		await expect(supervisor.address(never)).rejects.toMatchObject({kind: 'unreachable'});
	});

	it('does not wait for ever for one that never listens', async () => {
		const {supervisor, clock} = openSupervisor();
		supervisor.start();
		const address = supervisor.address(never);
		clock.advance(15_000);
		await expect(address).rejects.toMatchObject({kind: 'unreachable'});
	});

	it('ends the wait of a turn that is interrupted', async () => {
		const {supervisor} = openSupervisor();
		const abort = new AbortController();
		supervisor.start();
		const address = supervisor.address(abort.signal);
		abort.abort();
		await expect(address).rejects.toMatchObject({kind: 'cancelled'});
	});

	it('asks first and kills then, when it is to stop', async () => {
		const {supervisor, last, clock, states} = openSupervisor();
		supervisor.start();
		const stopped = supervisor.stop();
		expect(last().signals).toEqual(['SIGTERM']);
		clock.advance(3000);
		expect(last().signals).toEqual(['SIGTERM', 'SIGKILL']);
		await last().end({signal: 'SIGKILL'});
		await stopped;
		expect(states.at(-1)).toEqual({status: 'off'});
		expect(clock.pending()).toBe(0);
	});

	it('hands on what the proxy signals, and ignores lines that are none of its own', () => {
		const {supervisor, last, signals} = openSupervisor();
		supervisor.start();
		last().say({type: 'signal', kind: 'request.started', at: 1});
		last().say({hello: 'world'});
		expect(signals).toMatchObject([{kind: 'request.started'}]);
	});

	it('shares one limit among deaths and restarts that the watchdog asks for', async () => {
		const {supervisor, last, processes, listening, clock} = openSupervisor();
		supervisor.start();
		for (let count = 0; count < 5; count += 1) {
			last().say(listening);
			if (count % 2 === 0) {
				expect(supervisor.heal({force: true})).toBeNull();
				expect(last().signals).toEqual(['SIGKILL']);
			}
			await last().end({signal: 'SIGKILL'});
			clock.advance(5000);
		}
		last().say(listening);
		expect(processes).toHaveLength(6);
		expect(supervisor.heal({force: true})).toContain('5 times in ten minutes');
		expect(last().signals).toEqual([]);
	});

	it('begins to count anew when the user asks for a restart by hand', async () => {
		const {supervisor, last, processes, clock} = openSupervisor();
		supervisor.start();
		for (let count = 0; count < 6; count += 1) {
			await last().end({exitCode: 1});
			clock.advance(5000);
		}
		expect(supervisor.heal({force: false})).not.toBeNull();
		supervisor.restart();
		expect(processes).toHaveLength(7);
		await last().end({exitCode: 1});
		clock.advance(5000);
		expect(processes).toHaveLength(8);
	});

	it('does not report as a fault what the user has asked for', async () => {
		const {supervisor, processes, signals, listening} = openSupervisor();
		supervisor.start();
		processes[0]!.say(listening);
		supervisor.restart();
		processes[1]!.say(listening);
		await processes[0]!.end({exitCode: 0});
		expect(processes).toHaveLength(2);
		expect(signals.filter(({kind}) => kind === 'proxy.exited')).toEqual([]);
	});

	it('heals nothing that was stopped by hand', async () => {
		const {supervisor, last, processes, signals, clock} = openSupervisor();
		supervisor.start();
		const stopped = supervisor.stop();
		await last().end({exitCode: 0});
		await stopped;
		expect(clock.pending()).toBe(0);
		expect(supervisor.heal({force: false})).toBe('It was stopped by hand.');
		clock.advance(60_000);
		expect(processes).toHaveLength(1);
		expect(signals).toEqual([]);
	});

	it('ends one gently that does not listen yet, but does not wait for ever', () => {
		const {supervisor, last, clock} = openSupervisor();
		supervisor.start();
		supervisor.heal({force: false});
		clock.advance(10_000);
		expect(last().signals).toEqual(['SIGTERM']);
		clock.advance(2000);
		expect(last().signals).toEqual(['SIGTERM', 'SIGKILL']);
	});

	it('leaves one that has ended as it is, where the user wants no restarts', async () => {
		const {supervisor, last, processes, states, allowed, listening, clock} = openSupervisor();
		allowed.restart = false;
		supervisor.start();
		last().say(listening);
		await last().end({signal: 'SIGKILL'});
		clock.advance(60_000);
		expect(processes).toHaveLength(1);
		expect(states.at(-1)).toMatchObject({status: 'down'});
		supervisor.restart();
		expect(processes).toHaveLength(2);
	});

	it('moves to another port all the same, where the user wants no restarts', async () => {
		const {supervisor, last, processes, allowed, clock} = openSupervisor();
		allowed.restart = false;
		supervisor.start();
		last().say({type: 'signal', kind: 'port.taken', at: 1, code: 'EADDRINUSE', note: '4000'});
		await last().end({exitCode: 1});
		clock.advance(0);
		expect(processes).toHaveLength(2);
		expect(last().choice.port).toBe(0);
	});
});

it('a proxy that never said it listens is restarted by hand as one that does: gently, and then not', async () => {
	const {supervisor, last, processes, clock, states, signals} = openSupervisor();
	supervisor.start();
	supervisor.restart();
	expect(last().signals).toEqual(['SIGTERM']);
	expect(states.at(-1)).toEqual({status: 'starting'});
	clock.advance(2999);
	expect(last().signals).toEqual(['SIGTERM']);
	clock.advance(1);
	expect(last().signals).toEqual(['SIGTERM', 'SIGKILL']);
	await last().end({signal: 'SIGKILL'});
	clock.advance(0);
	expect(processes).toHaveLength(2);
	expect(signals).toEqual([]);
});

it('why an earlier proxy ended is not the reason why a later one keeps somebody waiting', async () => {
	const {supervisor, last, clock, listening} = openSupervisor({hasChannel: false});
	supervisor.start();
	await last().end({exitCode: 3, lastWords: 'No room is left.'});
	clock.advance(10_000);
	last().say(listening);
	supervisor.restart();
	const waiting = supervisor.address(never).catch(({message}: Error) => message);
	clock.advance(15_000);
	expect(await waiting).toBe('The proxy did not start in time.');
});

it('a proxy without a channel ends before the next one begins, and has no address in between', async () => {
	const {supervisor, last, processes, listening, clock} = openSupervisor({hasChannel: false});
	supervisor.start();
	last().say(listening);
	supervisor.heal({force: false});
	expect([processes.length, supervisor.current()]).toEqual([1, null]);
	await last().end({exitCode: 0});
	clock.advance(0);
	last().say(listening);
	expect([processes.length, supervisor.current()?.url]).toEqual([2, 'http://127.0.0.1:4000']);
	supervisor.restart();
	expect([processes.length, supervisor.current()]).toEqual([2, null]);
});

it('one that has ended for good is healed at once, within the limit that all restarts share', async () => {
	const {supervisor, last, processes, listening, allowed, clock, states} = openSupervisor();
	allowed.restart = false;
	supervisor.start();
	for (let count = 1; count <= 5; count += 1) {
		last().say(listening);
		await last().end({signal: 'SIGKILL'});
		expect(states.at(-1)).not.toHaveProperty('restartInMs');
		expect(supervisor.heal({force: count % 2 === 0})).toBeNull();
		expect([processes.length, supervisor.restarts()]).toEqual([count + 1, count]);
	}
	await last().end({signal: 'SIGKILL'});
	expect(supervisor.heal({force: false})).toContain('5 times in ten minutes');
	clock.advance(600_000);
	expect(supervisor.heal({force: false})).toBeNull();
	expect(processes).toHaveLength(7);
});

it('one that waits to be started again is not started twice', async () => {
	const {supervisor, last, processes, clock} = openSupervisor();
	supervisor.start();
	await last().end({exitCode: 1});
	clock.advance(0);
	await last().end({exitCode: 1});
	expect(supervisor.heal({force: false})).toBeNull();
	expect(processes).toHaveLength(2);
	clock.advance(500);
	expect(processes).toHaveLength(3);
});

it('tells by which provider and model its proxy answers, and when it has started', () => {
	const {supervisor, last, listening, defaults, signals, clock} = openSupervisor();
	supervisor.start();
	last().say({...listening, provider: 'p', model: 'm'});
	expect(defaults).toMatchObject([{provider: 'p', model: 'm'}]);
	expect(signals).toEqual([{kind: 'proxy.started', at: clock.now()}]);
});

describe('a hand-over to another process', () => {
	it('takes along the proxy with its address and what was counted, and can be taken back', async () => {
		const {supervisor, last, listening, clock} = openSupervisor();
		supervisor.start();
		last().say(listening);
		await last().end({signal: 'SIGKILL'});
		clock.advance(0);
		last().say(listening);
		const handed = supervisor.handOver();
		expect(handed).toMatchObject({
			isOff: false,
			proxy: {child: handedChild(2), address: {port: 4000, token: 'secret'}, restarts: 1},
		});
		expect(supervisor.inherited()).toEqual([{descriptor: 2, of: 'proxy'}]);
		expect(last().isRead).toBe(false);
		handed?.goOn();
		expect(last().isRead).toBe(true);
	});

	it('leaves the proxy alone until it is taken back', () => {
		const {supervisor, last, listening, processes} = openSupervisor();
		supervisor.start();
		last().say(listening);
		const handed = supervisor.handOver();
		expect(supervisor.heal({force: true})).toContain('taking it over');
		expect([processes.length, supervisor.current()?.url]).toEqual([1, 'http://127.0.0.1:4000']);
		handed?.goOn();
		expect(supervisor.heal({force: true})).toBeNull();
		expect(supervisor.current()).toBeNull();
	});

	it('waits while the proxy starts, waits to be started again, or is being replaced', async () => {
		const {supervisor, last, listening, clock} = openSupervisor();
		supervisor.start();
		expect(supervisor.handOver()).toBeNull();
		await last().end({exitCode: 1});
		expect(supervisor.handOver()).toBeNull();
		clock.advance(0);
		last().say(listening);
		const first = supervisor.handOver();
		expect(first).not.toBeNull();
		first?.goOn();
		supervisor.heal({force: false});
		expect(supervisor.handOver()).toBeNull();
		last().say(listening);
		expect(supervisor.handOver()).not.toBeNull();
	});

	it.each([
		['was never started', () => {}, false],
		['was stopped by hand', stopIt, true],
		['has ended for good', endIt, false],
	] as const)('says that there is no proxy to take along where it %s', async (_, end, isOff) => {
		const opened = openSupervisor();
		await end(opened);
		const handed = opened.supervisor.handOver();
		expect(handed).toMatchObject({proxy: null, isOff});
		handed?.goOn();
		expect(opened.supervisor.inherited()).toEqual([]);
	});

	async function stopIt({supervisor, last, listening}: ReturnType<typeof openSupervisor>) {
		supervisor.start();
		last().say(listening);
		const stopped = supervisor.stop();
		await last().end({exitCode: 0});
		await stopped;
	}

	async function endIt(opened: ReturnType<typeof openSupervisor>) {
		opened.allowed.restart = false;
		opened.supervisor.start();
		opened.last().say(opened.listening);
		await opened.last().end({exitCode: 1});
	}

	it('goes on there as if the proxy had been started there', async () => {
		const {supervisor, spawn, states, last, processes, signals, clock} = openSupervisor();
		const child = spawn({port: null, token: null});
		const address = {url: 'http://127.0.0.1:4000', token: 'secret', port: 4000};
		supervisor.takeOver({child: handedChild(1), address, restarts: 2}, child);
		expect(states).toEqual([{status: 'ready', url: address.url, pid: 1}]);
		expect([supervisor.current(), supervisor.restarts()]).toEqual([address, 2]);
		last().say({type: 'signal', kind: 'request.ended', at: 1});
		await last().end({signal: 'SIGKILL'});
		clock.advance(0);
		expect(signals.map(({kind}) => kind)).toEqual(['request.ended', 'proxy.exited']);
		expect([processes.length, supervisor.restarts()]).toEqual([2, 3]);
		expect(last().choice).toEqual({port: 4000, token: 'secret'});
	});
});

describe('a replacement', () => {
	function replacing() {
		const opened = openSupervisor();
		const {supervisor, processes, listening} = opened;
		supervisor.start();
		processes[0]!.say(listening);
		expect(supervisor.heal({force: false})).toBeNull();
		const [old, next] = processes;
		return {...opened, old: old!, next: next!};
	}

	const socket = {close() {}};

	it('starts first, and is passed the socket when it is prepared; the one before ends by itself', async () => {
		const {supervisor, old, next, listening, processes, states, signals} = replacing();
		expect(next.choice).toEqual({port: 4000, token: 'secret', takesOver: true});
		expect(old.passed).toEqual([]);
		next.say({type: 'prepared'});
		expect(old.passed).toEqual(['give']);
		old.pass('port', socket);
		expect(next.passed).toEqual(['take with a socket']);
		expect(supervisor.current()).not.toBeNull();
		expect(old.passed).toEqual(['give']);
		next.say({...listening, nonce: 'next'});
		expect(old.passed).toEqual(['give', 'release']);
		expect(supervisor.current()).toMatchObject({nonce: 'next'});
		expect(states.at(-1)).toMatchObject({status: 'ready', pid: 2});
		old.say({type: 'signal', kind: 'request.ended', at: 1});
		await old.end({exitCode: 0});
		expect([old.signals, next.signals]).toEqual([[], []]);
		expect(signals.map(({kind}) => kind)).toEqual([
			'proxy.started',
			'proxy.started',
			'request.ended',
		]);
		expect([processes.length, supervisor.restarts()]).toEqual([2, 1]);
	});

	it('that never comes so far leaves everything as it is', async () => {
		const {supervisor, old, next, clock, states, processes} = replacing();
		clock.advance(15_000);
		expect(next.signals).toEqual(['SIGKILL']);
		await next.end({signal: 'SIGKILL'});
		clock.advance(60_000);
		expect([old.signals, old.passed]).toEqual([[], []]);
		expect(supervisor.current()).not.toBeNull();
		expect(states.at(-1)).toMatchObject({status: 'ready', pid: 1});
		expect(processes).toHaveLength(2);
	});

	it('gets the port by force from one that does not hear', async () => {
		const {old, next, clock, listening, states, signals} = replacing();
		next.say({type: 'prepared'});
		clock.advance(3000);
		expect(old.signals).toEqual(['SIGKILL']);
		await old.end({signal: 'SIGKILL'});
		expect(next.passed).toEqual(['take']);
		next.say(listening);
		expect(states.at(-1)).toMatchObject({status: 'ready', pid: 2});
		expect(signals.filter(({kind}) => kind === 'proxy.exited')).toEqual([]);
	});

	it('that ends with the socket leaves the port to the one before', async () => {
		const {supervisor, old, next, processes, clock} = replacing();
		next.say({type: 'prepared'});
		old.pass('port', socket);
		await next.end({exitCode: 1});
		clock.advance(60_000);
		expect(supervisor.current()).not.toBeNull();
		expect([old.passed, old.signals, processes.length]).toEqual([['give'], [], 2]);
	});

	it('of which both end is followed by another one', async () => {
		const {old, next, clock, processes, listening, states} = replacing();
		await old.end({signal: 'SIGKILL'});
		await next.end({exitCode: 1});
		clock.advance(1000);
		expect(processes).toHaveLength(3);
		processes[2]!.say(listening);
		expect(states.at(-1)).toMatchObject({status: 'ready', pid: 3});
	});

	it('is one at a time, and everything ends with the program', async () => {
		const {supervisor, next, listening, processes} = replacing();
		supervisor.restart();
		expect(processes).toHaveLength(2);
		next.say(listening);
		supervisor.restart();
		const stopped = supervisor.stop();
		for (const each of processes) {
			expect(each.signals).toEqual(['SIGTERM']);
			await each.end({exitCode: 0});
		}
		await stopped;
	});
});
