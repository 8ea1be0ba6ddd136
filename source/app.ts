import {dirname, join} from 'node:path';
import type {Event, Stamped} from './events/event.ts';
import {failed, type Result} from './events/failure.ts';
import {localHost, type TerminalId} from './events/ids.ts';
import type {EngineIntent, ScreenIntent} from './events/intent.ts';
import type {Live, Picture, Scrollback} from './events/live.ts';
import type {Meter} from './events/meter.ts';
import {createGate, type Gate} from './gate/gate.ts';
import {leaveOpen} from './leave-open.ts';
import {warmUp} from './model/responses.ts';
import {type Parts, perform} from './perform.ts';
import type {Ports} from './ports.ts';
import {createStore, type Store} from './state/store.ts';
import type {Screen} from './terminal/screen.ts';
import {createTerminals, type Terminals} from './terminal/terminals.ts';
import {createCatalogue} from './tools/catalogue.ts';
import {createUndoShelf, type UndoShelf} from './tools/undo-shelf.ts';
import {instructions} from './turn/instructions.ts';
import {createTurns, type Turns} from './turn/turns.ts';
import {createHangWatch} from './watchdog/hang-watch.ts';
import {listModels} from './watchdog/list-models.ts';
import {createMeter} from './watchdog/meter.ts';
import {createSupervisor, type Supervisor} from './watchdog/supervisor.ts';

/** The whole program without a screen: facts in the store, wishes through `perform`. */
export type App = {
	readonly store: Store;
	readonly perform: (intent: EngineIntent | ScreenIntent) => void;
	readonly live: {
		readonly picture: (terminal: TerminalId) => Live<Picture> | null;
		readonly scrollback: (terminal: TerminalId) => Scrollback | null;
		readonly meter: Live<Meter>;
	};
	readonly terminals: Terminals;
	readonly turns: Turns;
	readonly journalPath: string;
	/** Loads what the first message and the first command would have to wait for. */
	readonly warmUp: () => Promise<void>;
	/** Closes everything that was opened, in reverse order. */
	readonly stop: (reason: string) => Promise<void>;
};

export function createApp(ports: Ports): App {
	const store = createStore(ports.clock);
	store.replay(ports.history);
	let isLeftOpen: (event: Stamped) => boolean = () => false;
	store.onEvent(event => {
		if (!isLeftOpen(event)) {
			ports.journal.append(event);
		}
	});
	const append = (event: Event) => {
		store.append(event);
	};
	openSession(ports, append);
	const terminals = createTerminals({
		...ports.terminals,
		onChange: append,
		notify: text => append({type: 'notice.shown', level: 'warn', text}),
		firstNumber: 1 + lastTerminalNumber(ports.history),
	});
	const {supervisor, meter, hangWatch} = watchProxy(ports, store);
	const gate = createGate({
		store,
		clock: ports.clock,
		ids: ports.ids,
		rules: ports.settings.permissions.rules,
		askTimeoutMs: ports.settings.permissions.askTimeoutMs,
		headless: ports.headless,
		saveRule: rule => ports.frontEnd({type: 'save-rule', rule}),
	});
	const shelf = openShelf(ports, append);
	const turns = makeTurns(ports, {store, gate, terminals, supervisor, shelf});
	const undo = () => undoLast(store, shelf);
	const parts: Parts = {ports, store, append, gate, turns, terminals, supervisor, undo};
	if (ports.proxyAtStart) {
		supervisor.start();
	}
	turns.resume();
	return {
		store,
		perform: intent => perform(parts, intent),
		live: {
			picture: terminals.screen,
			scrollback: id => scrollbackOf(terminals.view(id)),
			meter,
		},
		terminals,
		turns,
		journalPath: ports.journal.path,
		async warmUp() {
			await Promise.all([warmUp(supervisor.current()), terminals.prepare()]);
		},
		async stop(reason) {
			isLeftOpen = leaveOpen(store.state());
			turns.stop();
			await Promise.race([turns.settled(), ports.clock.sleep(settleMsMax)]);
			await terminals.closeAll();
			hangWatch.close();
			meter.close();
			await supervisor.stop();
			append({type: 'session.closed', reason});
			ports.journal.close();
		},
	};
}

