import type {Stamped} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import type {WatchView} from '../events/incident.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Live, TerminalFrame} from '../events/live.ts';
import type {Meter} from '../events/meter.ts';
import type {Ask, DebugStatus, FrontEndRequest} from '../events/query.ts';
import type {FrontEndSettings} from '../events/settings.ts';
import {warmUp} from '../model/responses.ts';
import {atMost} from '../platform/at-most.ts';
import {type Snapshot, snapshotOf} from '../state/snapshot.ts';
import type {StateSource} from '../state/store.ts';
import {dispatch} from './dispatch.ts';
import {createEngineParts, type EngineParts} from './engine-parts.ts';
import type {EnginePorts} from './engine-ports.ts';
import {createEventBus} from './event-bus.ts';
import {createHandOver, type HandedEngine, type HandOver} from './hand-over.ts';
import {keepPendingCalls} from './keep-pending-calls.ts';
import {answerQuery} from './queries.ts';
import {recordSessionStart} from './record-session-start.ts';
import {returnTerminals} from './remote-hosts/return-terminals.ts';
import {findSurvivors} from './survivors.ts';
import {liveFrame} from './terminal-lines.ts';

/**
 * The one interface between front ends and the engine: intents go in; events, live values and
 * answers come out. All of it is plain JSON and could cross a socket. The only exception is
 * `shared`, which front ends in other processes do without.
 */
export type Engine = {
	readonly dispatch: (intent: EngineIntent) => void;
	/** Every event, in order. `createMirror` builds a state from them. */
	readonly events: {readonly subscribe: (listener: (event: Stamped) => void) => () => void};
	/**
	 * Whole states that replace a mirror's state, for a front end that is too slow to follow every
	 * event.
	 */
	readonly resyncs: {readonly subscribe: (listener: (snapshot: Snapshot) => void) => () => void};
	/** The state as it is now, for a front end that joins. */
	readonly snapshot: () => Promise<Snapshot>;
	readonly query: Ask;
	readonly requests: {
		readonly subscribe: (listener: (request: FrontEndRequest) => void) => () => void;
	};
	/** Values of which only the newest matters. They are not part of events. */
	readonly live: {
		/** Returns null if there is no such terminal. */
		readonly terminal: (terminal: TerminalId) => Live<TerminalFrame> | null;
		readonly meter: Live<Meter>;
		readonly incidents: Live<WatchView>;
		readonly debug: Live<DebugStatus>;
		readonly settings: Live<FrontEndSettings>;
	};
	/** The engine's own state, for front ends in the same process; null over a connection. */
	readonly shared: StateSource | null;
};

/** An engine with additional functions for the process that runs it. */
export type OwnEngine = Engine & {
	/**
	 * Records the first events, starts the proxy and continues pending calls. Subscribe before
	 * calling it, or you miss the first events.
	 */
	readonly start: () => void;
	readonly handOver: HandOver;
	/** The parts that the engine is made of, for replay and tests. */
	readonly parts: EngineParts;
	/**
	 * Loads the modules that the first message and the first command need, so that they start
	 * faster.
	 */
	readonly warmUp: () => Promise<void>;
	/** Starts the proxy if nothing has needed it so far. */
	readonly wakeProxy: () => void;
	/** Interrupts every turn, and starts no new one. */
	readonly stopTurns: () => void;
	/** Kills the programs in all terminals at once, without waiting. Call this after a crash. */
	readonly killPrograms: () => void;
	/** Writes a crash report of the last requests. Returns its path, or null if writing failed. */
	readonly reportCrash: (error: unknown) => string | null;
	/** Closes everything in reverse order of opening. Only the first call has an effect. */
	readonly stop: (reason: string) => Promise<void>;
};

