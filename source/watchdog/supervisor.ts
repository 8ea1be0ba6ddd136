import type {ProxyState} from '../events/event.ts';
import type {Signal} from '../events/signal.ts';
import type {Child, ChildEnd} from '../platform/child.ts';
import type {Clock} from '../platform/clock.ts';
import type {Inherited} from '../platform/still-stream.ts';
import {deathOf, endGently} from './child-end.ts';
import {
	type HandedProxy,
	handOverProxy,
	type StoppedProxy,
	takeOverProxy,
} from './hand-over-proxy.ts';
import {type Address, type ListeningMessage, parseLine} from './proxy-lines.ts';
import {adopt, askForPort, giveUpReplacing, replace} from './replace.ts';
import {createRestartLimit, restartsMax} from './restart-limit.ts';
import type {SupervisorState} from './supervisor-state.ts';
import {createWaiters} from './waiters.ts';

/**
 * Owns the proxy process: starts it, receives its signals, restarts it when it dies, ends it. A
 * restart keeps port and token, so that clients keep working without a new configuration.
 */
export type Supervisor = {
	readonly start: () => void;
	/** Starts the proxy if it was never started or taken over. `address` does the same. */
	readonly wake: () => void;
	readonly restart: () => void;
	/**
	 * Restarts the proxy automatically, within the shared restart limit; starts it if none runs.
	 * `force` sends SIGKILL at once; otherwise the next process takes the port while this one ends
	 * its open streams. Returns null, or the reason why nothing was done.
	 */
	readonly heal: (how: {readonly force: boolean}) => string | null;
	/** Resolves when the proxy answers; throws a Failure if it does not in time. */
	readonly address: (signal: AbortSignal) => Promise<Address>;
	/** Returns the address at which the proxy listens; null while it does not. */
	readonly current: () => Address | null;
	readonly restarts: () => number;
	readonly stop: () => Promise<void>;
	/**
	 * Stops reading from the proxy, so that another process of ours can take it over. Returns null
	 * while the proxy starts or is being replaced.
	 */
	readonly handOver: () => StoppedProxy | null;
	/** Returns our ends of the pipes to the proxy. */
	readonly inherited: () => readonly Inherited[];
	/** Continues with a proxy that another process of ours has handed over. */
	readonly takeOver: (proxy: HandedProxy, child: Child) => void;
};

export type SupervisorPorts = {
	readonly clock: Clock;
	/** Starts the process. Port 0 picks a free port; null takes the one from the settings. */
	readonly spawn: (choice: SpawnChoice) => Child;
	/** Returns whether the proxy may be restarted automatically when it has ended. */
	readonly mayRestart: () => boolean;
	readonly onState: (state: ProxyState) => void;
	readonly onSignal: (signal: Signal) => void;
	readonly onDefault: (choice: {provider: string; model: string; route: string | null}) => void;
};

export type SpawnChoice = {
	readonly port: number | null;
	readonly token: string | null;
	/** The new process waits until the present one passes the port on. */
	readonly takesOver?: boolean;
};

const stopTimeoutMs = 3000;
/**
 * A little longer than the proxy lets open streams continue, so that no answer is cut off early.
 */
const healTimeoutMs = 12_000;

export function createSupervisor(ports: SupervisorPorts): Supervisor {
	const state = notStarted(ports.clock);
	const current = () => (state.isListening ? state.address : null);
	const wake = () => {
		if (state.isAsleep) {
			start(ports, state);
		}
	};
	return {
		start: () => start(ports, state),
		wake,
		restart() {
			state.limit.forget();
			if (current() && state.child?.hasChannel()) {
				replace(ports, state, follow);
			} else if (state.child) {
				end(ports, state, {timeoutMs: stopTimeoutMs});
			} else {
				start(ports, state);
			}
		},
		address(signal) {
			if (!signal.aborted) {
				wake();
			}
			return state.waiters.wait(signal, {
				ready: current,
				why: () => state.failure,
				gaveUp: () => !state.child && !state.timer && state.failure !== null,
			});
		},
		current,
		heal: how => heal(ports, state, how),
		handOver: () => handOverProxy(state),
		inherited: () => state.child?.inherited() ?? [],
		takeOver(proxy, child) {
			takeOverProxy(state, proxy, child);
			follow(ports, state, child);
			tellReady(ports, proxy.address, child);
		},
		restarts: () => state.restarts,
		async stop() {
			state.stopped = true;
			state.isAsleep = false;
			state.timer?.cancel();
			const {child, next, leaving} = state;
			const all = [child, next, ...leaving].filter(each => each !== null);
			const how = {clock: ports.clock, timeoutMs: stopTimeoutMs};
			await Promise.all(all.map(each => endGently(each, how)));
		},
	};
}