/** A tool that does not listen to its end must not keep the program from ending. */
const settleMsMax = 5000;

function openShelf(ports: Ports, append: (event: Event) => void): UndoShelf {
	return createUndoShelf({
		folder: join(dirname(ports.journal.path), 'undo'),
		newId: () => ports.ids('change'),
		onChange: change => append({type: 'file.changed', change}),
	});
}

/** The newest change that has not been taken back. */
async function undoLast(store: Store, shelf: UndoShelf): Promise<Result<string>> {
	const change = store.state().changes.at(-1);
	if (!change) {
		return {
			ok: false,
			failure: failed('not-found', 'No file was changed that could be brought back.'),
		};
	}
	const done = await shelf.restore(change);
	if (done.ok) {
		store.append({type: 'file.restored', change: change.id});
	}
	return done;
}

function scrollbackOf(screen: Screen | null): Scrollback | null {
	if (!screen) {
		return null;
	}
	const kept = ({from, to}: {from: number; to: number}) => {
		const {dropped} = screen.extent();
		return {from: from - dropped, to: to - dropped};
	};
	return {
		extent() {
			const {kept: count, dropped} = screen.extent();
			return {first: dropped, end: dropped + count};
		},
		rows: range => screen.lines(kept(range)),
		plainRows: range => screen.plainLines(kept(range)),
		text: range => screen.text(kept(range)),
	};
}

function openSession(ports: Ports, append: (event: Event) => void): void {
	const isNew = ports.history.length === 0;
	if (isNew) {
		const {session, cwd, version} = ports;
		append({type: 'session.started', session, cwd, version});
	}
	append({type: 'session.opened', pid: process.pid, reason: isNew ? 'new' : 'resume'});
	append({type: 'theme.chosen', theme: ports.settings.theme});
}

function watchProxy(ports: Ports, store: Store) {
	const meter = createMeter({
		clock: ports.clock,
		intervalMs: ports.settings.monitoring.healthIntervalMs,
		address: () => supervisor.current(),
	});
	const supervisor: Supervisor = createSupervisor({
		clock: ports.clock,
		spawn: ports.spawnProxy,
		onSignal: meter.take,
		onState(proxy) {
			store.append({type: 'proxy.changed', proxy});
			meter.restarted(supervisor.restarts());
			const address = supervisor.current();
			if (proxy.status === 'ready' && address) {
				void listModels(address).then(models => store.append({type: 'models.listed', models}));
			}
		},
		onDefault({provider, model}) {
			// A model that was chosen earlier in this session stays chosen.
			if (store.state().session.model === '') {
				store.append({type: 'model.chosen', provider, model});
			}
		},
	});
	const hangWatch = createHangWatch({
		clock: ports.clock,
		address: supervisor.current,
		onHung() {
			const text = 'The proxy stands still: it is ended and started again.';
			store.append({type: 'notice.shown', level: 'warn', text});
			supervisor.kill();
		},
	});
	store.subscribe(() => hangWatch.follow(store.state().chat.turn !== null));
	return {supervisor, meter, hangWatch};
}

function makeTurns(
	ports: Ports,
	{
		store,
		gate,
		terminals,
		supervisor,
		shelf,
	}: {
		store: Store;
		gate: Gate;
		terminals: Terminals;
		supervisor: Supervisor;
		shelf: UndoShelf;
	},
): Turns {
	return createTurns({
		store,
		gate,
		clock: ports.clock,
		ids: ports.ids,
		model: ports.model(signal => supervisor.address(signal)),
		tools: createCatalogue(),
		context: call => ({
			...call,
			cwd: ports.cwd,
			workspace: ports.cwd,
			...(ports.env['SHELL'] !== undefined && {shell: ports.env['SHELL']}),
			clock: ports.clock,
			terminals,
			keep: shelf.keep(call.call),
		}),
		host: () => localHost,
		instructions: () =>
			instructions({
				cwd: ports.cwd,
				platform: process.platform,
				shell: ports.env['SHELL'] ?? '/bin/sh',
				date: new Date(ports.clock.now()).toISOString().slice(0, 10),
			}),
		roundsMax: ports.roundsMax,
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
