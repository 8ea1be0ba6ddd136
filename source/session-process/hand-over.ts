import {isDeepStrictEqual} from 'node:util';
import {version} from '../cli/version.ts';
import type {StoppedEngine} from '../engine/hand-over.ts';
import {failed, type Result} from '../events/failure.ts';
import type {EngineSession} from '../front-ends/open-engine.ts';
import type {Clock} from '../platform/clock.ts';
import type {Environment} from '../platform/folders.ts';
import type {Inherited} from '../platform/still-stream.ts';
import type {NewWay} from '../wire/message.ts';
import type {EngineServer} from '../wire/serve-engine.ts';
import type {EngineOrder} from './engine-order.ts';
import {handOverFormat} from './hand-over-messages.ts';
import {firstInherited, isLater, spawnEngine} from './spawn-engine.ts';
import {followSuccessor, type Successor} from './successor.ts';

/**
 * Hands the session over to a process of the installed version, while its programs go on running.
 * The successor is started and given everything while this process could still continue. Then a
 * single message, `go`, makes the session the successor's. If anything fails before that message,
 * this process continues as before.
 */
export type HandOverPorts = {
	readonly opened: EngineSession;
	readonly clock: Clock;
	readonly env: Environment;
	readonly flags: EngineOrder['flags'];
	readonly server: Pick<EngineServer, 'hold' | 'goOn' | 'isDisturbed' | 'moved'>;
	readonly way: () => (NewWay & {readonly descriptor: number}) | null;
	/** Resolves to why the session can't be handed over now; null if it can. */
	readonly whyNot: () => Promise<string | null>;
	/**
	 * Stops writing the session's record, and makes sure that its programs don't end with this
	 * process.
	 */
	readonly letGo: () => void;
	/**
	 * Ends this process without closing anything that the successor, whose process id is `heir`,
	 * uses.
	 */
	readonly leave: (stopped: StoppedEngine, heir: number) => void;
};

/** How long the successor may take to load. This process works as usual meanwhile. */
const loadMsMax = 20_000;
/**
 * How long the successor may take to get ready. A program that prints much has to wait that long.
 */
const readyMsMax = 10_000;
const runningMsMax = 10_000;
const stopTries = 10;
const stopAgainMs = 50;

/** `heir`: the id of the process that has the session now; null if it is still this one. */
export type HandedOver = {readonly result: Result<string>; readonly heir: number | null};
type Attempt = HandedOver & {
	/** Something only stood in the way for a moment. */
	readonly isPassing?: boolean;
};

const attemptsMax = 4;

/**
 * Tries again by itself when a screen was busy at that moment. Aborting `signal` stops the
 * hand-over, unless `go` was sent already.
 */
export async function handOver(ports: HandOverPorts, signal: AbortSignal): Promise<HandedOver> {
	for (let left = attemptsMax; left > 1; left -= 1) {
		const {isPassing = false, ...handed} = await handOverOnce(ports, signal);
		if (!isPassing || signal.aborted) {
			return handed;
		}
	}
	return handOverOnce(ports, signal);
}

async function handOverOnce(ports: HandOverPorts, signal: AbortSignal): Promise<Attempt> {
	const {opened, clock, server} = ports;
	const {engine} = opened;
	const why = await ports.whyNot();
	const way = ports.way();
	if (why !== null || way === null) {
		return stays(refuse(why ?? 'This session has no socket on which a next process could listen.'));
	}
	const inherited = engine.handOver.inherited();
	const successor = start(ports, [way.descriptor, ...inherited.map(one => one.descriptor)]);
	if (successor === null) {
		return stays(refuse('The installed version could not be started.'));
	}
	const kill = () => void successor.kill();
	signal.addEventListener('abort', kill, {once: true});
	const unfit = await whyNotLoaded(successor);
	const taken: Giving =
		unfit === null
			? await give({...ports, successor, way, inherited}).catch(asRefusal)
			: refuse(unfit);
	if (!taken.ok || signal.aborted || server.isDisturbed()) {
		const why = signal.aborted
			? refuse('The session is being ended.')
			: passing('A screen was still busy. Try again.');
		await successor.kill();
		const goOn = taken.ok ? taken.value.goOn : taken.goOn;
		goOn?.();
		server.goOn();
		return stays(taken.ok ? why : taken);
	}
	const {value: stopped} = taken;
	signal.removeEventListener('abort', kill);
	ports.letGo();
	successor.send({type: 'go', exits: stopped.exits()});
	const running = await successor.next('running', runningMsMax);
	// The session belongs to the successor now, even if it died meanwhile.
	clock.after(0, () => ports.leave(stopped, successor.pid));
	return {result: running.ok ? {ok: true, value: goesOn} : unsure, heir: successor.pid};
}

/** What nobody has foreseen may not leave the session stopped. */
function asRefusal(error: unknown): Refused {
	return refuse(`The session could not be handed over: ${String(error)}`);
}

