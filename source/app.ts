import {assertNever} from './events/assert-never.ts';
import type {Event, Stamped} from './events/event.ts';
import {localHost, type TerminalId} from './events/ids.ts';
import type {EngineIntent, ScreenIntent} from './events/intent.ts';
import type {Live, Picture, Scrollback} from './events/live.ts';
import type {Meter} from './events/meter.ts';
import {createGate, type Gate} from './gate/gate.ts';
import {warmUp} from './model/responses.ts';
import type {Ports} from './ports.ts';
import {createStore, type Store} from './state/store.ts';
import type {Screen} from './terminal/screen.ts';
import {createTerminals, type Terminals} from './terminal/terminals.ts';
import {createCatalogue} from './tools/catalogue.ts';
import {instructions} from './turn/instructions.ts';
import {createTurns, type Turns} from './turn/turns.ts';
import {listModels} from './watchdog/list-models.ts';
import {createMeter, type MeterSource} from './watchdog/meter.ts';
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
	store.onEvent(event => ports.journal.append(event));
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
	const {supervisor, meter} = watchProxy(ports, store);
	const gate = createGate({
		store,
		clock: ports.clock,
		ids: ports.ids,
		rules: ports.settings.permissions.rules,
		askTimeoutMs: ports.settings.permissions.askTimeoutMs,
		headless: ports.headless,
	});
	const turns = makeTurns(ports, {store, gate, terminals, supervisor});
	const parts: Parts = {ports, store, append, gate, turns, terminals, supervisor};
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
			await Promise.all([warmUp(), terminals.prepare()]);
		},
		async stop(reason) {
			turns.interrupt();
			await turns.settled();
			await terminals.closeAll();
			meter.close();
			await supervisor.stop();
			append({type: 'session.closed', reason});
			ports.journal.close();
		},
	};
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
	};
}

type Parts = {
	readonly ports: Ports;
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly gate: Gate;
	readonly turns: Turns;
	readonly terminals: Terminals;
	readonly supervisor: Supervisor;
};

/** The one exhaustive switch over wishes, a line each. */
function perform(parts: Parts, intent: EngineIntent | ScreenIntent): void {
	const {ports, append, gate, turns, terminals} = parts;
	switch (intent.type) {
		case 'send':
			return turns.send(intent.text);
		case 'queue':
			return turns.queue(intent.text);
		case 'unqueue':
			return turns.unqueue(intent.message);
		case 'interrupt':
			return turns.interrupt();
		case 'answer':
			return gate.answer(intent.call, intent.verdict, 'key');
		case 'revoke':
			return gate.revoke(intent.grant);
		case 'run-shell':
			return runShell(parts, intent.command);
		case 'type-into':
			terminals.write(intent.terminal, intent.bytes, {by: 'user'});
			return;
		case 'resize-terminal':
			terminals.resize(intent.terminal, intent);
			return;
		case 'control-terminal':
			terminals.control(intent.terminal, intent.by);
			return;
		case 'allow-in-terminal':
			allowInTerminal(parts, intent);
			return;
		case 'close-terminal':
			void terminals.close(intent.terminal, {force: true});
			return;
		case 'choose-model':
			return append({...intent, type: 'model.chosen'});
		case 'rename-session':
			return append({...intent, type: 'session.renamed'});
		case 'clear-context':
			return append({type: 'context.cleared'});
		case 'restart-proxy':
			return parts.supervisor.restart();
		case 'notify':
			return append({...intent, type: 'notice.shown'});
		case 'open-session':
		case 'list-sessions':
		case 'fork-session':
		case 'export-session':
		case 'save-setting':
		case 'run-doctor':
		case 'show-diff':
		case 'quit':
			return ports.frontEnd(intent);
		default:
			return performOnScreen(append, intent);
	}
}

function performOnScreen(append: (event: Event) => void, intent: ScreenIntent): void {
	switch (intent.type) {
		case 'select-terminal':
			return append({...intent, type: 'terminal.selected'});
		case 'focus':
			return append({...intent, type: 'focus.moved'});
		case 'zoom':
			return append({type: 'zoom.toggled'});
		case 'open-overlay':
			return append({...intent, type: 'overlay.opened'});
		case 'close-overlay':
			return append({type: 'overlay.closed'});
		case 'choose-theme':
			return append({...intent, type: 'theme.chosen'});
		case 'toggle-mouse':
			return append({type: 'mouse.toggled'});
		case 'toggle-monitor':
			return append({type: 'monitor.toggled'});
		default:
			return assertNever(intent);
	}
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

function watchProxy(ports: Ports, store: Store): {supervisor: Supervisor; meter: MeterSource} {
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
	return {supervisor, meter};
}

function makeTurns(
	ports: Ports,
	{
		store,
		gate,
		terminals,
		supervisor,
	}: {store: Store; gate: Gate; terminals: Terminals; supervisor: Supervisor},
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
			clock: ports.clock,
			terminals,
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

/** `!command`: the user's own terminal, which the model does not see. */
function runShell({ports, append, terminals}: Parts, command: string): void {
	const program = {type: 'shell', command, login: false} as const;
	const request = {
		program,
		cwd: ports.cwd,
		host: localHost,
		owner: 'user',
		title: command,
	} as const;
	void terminals.open(request).then(opened => {
		if (!opened.ok) {
			append({type: 'notice.shown', level: 'error', text: opened.failure.message});
		}
	});
}

function allowInTerminal(
	{terminals}: Parts,
	{terminal, what}: {terminal: TerminalId; what: 'see' | 'type-hidden'},
): void {
	terminals.share(terminal);
	if (what === 'type-hidden') {
		terminals.allowHiddenInput(terminal);
	}
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