function notStarted(clock: Clock): SupervisorState {
	return {
		child: null,
		next: null,
		leaving: new Set(),
		replacing: null,
		address: null,
		failure: null,
		restarts: 0,
		timer: null,
		isAsleep: true,
		stopped: false,
		isHandedOver: false,
		isListening: false,
		refused: false,
		isExpectedToEnd: false,
		limit: createRestartLimit(),
		waiters: createWaiters(clock),
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
	if (state.isHandedOver) {
		return 'The next process of this session is taking it over.';
	}
	if (state.timer) {
		return null;
	}
	if (state.limit.isSpent(ports.clock.elapsed())) {
		return `It was restarted ${restartsMax} times in ten minutes already. /proxy restart tries again.`;
	}
	if (state.child?.hasChannel() && state.isListening && !force) {
		state.limit.next(ports.clock.elapsed());
		replace(ports, state, follow);
	} else if (state.child) {
		end(ports, state, {timeoutMs: force ? 0 : healTimeoutMs});
	} else {
		state.limit.next(ports.clock.elapsed());
		state.restarts += 1;
		start(ports, state);
	}
	return null;
}

/**
 * Ends the process, so that another one can be started. There is no address until that one listens.
 */
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

function start(ports: SupervisorPorts, state: SupervisorState): void {
	state.timer?.cancel();
	state.timer = null;
	state.isAsleep = false;
	state.stopped = false;
	ports.onState({status: 'starting'});
	const {address} = state;
	// If the last start failed because another program has the port, any free port is used.
	const port = state.refused ? 0 : (address?.port ?? null);
	state.refused = true;
	state.isExpectedToEnd = false;
	state.isListening = false;
	const child = ports.spawn({port, token: address?.token ?? null});
	state.child = child;
	follow(ports, state, child);
}

function follow(ports: SupervisorPorts, state: SupervisorState, child: Child): void {
	child.onLine(line => hear(ports, state, {child, line}));
	void child.ended.then(end => {
		state.leaving.delete(child);
		if (state.next === child) {
			giveUpReplacing(state);
			if (!state.child) {
				revive(ports, state, end);
			}
		} else if (state.child === child) {
			state.child = null;
			state.isListening = false;
			if (state.next) {
				state.next.pass('take');
			} else {
				revive(ports, state, end);
			}
		}
	});
}

function hear(
	ports: SupervisorPorts,
	state: SupervisorState,
	{child, line}: {readonly child: Child; readonly line: string},
): void {
	const message = parseLine(line);
	if (message?.type === 'prepared' && child === state.next) {
		askForPort(ports, state);
	} else if (message?.type === 'listening') {
		if (child === state.next) {
			adopt(state);
		}
		listen(ports, state, {child, message});
	} else if (message?.type === 'signal') {
		state.isExpectedToEnd ||= message.signal.kind === 'port.taken';
		ports.onSignal(message.signal);
	}
}

function listen(
	ports: SupervisorPorts,
	state: SupervisorState,
	{child, message}: {readonly child: Child; readonly message: ListeningMessage},
): void {
	state.address = message.address;
	state.refused = false;
	state.isListening = true;
	state.failure = null;
	tellReady(ports, message.address, child);
	ports.onDefault(message);
	ports.onSignal({kind: 'proxy.started', at: ports.clock.now()});
	state.waiters.wake();
}

function tellReady({onState}: SupervisorPorts, {url}: Address, {pid}: Child): void {
	// A process that listens was started, so it has an id.
	onState({status: 'ready', url, pid: pid!});
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
