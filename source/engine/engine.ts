import type {Event, Stamped} from '../events/event.ts';
import {localHost, type TerminalId} from '../events/ids.ts';
import type {WatchView} from '../events/incident.ts';
import type {EngineIntent, ScreenIntent} from '../events/intent.ts';
import type {Live, Picture, Scrollback} from '../events/live.ts';
import type {Meter} from '../events/meter.ts';
import {createGate} from '../gate/gate.ts';
import {warmUp} from '../model/responses.ts';
import {atMost} from '../platform/at-most.ts';
import {circumstances} from '../platform/circumstances.ts';
import {createStore, type Store} from '../state/store.ts';
import {createTerminals, type Terminals} from '../terminal/terminals.ts';
import type {Turns} from '../turn/turns.ts';
import type {BlackBox} from './black-box.ts';
import {dispatch, type Parts} from './dispatch.ts';
import type {EnginePorts} from './engine-ports.ts';
import {keepPendingCalls} from './keep-pending-calls.ts';
import {createMonitoring} from './monitoring/monitoring.ts';
import {openBlackBox} from './open-black-box.ts';
import {recordSessionStart} from './record-session-start.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';
import {createRemoteHosts} from './remote-hosts/remote-hosts.ts';
import {scrollbackOf} from './terminal-scrollback.ts';
import {openUndoStore, undoLast} from './undo-changes.ts';
import {watchPermissions} from './watch-permissions.ts';
import {wireTurns} from './wire-turns.ts';

/** The whole program without a screen: facts in the store, wishes through `perform`. */
export type Engine = {
	readonly store: Store;
	readonly dispatch: (intent: EngineIntent | ScreenIntent) => void;
	readonly live: {
		readonly picture: (terminal: TerminalId) => Live<Picture> | null;
		readonly scrollback: (terminal: TerminalId) => Scrollback | null;
		readonly meter: Live<Meter>;
		readonly incidents: Live<WatchView>;
	};
	readonly terminals: Terminals;
	readonly turns: Turns;
	readonly remoteHosts: RemoteHosts;
	readonly journalPath: string;
	/** Whether what happens is still written down, so that it can be gone on with. */
	readonly isKept: () => boolean;
	readonly blackBox: BlackBox;
	/** Loads what the first message and the first command would have to wait for. */
	readonly warmUp: () => Promise<void>;
	/** Closes everything that was opened, in reverse order. */
	readonly stop: (reason: string) => Promise<void>;
};

export function createEngine(ports: EnginePorts): Engine {
	const store = createStore(ports.clock);
	const passedOver = store.replay(ports.history);
	let isLeftOpen: (event: Stamped) => boolean = () => false;
	store.onEvent(event => {
		if (!isLeftOpen(event)) {
			ports.journal.append(event);
		}
	});
	const append = (event: Event) => {
		store.append(event);
	};
	recordSessionStart(ports, append, {passedOver});
	const monitoring = createMonitoring(ports, store);
	const {supervisor} = monitoring;
	const gate = createGate({
		store,
		clock: ports.clock,
		ids: ports.ids,
		permissions: watchPermissions(ports, store),
		askTimeoutMs: ports.settings.permissions.askTimeoutMs,
		headless: ports.headless,
		circumstances,
		saveRule: rule => ports.frontEnd({type: 'save-rule', rule}),
	});
	const remoteHosts = createRemoteHosts({ports, store, append, gate});
	const terminals = openTerminals(ports, {append, remoteHosts});
	const blackBox = openBlackBox(ports, {store, supervisor, append});
	const undoStore = openUndoStore(ports, {append, remoteHosts});
	const engine = {store, gate, terminals, remoteHosts, monitoring, undoStore, blackBox};
	const turns = wireTurns(ports, engine);
	const undo = () => undoLast(store, undoStore);
	const parts: Parts = {ports, append, turns, undo, ...engine};
	if (ports.proxyAtStart) {
		supervisor.start();
	}
	gate.answerLeft();
	turns.resume();
	return {
		store,
		dispatch: intent => dispatch(parts, intent),
		live: {
			picture: terminals.screen,
			scrollback: id => scrollbackOf(terminals.view(id)),
			meter: monitoring.meter,
			incidents: monitoring.incidents,
		},
		terminals,
		turns,
		remoteHosts,
		journalPath: ports.journal.path,
		isKept: ports.journal.isWriting,
		blackBox,
		async warmUp() {
			await Promise.all([warmUp(supervisor.current()), terminals.prepare()]);
		},
		async stop(reason) {
			isLeftOpen = keepPendingCalls(store.state());
			turns.stop();
			await atMost(ports.clock, settleMsMax, turns.settled());
			remoteHosts.dropSilent();
			await terminals.closeAll();
			remoteHosts.close();
			await blackBox.close();
			await monitoring.close();
			append({type: 'session.closed', reason});
			ports.journal.close();
		},
	};
}

/** A tool that does not listen to its end must not keep the program from ending. */
const settleMsMax = 5000;

/** Here and on every machine that is connected. */
function openTerminals(
	ports: EnginePorts,
	{append, remoteHosts}: {append: (event: Event) => void; remoteHosts: RemoteHosts},
): Terminals {
	return createTerminals({
		...ports.terminals,
		transports: host =>
			host === localHost ? ports.terminals.transports(host) : remoteHosts.transport(host),
		onChange: append,
		notify: text => append({type: 'notice.shown', level: 'warn', text}),
		firstNumber: 1 + lastTerminalNumber(ports.history),
	});
}

/** A resumed session counts on, so that no id ever means two terminals. */
function lastTerminalNumber(history: readonly Stamped[]): number {
	return history.reduce(
		(last, event) =>
			event.type === 'terminal.opened'
				? Math.max(last, Number.parseInt(event.terminal.replace(/\D/g, ''), 10) || 0)
				: last,
		0,
	);
}
