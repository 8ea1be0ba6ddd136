import {describe, expect, it} from 'vitest';
import type {ProxyState} from '../../source/events/event.ts';
import type {Signal} from '../../source/events/signal.ts';
import type {Child, ChildEnd} from '../../source/platform/child.ts';
import {createSupervisor} from '../../source/watchdog/supervisor.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

type Process = {
	readonly choice: {port: number | null; token: string | null};
	readonly say: (message: object) => void;
	readonly end: (end: Partial<ChildEnd>) => Promise<void>;
	readonly signals: string[];
};

/** A supervisor whose processes are in the test's hands. */
function openSupervisor() {
	const clock = fakeClock();
	const processes: Process[] = [];
	const states: ProxyState[] = [];
	const signals: Signal[] = [];
	const defaults: object[] = [];
	const spawn = (choice: Process['choice']): Child => {
		const listeners: ((line: string) => void)[] = [];
		const sent: string[] = [];
		let finish: (end: ChildEnd) => void = () => {};
		const ended = new Promise<ChildEnd>(resolve => {
			finish = resolve;
		});
		processes.push({
			choice,
			signals: sent,
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
		});
		return {
			pid: processes.length,
			writeLine() {},
			signal: name => {
				sent.push(name);
			},
			onLine: listener => {
				listeners.push(listener);
			},
			ended,
		};
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
	return {clock, processes, states, signals, supervisor, allowed, listening, last};
}

const never = new AbortController().signal;

describe('the supervisor', () => {
	it('gives the address to whoever waited for it', async () => {
		const {supervisor, last, listening} = openSupervisor();
		supervisor.start();
		const address = supervisor.address(never);
		last().say(listening);
		expect(await address).toMatchObject({url: 'http://127.0.0.1:4000', token: 'secret'});
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
		const {supervisor, last, processes, signals, listening, clock} = openSupervisor();
		supervisor.start();
		last().say(listening);
		supervisor.restart();
		expect(supervisor.current()).toBeNull();
		await last().end({exitCode: 0});
		clock.advance(0);
		expect(processes).toHaveLength(2);
		expect(signals.filter(({kind}) => kind === 'proxy.exited')).toEqual([]);
	});

	it('heals nothing that was stopped by hand', async () => {
		const {supervisor, last, processes, signals, clock} = openSupervisor();
		supervisor.start();
		const stopped = supervisor.stop();
		await last().end({exitCode: 0});
		await stopped;
		expect(supervisor.heal({force: false})).toBe('It was stopped by hand.');
		clock.advance(60_000);
		expect(processes).toHaveLength(1);
		expect(signals).toEqual([]);
	});

	it('lets open streams end when it heals gently, but not for ever', () => {
		const {supervisor, last, listening, clock} = openSupervisor();
		supervisor.start();
		last().say(listening);
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
