import {Socket} from 'node:net';
import {allowedScopes} from '../cli/arguments.ts';
import {hasFlag} from '../cli/parsed.ts';
import {version} from '../cli/version.ts';
import type {StoppedEngine} from '../engine/hand-over.ts';
import type {Failure, Result} from '../events/failure.ts';
import {endSession} from '../front-ends/front-end-session.ts';
import {type EngineSession, openEngineSession} from '../front-ends/open-engine.ts';
import {type Clock, systemClock} from '../platform/clock.ts';
import {foldersOf} from '../platform/folders.ts';
import type {JournalOptions} from '../storage/journal.ts';
import {openConnection} from '../wire/connection.ts';
import type {ToScreen} from '../wire/message.ts';
import {createEngineServer, type EngineServer} from '../wire/serve-engine.ts';
import {type EngineLife, keepLife} from './engine-life.ts';
import {type EngineOrder, readOrder} from './engine-order.ts';
import {followLogin} from './login-environment.ts';
import {type PublishedEngine, publishEngine} from './publish-engine.ts';
import {serveTools, type ToolServing} from './serve-tools.ts';
import {starterDescriptor} from './spawn-engine.ts';
import {type Inheritance, takeOver} from './take-over.ts';
import {type Upgrader, upgrader} from './upgrader.ts';

const endMsMax = 5000;
/** How long to wait before exiting, so that the last messages leave through the local socket. */
const lastWordsMs = 100;
const warmUpDelayMs = 150;
const lingerMs = 500;

/**
 * Runs the process of one session. It has no terminal, serves screens, and ends when a screen asks
 * for it or when it is not needed any more.
 */
export function runEngine(argv: readonly string[]): void {
	const order = readOrder(argv[0]);
	if (order === null) {
		process.stderr.write('agent-tui: this is started by agent-tui itself.\n');
		process.exitCode = 2;
		return;
	}
	// Ignore both: the session outlives a closed terminal, and has no terminal in which Ctrl+C could
	// be typed.
	process.on('SIGHUP', () => {});
	process.on('SIGINT', () => {});
	const starter = new Socket({fd: starterDescriptor});
	starter.on('error', () => {});
	const setup = setUp(order);
	if (order.takesOver) {
		goOnInstead(setup, starter);
	} else {
		serve(setup, starter);
	}
}

type Login = ReturnType<typeof followLogin>;

/** What this process has before the session is open. */
type Setup = {
	readonly order: EngineOrder;
	readonly clock: Clock;
	readonly env: Record<string, string | undefined>;
	readonly login: Login;
	readonly pane: {columns: number; rows: number};
	readonly open: (lock?: JournalOptions['lock']) => Result<EngineSession>;
	/** Shows the problems that occurred while opening; from now on each one is shown at once. */
	readonly tellProblems: (session: EngineSession) => void;
};

/** The parts of this process. All are made before any of them starts to act. */
type Parts = Pick<Setup, 'clock' | 'login'> & {
	readonly opened: EngineSession;
	readonly server: EngineServer;
	readonly tools: ToolServing;
	readonly published: PublishedEngine;
	readonly life: EngineLife;
	readonly upgrade: Upgrader;
	isEnding: boolean;
	/** The id of the process that has the session now; null if it is this one. */
	heir: number | null;
};

function setUp(order: EngineOrder): Setup {
	const clock = systemClock();
	const env: Record<string, string | undefined> = {...process.env};
	const folders = foldersOf(env, process.platform);
	const pane = {columns: 80, rows: 24};
	const problems: string[] = [];
	let report: (text: string) => unknown = text => problems.push(text);
	const {session, isNew, flags, isForTools = false} = order;
	return {
		...{order, clock, env, pane},
		login: followLogin(env, {state: folders.state, session}),
		open: lock =>
			openEngineSession({
				...{flags, env, folders, clock, lock},
				wanted: isNew ? null : session,
				newId: isNew ? session : null,
				cwd: process.cwd(),
				proxyAtStart: !isForTools,
				headless: hasFlag(flags, 'detach') ? {allow: allowedScopes(flags), waits: true} : null,
				terminalSize: () => pane,
				onProblem: text => report(text),
			}),
		tellProblems({engine}) {
			report = text => engine.dispatch({type: 'notify', level: 'error', text});
			for (const text of problems) {
				engine.dispatch({type: 'notify', level: 'warn', text});
			}
		},
	};
}

function serve(setup: Setup, starter: Socket): void {
	const opened = setup.open();
	if (!opened.ok) {
		refuse(starter, opened.failure);
		return;
	}
	const {engine} = opened.value;
	const parts = makeParts(opened.value, setup);
	parts.server.accept(starter, {isTrusted: true});
	opened.value.start();
	setup.tellProblems(opened.value);
	parts.published.listen();
	setup.clock.after(warmUpDelayMs, () => void engine.warmUp());
}

/** Takes over a session from the process that started this one. */
function goOnInstead(setup: Setup, control: Socket): void {
	takeOver(control, {
		open: setup.open,
		begin(opened, {way, from, onFound}) {
			const {engine} = opened;
			const parts = makeParts(opened, setup, way);
			// The screens will connect again by themselves. Until then there are none.
			parts.life.screens(0);
			parts.published.screens(0);
			setup.tellProblems(opened);
			const text = `This session runs in version ${version} now; before, in ${from}.`;
			engine.dispatch({type: 'notify', level: 'info', text});
			parts.published.listen(onFound);
			setup.clock.after(warmUpDelayMs, () => void engine.warmUp());
		},
	});
}

