import {Socket} from 'node:net';
import {splitScopes} from '../cli/arguments.ts';
import {flagText, hasFlag} from '../cli/parsed.ts';
import {version} from '../cli/version.ts';
import type {Failure} from '../events/failure.ts';
import {endSession} from '../front-ends/front-end-session.ts';
import {type EngineSession, openEngineSession} from '../front-ends/open-engine.ts';
import {type Clock, systemClock} from '../platform/clock.ts';
import {foldersOf} from '../platform/folders.ts';
import {openConnection} from '../wire/connection.ts';
import type {ToScreen} from '../wire/message.ts';
import {createEngineServer, type EngineServer} from '../wire/serve-engine.ts';
import {type EngineLife, keepLife} from './engine-life.ts';
import {type EngineOrder, readOrder} from './engine-order.ts';
import {followLogin} from './login-environment.ts';
import {type PublishedEngine, publishEngine} from './publish-engine.ts';

/** The file descriptor of the connection to the process that started this one. */
const starterDescriptor = 3;
const endMsMax = 5000;
/**
 * How long this process waits before it exits, so that its last messages leave through the local
 * socket.
 */
const lastWordsMs = 100;
const warmUpDelayMs = 150;

/**
 * The process of one session: it has no terminal, answers to screens, and ends when it is asked to
 * or when nobody needs it any more.
 */
export function runEngine(argv: readonly string[]): void {
	const order = readOrder(argv[0]);
	if (order === null) {
		process.stderr.write('agent-tui: this is started by agent-tui itself.\n');
		process.exitCode = 2;
		return;
	}
	// The session outlives a closed terminal; and no terminal is attached in which somebody could
	// type Ctrl+C.
	process.on('SIGHUP', () => {});
	process.on('SIGINT', () => {});
	const starter = new Socket({fd: starterDescriptor});
	starter.on('error', () => {});
	serve(order, starter);
}

type Login = ReturnType<typeof followLogin>;

/** What runs in this process. Every part is made before any of them starts to act. */
type Parts = {
	readonly opened: EngineSession;
	readonly clock: Clock;
	readonly login: Login;
	readonly server: EngineServer;
	readonly published: PublishedEngine;
	readonly life: EngineLife;
	isEnding: boolean;
};

function serve(order: EngineOrder, starter: Socket): void {
	const clock = systemClock();
	const env: Record<string, string | undefined> = {...process.env};
	const folders = foldersOf(env, process.platform);
	const pane = {columns: 80, rows: 24};
	const problems: string[] = [];
	const report = {problem: (text: string): unknown => problems.push(text)};
	const {session, isNew, flags} = order;
	const login = followLogin(env, {state: folders.state, session});
	const opened = openEngineSession({
		flags,
		wanted: isNew ? null : session,
		newId: isNew ? session : null,
		env,
		cwd: process.cwd(),
		folders,
		clock,
		headless: hasFlag(flags, 'detach')
			? {allow: splitScopes(flagText(flags, 'allow') ?? ''), waits: true}
			: null,
		terminalSize: () => pane,
		onProblem: text => report.problem(text),
	});
	if (!opened.ok) {
		refuse(starter, opened.failure);
		return;
	}
	const {engine} = opened.value;
	const parts = makeParts(opened.value, {clock, login, pane});
	parts.server.accept(starter, {isTrusted: true});
	opened.value.start();
	report.problem = text => engine.dispatch({type: 'notify', level: 'error', text});
	for (const text of problems) {
		engine.dispatch({type: 'notify', level: 'warn', text});
	}
	parts.published.listen();
	clock.after(warmUpDelayMs, () => void engine.warmUp());
}

function makeParts(
	opened: EngineSession,
	{clock, login, pane}: {clock: Clock; login: Login; pane: {columns: number; rows: number}},
): Parts {
	const {engine, readOnly, journalPath, session} = opened;
	const end = (reason: string) => void endEngine(parts, reason, 0);
	const server = createEngineServer({
		engine,
		clock,
		version,
		epoch: `${process.pid}-${clock.now()}`,
		session,
		journalPath,
		readOnly,
		isToken: token => parts.published.isToken(token),
		onScreens(screens) {
			parts.life.screens(screens.length);
			parts.published.screens(screens.length);
		},
		onEnvironment: login.take,
		onPane({columns, rows}) {
			pane.columns = columns;
			pane.rows = rows;
		},
		onEnd: end,
	});
	const published = publishEngine(opened, {clock, accept: server.accept});
	const life = keepLife(opened, {clock, end});
	const parts: Parts = {opened, clock, login, server, published, life, isEnding: false};
	process.on('SIGTERM', () => end('signal'));
	process.on('exit', engine.killPrograms);
	const onCrash = (error: unknown) => {
		// Standard error is the engine's log.
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		engine.reportCrash(error);
		void endEngine(parts, 'crash', 1);
	};
	process.on('uncaughtException', onCrash);
	process.on('unhandledRejection', onCrash);
	return parts;
}

async function endEngine(parts: Parts, reason: string, exitCode: number): Promise<void> {
	const {opened, clock, login, server, published, life} = parts;
	if (parts.isEnding) {
		return;
	}
	parts.isEnding = true;
	life.close();
	const late = clock.sleep(endMsMax).then(() => ({isWritten: true}));
	const {isWritten} = await Promise.race([endSession(opened, reason), late]);
	// A crash says no last words: a screen that hears none offers to go on from the journal.
	server.close(exitCode === 0 ? reason : null, {isWritten});
	published.remove();
	login.close();
	clock.after(lastWordsMs, () => process.exit(exitCode));
}

/** Tells the starter why the session can't be opened. Nothing has happened in this process yet. */
function refuse(starter: Socket, {kind, message}: Failure): void {
	const connection = openConnection(starter, {
		lengthMax: 0,
		onMessage() {},
		onClose: () => process.exit(1),
	});
	connection.send({type: 'refused', kind, why: message} satisfies ToScreen);
	connection.end();
}
