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
	/** Ends a process that does not listen; its end starts a new one. */
	readonly kill: () => void;
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
	/** Starts the process; a port of 0 lets it choose, null leaves it to the settings. */
	readonly spawn: (choice: {port: number | null; token: string | null}) => Child;
	readonly onState: (state: ProxyState) => void;
	readonly onSignal: (signal: Signal) => void;
	readonly onDefault: (choice: {provider: string; model: string}) => void;
};

const restartsMax = 5;
const restartsWindowMs = 600_000;
const restartDelaysMs = [0, 500, 1000, 2000, 4000];
const stopTimeoutMs = 3000;

export function createSupervisor(ports: SupervisorPorts): Supervisor {
	const held: Held = {
		child: null,
		address: null,
		failure: null,
		restarts: 0,
		timer: null,
		stopped: false,
		refused: false,
		limiter: createLimiter(),
		waiters: createWaiters(ports.clock),
	};
	const current = () => (held.child ? held.address : null);
	return {
		start: () => start(ports, held),
		restart() {
			held.limiter.forget();
			if (held.child) {
				void endGently(held.child, ports.clock);
			} else {
				start(ports, held);
			}
		},
		address: signal =>
			held.waiters.wait(signal, {
				ready: current,
				why: () => held.failure,
				gaveUp: () => !held.child && !held.timer && held.failure !== null,
			}),
		current,
		kill: () => held.child?.signal('SIGKILL'),
		restarts: () => held.restarts,
		async stop() {
			held.stopped = true;
			held.timer?.cancel();
			if (held.child) {
				await endGently(held.child, ports.clock);
			}
		},
	};
}

type Held = {
	child: Child | null;
	address: (Address & {readonly port: number}) | null;
	failure: Failure | null;
	restarts: number;
	timer: Timer | null;
	stopped: boolean;
	/** The last start did not come to listening. */
	refused: boolean;
	readonly limiter: ReturnType<typeof createLimiter>;
	readonly waiters: ReturnType<typeof createWaiters>;
};

function start(ports: SupervisorPorts, held: Held): void {
	held.timer?.cancel();
	held.timer = null;
	held.stopped = false;
	ports.onState({status: 'starting'});
	const {address} = held;
	// A port that was refused once is somebody else's: any other will do.
	const port = held.refused ? 0 : (address?.port ?? null);
	held.refused = true;
	const child = ports.spawn({port, token: address?.token ?? null});
	held.child = child;
	child.onLine(line => listen(ports, held, line));
	void child.ended.then(end => {
		if (held.child === child) {
			held.child = null;
			revive(ports, held, end);
		}
	});
}

function listen(ports: SupervisorPorts, held: Held, line: string): void {
	const message = parseLine(line);
	if (message?.type === 'listening') {
		held.address = message.address;
		held.refused = false;
		held.failure = null;
		ports.onState({
			status: 'ready',
			url: message.address.url,
			pid: held.child?.pid ?? 0,
		});
		ports.onDefault(message);
		held.waiters.wake();
	} else if (message?.type === 'signal') {
		ports.onSignal(message.signal);
	}
}

function revive(ports: SupervisorPorts, held: Held, end: ChildEnd): void {
	const failure = deathOf(end);
	held.failure = failure;
	const delayMs = held.stopped ? null : held.limiter.next(ports.clock.elapsed());
	if (held.stopped) {
		ports.onState({status: 'off'});
	} else if (delayMs === null) {
		ports.onState({status: 'down', failure});
		held.waiters.wake();
	} else {
		held.restarts += 1;
		ports.onState({status: 'down', failure, restartInMs: delayMs});
		held.timer = ports.clock.after(delayMs, () => start(ports, held));
	}
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
