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
	const state: SupervisorState = {
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
	const current = () => (state.isListening ? state.address : null);
	return {
		start: () => start(ports, state),
		restart() {
			state.limit.forget();
			if (state.child) {
				end(ports, state, {timeoutMs: stopTimeoutMs});
			} else {
				start(ports, state);
			}
		},
		address: signal =>
			state.waiters.wait(signal, {
				ready: current,
				why: () => state.failure,
				gaveUp: () => !state.child && !state.timer && state.failure !== null,
			}),
		current,
		heal: how => heal(ports, state, how),
		restarts: () => state.restarts,
		async stop() {
			state.stopped = true;
			state.timer?.cancel();
			if (state.child) {
				await endGently(state.child, {clock: ports.clock, timeoutMs: stopTimeoutMs});
			}
		},
	};
}

function heal(
	ports: SupervisorPorts,
	state: SupervisorState,
	{force}: {force: boolean},
): string | null {
	if (state.stopped) {
		return 'It was stopped by hand.';
	}
	if (state.timer) {
		return null;
	}
	if (state.limit.isSpent(ports.clock.elapsed())) {
		return `It was restarted ${restartsMax} times in ten minutes already. /proxy restart tries again.`;
	}
	if (state.child) {
		end(ports, state, {timeoutMs: force ? 0 : healTimeoutMs});
	} else {
		state.limit.next(ports.clock.elapsed());
		state.restarts += 1;
		start(ports, state);
	}
	return null;
}

/** Ends the process so that another one is started. There is no address until that one listens. */
function end(
	ports: SupervisorPorts,
	state: SupervisorState,
	{timeoutMs}: {timeoutMs: number},
): void {
	state.isExpectedToEnd = true;
	state.isListening = false;
	ports.onState({status: 'starting'});
	if (timeoutMs === 0) {
		state.child?.signal('SIGKILL');
	} else if (state.child) {
		void endGently(state.child, {clock: ports.clock, timeoutMs});
	}
}

type SupervisorState = {
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

function start(ports: SupervisorPorts, state: SupervisorState): void {
	state.timer?.cancel();
	state.timer = null;
	state.stopped = false;
	ports.onState({status: 'starting'});
	const {address} = state;
	// If the port was refused at the last start, another program has it: take any free port.
	const port = state.refused ? 0 : (address?.port ?? null);
	state.refused = true;
	state.isExpectedToEnd = false;
	state.isListening = false;
	const child = ports.spawn({port, token: address?.token ?? null});
	state.child = child;
	child.onLine(line => listen(ports, state, line));
	void child.ended.then(end => {
		if (state.child === child) {
			state.child = null;
			state.isListening = false;
			revive(ports, state, end);
		}
	});
}

function listen(ports: SupervisorPorts, state: SupervisorState, line: string): void {
	const message = parseLine(line);
	if (message?.type === 'listening') {
		state.address = message.address;
		state.refused = false;
		state.isListening = true;
		state.failure = null;
		ports.onState({
			status: 'ready',
			url: message.address.url,
			pid: state.child?.pid ?? 0,
		});
		ports.onDefault(message);
		ports.onSignal({kind: 'proxy.started', at: ports.clock.now()});
		state.waiters.wake();
	} else if (message?.type === 'signal') {
		state.isExpectedToEnd ||= message.signal.kind === 'port.taken';
		ports.onSignal(message.signal);
	}
}

function revive(ports: SupervisorPorts, state: SupervisorState, end: ChildEnd): void {
	const failure = deathOf(end);
	state.failure = failure;
	const isWanted = !state.stopped && (state.isExpectedToEnd || ports.mayRestart());
	const delayMs = isWanted ? state.limit.next(ports.clock.elapsed()) : null;
	if (state.stopped) {
		ports.onState({status: 'off'});
	} else if (delayMs === null) {
		ports.onState({status: 'down', failure});
		state.waiters.wake();
	} else {
		state.restarts += 1;
		ports.onState({status: 'down', failure, restartInMs: delayMs});
		state.timer = ports.clock.after(delayMs, () => start(ports, state));
	}
	if (!state.stopped && !state.isExpectedToEnd) {
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
