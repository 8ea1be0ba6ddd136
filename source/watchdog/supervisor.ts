import type {ProxyState} from '../events/event.ts';
import {type Failure, failed} from '../events/failure.ts';
import type {Signal} from '../events/signal.ts';
import type {Child, ChildEnd} from '../platform/child.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {parseLine} from './proxy-lines.ts';
import {createWaiters} from './waiters.ts';

/**
 * Owns the proxy process: starts it, hears its signals, restarts it when it dies, ends it.
 * A restart keeps port and token, so that clients configured once go on working.
 */
export type Supervisor = {
	readonly start: () => void;
	readonly restart: () => void;
	/** Resolves when the proxy answers; throws a Failure when it can't be had in time. */
	readonly address: (signal: AbortSignal) => Promise<Address>;
	/** Where it listens now; null while it does not. */
	readonly current: () => Address | null;
	readonly restarts: () => number;
	readonly stop: () => Promise<void>;
};

export type Address = {readonly url: string; readonly token: string};

export type SupervisorPorts = {
	readonly clock: Clock;
	/** Starts the process; a port of 0 lets it choose. */
	readonly spawn: (choice: {port: number; token: string | null}) => Child;
	readonly onState: (state: ProxyState) => void;
	readonly onSignal: (signal: Signal) => void;
	readonly onDefault: (choice: {provider: string; model: string}) => void;
};

const restartsMax = 5;
const restartsWindowMs = 600_000;
const restartDelaysMs = [0, 500, 1000, 2000, 4000];
const stopTimeoutMs = 3000;

export function createSupervisor(ports: SupervisorPorts): Supervisor {
	const {clock} = ports;
	const waiters = createWaiters(clock);
	let child: Child | null = null;
	let address: (Address & {port: number}) | null = null;
	let failure: Failure | null = null;
	const limiter = createLimiter();
	let restarts = 0;
	let timer: Timer | null = null;
	let stopped = false;
	const listen = (line: string) => {
		const message = parseLine(line);
		if (message?.type === 'listening') {
			address = message.address;
			failure = null;
			ports.onState({status: 'ready', url: address.url, pid: child?.pid ?? 0});
			ports.onDefault(message);
			waiters.wake();
		} else if (message?.type === 'signal') {
			ports.onSignal(message.signal);
		}
	};
	const start = () => {
		timer?.cancel();
		timer = null;
		stopped = false;
		ports.onState({status: 'starting'});
		const started = ports.spawn({port: address?.port ?? 0, token: address?.token ?? null});
		child = started;
		started.onLine(listen);
		void started.ended.then(end => {
			if (child === started) {
				child = null;
				revive(end);
			}
		});
	};
	const revive = (end: ChildEnd) => {
		failure = deathOf(end);
		const delayMs = stopped ? null : limiter.next(clock.elapsed());
		if (stopped) {
			ports.onState({status: 'off'});
		} else if (delayMs === null) {
			ports.onState({status: 'down', failure});
			waiters.wake();
		} else {
			restarts += 1;
			ports.onState({status: 'down', failure, restartInMs: delayMs});
			timer = clock.after(delayMs, start);
		}
	};
	return {
		start,
		restart() {
			limiter.forget();
			if (child) {
				child.signal('SIGTERM');
			} else {
				start();
			}
		},
		address: signal =>
			waiters.wait(signal, {
				ready: () => (child ? address : null),
				why: () => failure,
				gaveUp: () => child === null && timer === null && failure !== null,
			}),
		current: () => (child ? address : null),
		restarts: () => restarts,
		async stop() {
			stopped = true;
			timer?.cancel();
			if (child) {
				await endGently(child, clock);
			}
		},
	};
}

/** At most five restarts in ten minutes, each a little later than the one before. */
function createLimiter() {
	let times: readonly number[] = [];
	return {
		forget() {
			times = [];
		},
		next(now: number): number | null {
			times = times.filter(at => now - at < restartsWindowMs);
			if (times.length >= restartsMax) {
				return null;
			}
			times = [...times, now];
			return restartDelaysMs[times.length - 1] ?? 0;
		},
	};
}

/** Asks first; a process that does not listen is ended all the same. */
async function endGently(child: Child, clock: Clock): Promise<void> {
	child.signal('SIGTERM');
	const force = clock.after(stopTimeoutMs, () => child.signal('SIGKILL'));
	await child.ended;
	force.cancel();
}

function deathOf({exitCode, signal, lastWords}: ChildEnd): Failure {
	const how = signal ? `was ended by ${signal}` : `ended with code ${exitCode ?? 'none'}`;
	const words = lastWords.trim().split('\n').at(-1) ?? '';
	return failed('unreachable', `The proxy ${how}.${words ? ` It said: ${words}` : ''}`);
}
