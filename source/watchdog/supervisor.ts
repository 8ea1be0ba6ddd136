import type {ProxyState} from '../events/event.ts';
import {type Failure, failed} from '../events/failure.ts';
import type {Signal} from '../events/signal.ts';
import type {Child, ChildEnd} from '../platform/child.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {type Address, parseLine} from './proxy-lines.ts';
import {createRestartLimit, type RestartLimit, restartsMax} from './restart-limit.ts';
import {createWaiters} from './waiters.ts';

/**
 * Owns the proxy process: starts it, receives its signals, restarts it when it dies, ends it. A
 * restart keeps port and token, so that clients keep working without a new configuration.
 */
export type Supervisor = {
	readonly start: () => void;
	readonly restart: () => void;
	/**
	 * Restarts the proxy automatically, within the shared restart limit; starts it if none runs.
	 * `force` sends SIGKILL at once; otherwise SIGTERM lets open streams finish first. Returns null,
	 * or the reason why nothing was done.
	 */
	readonly heal: (how: {readonly force: boolean}) => string | null;
	/** Resolves when the proxy answers; throws a Failure if it does not in time. */
	readonly address: (signal: AbortSignal) => Promise<Address>;
	/** The address at which it listens; null while it does not. */
	readonly current: () => Address | null;
	readonly restarts: () => number;
	readonly stop: () => Promise<void>;
};

export type SupervisorPorts = {
	readonly clock: Clock;
	/** Starts the process. Port 0 picks a free port; null takes the one from the settings. */
	readonly spawn: (choice: {port: number | null; token: string | null}) => Child;
	/** Whether the proxy is restarted after it ended by itself. */
	readonly mayRestart: () => boolean;
	readonly onState: (state: ProxyState) => void;
	readonly onSignal: (signal: Signal) => void;
	readonly onDefault: (choice: {provider: string; model: string; route: string | null}) => void;
};

const stopTimeoutMs = 3000;
/**
 * A little longer than the proxy lets open streams continue, so that no answer is cut off early.
 */
const healTimeoutMs = 12_000;

export function createSupervisor(ports: SupervisorPorts): Supervisor {
	const held: Held = {
		child: null,
		address: null,
		failure: null,
		restarts: 0,
		timer: null,
		stopped: false,
		isListening: false,
		refused: false,
		isExpectedToEnd: false,
		limit: createRestartLimit(),
		waiters: createWaiters(ports.clock),
	};
	const current = () => (held.isListening ? held.address : null);
	return {
		start: () => start(ports, held),
		restart() {
			held.limit.forget();
			if (held.child) {
				end(ports, held, {timeoutMs: stopTimeoutMs});
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
		heal: how => heal(ports, held, how),
		restarts: () => held.restarts,
		async stop() {
			held.stopped = true;
			held.timer?.cancel();
			if (held.child) {
				await endGently(held.child, {clock: ports.clock, timeoutMs: stopTimeoutMs});
			}
		},
	};
}

function heal(ports: SupervisorPorts, held: Held, {force}: {force: boolean}): string | null {
	if (held.stopped) {
		return 'It was stopped by hand.';
	}
	if (held.timer) {
		return null;
	}
	if (held.limit.isSpent(ports.clock.elapsed())) {
		return `It was restarted ${restartsMax} times in ten minutes already. /proxy restart tries again.`;
	}
	if (held.child) {
		end(ports, held, {timeoutMs: force ? 0 : healTimeoutMs});
	} else {
		held.limit.next(ports.clock.elapsed());
		held.restarts += 1;
		start(ports, held);
	}
	return null;
}

/** Ends the process so that another one is started. There is no address until that one listens. */
function end(ports: SupervisorPorts, held: Held, {timeoutMs}: {timeoutMs: number}): void {
	held.isExpectedToEnd = true;
	held.isListening = false;
	ports.onState({status: 'starting'});
	if (timeoutMs === 0) {
		held.child?.signal('SIGKILL');
	} else if (held.child) {
		void endGently(held.child, {clock: ports.clock, timeoutMs});
	}
}

type Held = {
	child: Child | null;
	address: (Address & {readonly port: number}) | null;
	failure: Failure | null;
	restarts: number;
	timer: Timer | null;
	stopped: boolean;
	/** While false, another program may be listening at the old address. */
	isListening: boolean;
	/** The last start failed before the process listened. */
	refused: boolean;
	/** We ended it ourselves, or have already reported its end. */
	isExpectedToEnd: boolean;
	readonly limit: RestartLimit;
	readonly waiters: ReturnType<typeof createWaiters>;
};

function start(ports: SupervisorPorts, held: Held): void {
	held.timer?.cancel();
	held.timer = null;
	held.stopped = false;
	ports.onState({status: 'starting'});
	const {address} = held;
	// If the port was refused at the last start, another program has it: take any free port.
	const port = held.refused ? 0 : (address?.port ?? null);
	held.refused = true;
	held.isExpectedToEnd = false;
	held.isListening = false;
	const child = ports.spawn({port, token: address?.token ?? null});
	held.child = child;
	child.onLine(line => listen(ports, held, line));
	void child.ended.then(end => {
		if (held.child === child) {
			held.child = null;
			held.isListening = false;
			revive(ports, held, end);
		}
	});
}

function listen(ports: SupervisorPorts, held: Held, line: string): void {
	const message = parseLine(line);
	if (message?.type === 'listening') {
		held.address = message.address;
		held.refused = false;
		held.isListening = true;
		held.failure = null;
		ports.onState({
			status: 'ready',
			url: message.address.url,
			pid: held.child?.pid ?? 0,
		});
		ports.onDefault(message);
		ports.onSignal({kind: 'proxy.started', at: ports.clock.now()});
		held.waiters.wake();
	} else if (message?.type === 'signal') {
		held.isExpectedToEnd ||= message.signal.kind === 'port.taken';
		ports.onSignal(message.signal);
	}
}

function revive(ports: SupervisorPorts, held: Held, end: ChildEnd): void {
	const failure = deathOf(end);
	held.failure = failure;
	const isWanted = !held.stopped && (held.isExpectedToEnd || ports.mayRestart());
	const delayMs = isWanted ? held.limit.next(ports.clock.elapsed()) : null;
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
	if (!held.stopped && !held.isExpectedToEnd) {
		ports.onSignal({
			kind: 'proxy.exited',
			at: ports.clock.now(),
			code: end.signal ?? end.exitCode ?? 'none',
		});
	}
}

/** Sends SIGTERM; if the process still runs at the time limit, SIGKILL. */
async function endGently(
	child: Child,
	{clock, timeoutMs}: {clock: Clock; timeoutMs: number},
): Promise<void> {
	child.signal('SIGTERM');
	const force = clock.after(timeoutMs, () => child.signal('SIGKILL'));
	await child.ended;
	force.cancel();
}

function deathOf({exitCode, signal, lastWords}: ChildEnd): Failure {
	const how = signal ? `was ended by ${signal}` : `ended with code ${exitCode ?? 'none'}`;
	const words = lastWords.trim().split('\n').at(-1) ?? '';
	return failed('unreachable', `The proxy ${how}.${words ? ` It said: ${words}` : ''}`);
}