const goesOn = 'The session goes on in the installed version.';
const unsure: Refused = {
	ok: false,
	failure: failed(
		'incomplete',
		'The installed version has the session now, and does not answer. If this screen can not go on, agent-tui resume continues from the journal.',
	),
};

function stays({isPassing = false, ok, failure}: Refused): Attempt {
	return {result: {ok, failure}, heir: null, isPassing};
}

function start(
	{opened: {folders, session}, env, flags, clock}: HandOverPorts,
	inherited: readonly number[],
): Successor | null {
	const order = {session, isNew: false, flags, takesOver: true};
	const child = spawnEngine(order, {state: folders.state, env, cwd: process.cwd(), inherited});
	return followSuccessor(child, clock);
}

async function whyNotLoaded({next}: Successor): Promise<string | null> {
	const loaded = await next('loaded', loadMsMax);
	if (!loaded.ok) {
		return loaded.failure.message;
	}
	const {version: installed, format} = loaded.value;
	if (isLater(version, installed)) {
		return `The installed version (${installed}) is older than this one (${version}).`;
	}
	return format === handOverFormat
		? null
		: `Version ${installed} can't go on with a running session of ${version}. End it with /quit, and resume it.`;
}

type Given = Pick<HandOverPorts, 'opened' | 'server' | 'clock' | 'whyNot'> & {
	readonly successor: Successor;
	readonly way: NewWay & {readonly descriptor: number};
	readonly inherited: readonly Inherited[];
};

type Giving = {readonly ok: true; readonly value: StoppedEngine} | (Refused & GoOn);
type Refused = Extract<Result<never>, {ok: false}> & Pick<Attempt, 'isPassing'>;
type GoOn = {readonly goOn?: () => void};

/**
 * Stops the engine of this process and sends its state to the successor, which only prepares
 * itself.
 */
async function give({successor, way, inherited, ...ports}: Given): Promise<Giving> {
	const {server, clock} = ports;
	const {engine} = ports.opened;
	const {socket, token} = way;
	const held = await server.hold({socket, token});
	if (!held.ok) {
		return {...held, isPassing: true};
	}
	// Checked again, since the next process took a while to load.
	const why = await ports.whyNot();
	if (why !== null) {
		return refuse(why);
	}
	// A terminal that was closed meanwhile does no harm. One that was opened meanwhile was not
	// inherited, and may even have the number of a closed one.
	const now = engine.handOver.inherited();
	if (!now.every(one => inherited.some(known => isDeepStrictEqual(known, one)))) {
		return passing('A terminal was opened meanwhile. Try again.');
	}
	const stopped = await stopSoon(engine.handOver, clock);
	if (!stopped.ok) {
		return stopped;
	}
	const all = [way.descriptor, ...inherited.map(one => one.descriptor)];
	const numberOf = (descriptor: number) => firstInherited + all.indexOf(descriptor);
	const handed = withNumbers(stopped.value.handed, numberOf);
	const unused = inherited.filter(one => !now.some(({of}) => of === one.of));
	try {
		successor.send({
			type: 'take',
			format: handOverFormat,
			engine: handed,
			way: {socket, token, descriptor: numberOf(way.descriptor)},
			unused: unused.map(({descriptor}) => numberOf(descriptor)),
		});
	} catch (error) {
		// A message that is longer than any text can be throws.
		return {...asRefusal(error), goOn: stopped.value.goOn};
	}
	const ready = await successor.next('ready', readyMsMax);
	return ready.ok ? {ok: true, value: stopped.value} : {...ready, goOn: stopped.value.goOn};
}

/**
 * Tries several times, because a program that is about to end can't be handed over; a moment later
 * it has ended.
 */
async function stopSoon(
	{stop}: Pick<EngineSession['engine']['handOver'], 'stop'>,
	clock: Clock,
): ReturnType<typeof stop> {
	for (let left = stopTries; left > 1; left -= 1) {
		const stopped = await stop();
		if (stopped.ok) {
			return stopped;
		}
		await clock.sleep(stopAgainMs);
	}
	return stop();
}

/** Replaces the numbers of descriptors by those that they have in the successor. */
function withNumbers(
	engine: StoppedEngine['handed'],
	numberOf: (descriptor: number) => number,
): StoppedEngine['handed'] {
	const {terminals, proxy} = engine;
	return {
		...engine,
		terminals: terminals.map(({pty, ...terminal}) => ({
			...terminal,
			pty: pty && {...pty, descriptor: numberOf(pty.descriptor)},
		})),
		proxy: proxy && {
			...proxy,
			child: {
				...proxy.child,
				input: numberOf(proxy.child.input),
				output: numberOf(proxy.child.output),
				errors: numberOf(proxy.child.errors),
			},
		},
	};
}

function refuse(message: string): Refused {
	return {ok: false, failure: failed('conflict', message)};
}

function passing(message: string): Refused {
	return {...refuse(message), isPassing: true};
}