export function createEngine(ports: EnginePorts): OwnEngine {
	const made = createEngineParts(ports);
	const {store, turns, terminals, monitoring, remoteHosts, blackBox} = made;
	const bus = createEventBus();
	store.onEvent(bus.publish);
	const requestListeners = new Set<(request: FrontEndRequest) => void>();
	const request = (asked: FrontEndRequest) => {
		for (const listener of [...requestListeners]) {
			listener(asked);
		}
	};
	let stopping: Promise<void> | null = null;
	const end = new AbortController();
	return {
		dispatch: intent => dispatch(made, intent),
		events: bus,
		// In the same process no listener is too slow, so there are no resyncs.
		resyncs: {subscribe: () => () => {}},
		async snapshot() {
			// Listeners get an event before the reducers do. Wait a microtask, so that the state includes
			// the event with the number `seq()`.
			await null;
			return snapshotOf(store.state(), store.seq());
		},
		query: async asked => answerQuery(made, asked),
		requests: {
			subscribe(listener) {
				requestListeners.add(listener);
				return () => {
					requestListeners.delete(listener);
				};
			},
		},
		live: liveValues(made),
		shared: {state: store.state, subscribe: store.subscribe, onEvent: bus.subscribe},
		parts: made,
		start() {
			recordSessionStart(ports, made.append);
			remoteHosts.start();
			startParts(made, end.signal);
		},
		handOver: createHandOver(made, handed => startParts(made, end.signal, handed)),
		wakeProxy: monitoring.supervisor.wake,
		async warmUp() {
			// Loading fails while the program is being reinstalled. The modules are then loaded when they
			// are needed.
			const {current} = monitoring.supervisor;
			const asksModels = ports.proxyAtStart || current() !== null;
			await Promise.allSettled([asksModels && warmUp(current()), terminals.prepare()]);
		},
		stopTurns: turns.stop,
		killPrograms: terminals.killNow,
		reportCrash: error => blackBox.report('crash', error),
		stop(reason) {
			end.abort();
			stopping ??= stopParts(made, {reason, request});
			return stopping;
		},
	};
}

function startParts(made: EngineParts, signal: AbortSignal, handed: HandedEngine | null = null) {
	const {ports, project, monitoring, latePast} = made;
	made.permissions();
	project?.start();
	made.serverTools?.start();
	monitoring.start({hasProxy: handed !== null && (handed.proxy !== null || handed.isProxyOff)});
	goOn(made, handed);
	latePast.start();
	void ports.keepPast?.(signal);
}

function liveValues({terminals, monitoring, blackBox, settings}: EngineParts): Engine['live'] {
	const frames = new WeakMap<object, Live<TerminalFrame>>();
	return {
		terminal(id) {
			const screen = terminals.view(id);
			const known = screen && frames.get(screen);
			if (!screen || known) {
				return known ?? null;
			}
			const live = liveFrame(screen);
			frames.set(screen, live);
			return live;
		},
		meter: monitoring.meter,
		incidents: monitoring.incidents,
		debug: blackBox.live,
		settings: settings.shown,
	};
}

/** Continues the calls that an earlier process left pending. A read-only session is not changed. */
function goOn(parts: EngineParts, handed: HandedEngine | null): void {
	const {ports, store, gate, turns, latePast} = parts;
	const {turn, parked, queue} = store.state().chat;
	if (turn !== null || parked.length > 0 || queue.length > 0) {
		latePast.readAll();
	}
	if (ports.readOnly === null) {
		// Another process may have handed over this session while it ran. Then no call is pending, and
		// the running terminals came along.
		if (handed === null) {
			gate.answerLeft();
			turns.resume();
			findSurvivors(parts);
		}
		returnTerminals({...parts, past: ports.past.state}, {isTold: handed === null});
		return;
	}
	// The previous process owned these terminals; they ended with it.
	for (const {id} of store.state().terminals) {
		store.append({type: 'terminal.closed', terminal: id});
	}
}

/** How long to wait at exit for tools that ignore their abort signal. */
const settleMsMax = 5000;

async function stopParts(
	made: ReturnType<typeof createEngineParts>,
	{reason, request}: {reason: string; request: (asked: FrontEndRequest) => void},
): Promise<void> {
	const {ports, store, turns, remoteHosts, terminals, blackBox, monitoring} = made;
	made.latePast.close();
	made.keepOut(keepPendingCalls(store.state()));
	request({type: 'leave', reason});
	turns.stop();
	remoteHosts.hurry();
	made.project?.close();
	await atMost(ports.clock, settleMsMax, turns.settled());
	made.workers.close();
	made.serverTools?.close();
	made.serverRequests.close();
	await ports.mcpServers?.close();
	await terminals.closeAll();
	remoteHosts.close();
	await blackBox.close();
	await monitoring.close();
	made.append({type: 'session.closed', reason});
	ports.journal.close();
}