function makeParts(opened: EngineSession, setup: Setup, inherited?: Inheritance): Parts {
	const {clock, login, pane, env, order} = setup;
	const {engine, readOnly, journalPath, session} = opened;
	const end = (reason: string) => void endEngine(parts, reason, 0);
	const upgrade = upgrader({
		...{opened, clock, env, flags: order.flags},
		server: () => parts.server,
		way: () => parts.published.way(),
		isEnding: () => parts.isEnding,
		agents: () => parts.tools.count(),
		letGo: () => letGo(parts),
		leave: (stopped, heir) => leave(parts, {stopped, heir}),
	});
	const count = () => {
		const screens = server.screens().length;
		order.isForTools && screens > 0 && engine.wakeProxy();
		parts.life.screens(screens + tools.count());
		parts.published.screens(screens);
		upgrade.look();
	};
	const tools = serveTools(opened, {
		screens: () => server.screens().filter(({kind}) => kind === 'screen').length,
		onCount: count,
	});
	const server = createEngineServer({
		engine,
		clock,
		version,
		epoch: `${process.pid}-${clock.now()}`,
		session,
		journalPath,
		readOnly,
		isToken: token => parts.published.isToken(token),
		onScreens: count,
		onEnvironment: login.take,
		onPane({columns, rows}) {
			pane.columns = columns;
			pane.rows = rows;
		},
		onTool: tools.serve,
		onEnd: end,
		onUpgrade: upgrade.now,
	});
	const published = publishEngine(opened, {clock, accept: server.accept, inherited});
	const life = keepLife(opened, {clock, end, onRest: published.rest});
	const parts: Parts = {
		opened,
		clock,
		login,
		server,
		tools,
		published,
		life,
		upgrade,
		isEnding: false,
		heir: null,
	};
	hearEnds(parts, end);
	return parts;
}

/** Ends the session in an orderly way, with its programs, on SIGTERM and on a crash. */
function hearEnds(parts: Parts, end: (reason: string) => void): void {
	const {engine} = parts.opened;
	process.on('SIGTERM', () => (parts.heir === null ? end('signal') : endProcess(parts.heir)));
	process.on('exit', engine.killPrograms);
	const onCrash = (error: unknown) => {
		// Standard error of this process is the engine's log.
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		engine.reportCrash(error);
		void endEngine(parts, 'crash', 1);
	};
	process.on('uncaughtException', onCrash);
	process.on('unhandledRejection', onCrash);
}

function letGo({opened, published}: Parts): void {
	published.leave();
	process.off('exit', opened.engine.killPrograms);
}

/**
 * Ends this process after a hand-over, without closing what the other process uses: closing the
 * listening socket would remove its file, and the programs must not end with this process.
 */
function leave(
	parts: Parts,
	{stopped, heir}: {readonly stopped: StoppedEngine; readonly heir: number},
): void {
	const {clock, server, life} = parts;
	parts.isEnding = true;
	parts.heir = heir;
	life.close();
	server.moved();
	clock.after(lastWordsMs, () => {
		stopped.leave();
		clock.after(lastWordsMs, () => {
			// Another process may have read our record before it was replaced, so this process must still
			// be alive for a while. But it must accept no connection, so it blocks its event loop.
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lingerMs);
			// A SIGTERM that arrived meanwhile was meant for the session. These turns of the event loop
			// pass it on to the process that has the session.
			clock.after(0, () => clock.after(0, () => process.exit(0)));
		});
	});
}

async function endEngine(parts: Parts, reason: string, exitCode: number): Promise<void> {
	const {opened, clock, login, server, tools, published, life} = parts;
	if (parts.isEnding) {
		return;
	}
	parts.isEnding = true;
	const heir = await parts.upgrade.giveUp();
	if (heir !== null) {
		// The hand-over ends this process. Whoever asked for the session's end meant the process that
		// has the session now.
		if (exitCode === 0 && reason !== 'idle') {
			endProcess(heir);
		}
		return;
	}
	life.close();
	const late = clock.sleep(endMsMax).then(() => ({isWritten: true}));
	const {isWritten} = await Promise.race([endSession(opened, reason), late]);
	// After a crash no last message is sent. A screen that gets none offers to continue from the
	// journal.
	tools.close();
	server.close(exitCode === 0 ? reason : null, {isWritten});
	published.remove();
	login.close();
	clock.after(lastWordsMs, () => process.exit(exitCode));
}

function endProcess(pid: number): void {
	try {
		process.kill(pid, 'SIGTERM');
	} catch {
		// The process has already ended.
	}
}

/** Tells the process that started this one why the session can't be opened, and exits. */
function refuse(starter: Socket, {kind, message}: Failure): void {
	const connection = openConnection(starter, {
		lengthMax: 0,
		onMessage() {},
		onClose: () => process.exit(1),
	});
	connection.send({type: 'refused', kind, why: message} satisfies ToScreen);
	connection.end();
}
