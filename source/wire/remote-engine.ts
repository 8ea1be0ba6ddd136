import type {Duplex} from 'node:stream';
import type {Engine} from '../engine/engine.ts';
import type {Stamped} from '../events/event.ts';
import {failed, type Result} from '../events/failure.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {FrontEndRequest, Query} from '../events/query.ts';
import type {Clock} from '../platform/clock.ts';
import type {Snapshot} from '../state/snapshot.ts';
import {type MessageStream, openConnection} from './connection.ts';
import {createListeners, type Listeners} from './listeners.ts';
import {createLiveCopies, type LiveCopies} from './live-copies.ts';
import type {CellSize, Hello, ScreenInfo, ToEngine, ToScreen, Welcome} from './message.ts';
import {protocol, protocolMin} from './message.ts';
import {createOpenQueries, type OpenQueries} from './questions.ts';
import {watchSilence} from './silence.ts';

/** An engine in another process, as a screen uses it. */
export type RemoteEngine = {
	readonly engine: Engine;
	readonly welcome: Welcome;
	readonly setSize: (screen: CellSize, pane: CellSize) => void;
	/** The id of this screen among all screens of the session. */
	readonly screen: string;
	/** Whether it sees all and changes nothing. */
	readonly isWatching: boolean;
	/** Shows words on this screen only. */
	readonly tellHere: (level: 'info' | 'warn' | 'error', text: string) => void;
	/** Every screen of the session, this one included. */
	readonly screens: () => readonly ScreenInfo[];
	readonly onScreens: (listener: () => void) => () => void;
	readonly dismiss: (screen: string) => void;
	/** Called whenever the engine stops answering, or answers again. */
	readonly onSilence: (listener: (isSilent: boolean) => void) => () => void;
	/** Ends the engine and everything that runs in it. */
	readonly end: (reason: string) => Promise<EngineGone>;
	/** Disconnects this screen and leaves the engine running. */
	readonly detach: () => void;
	/** Resolves when the connection is over, whoever ended it. */
	readonly gone: Promise<EngineGone>;
	readonly isGone: () => boolean;
};

/** `why`: the reason that the engine gave; null if it gave none, as after a crash. */
export type EngineGone = {readonly why: string | null; readonly isWritten: boolean};

export type ConnectEngineOptions = {
	readonly socket: Duplex;
	readonly clock: Clock;
	readonly version: string;
	readonly token: string;
	readonly screen: Hello['screen'];
	readonly env: Readonly<Record<string, string>>;
};

/** The longest message from the engine: large enough for the state of the longest session. */
const incomingLengthMax = 1024 * 1024 * 1024;

/** Says hello and waits for the welcome. */
export function connectEngine(options: ConnectEngineOptions): Promise<Result<RemoteEngine>> {
	const {socket, clock, version, token, screen, env} = options;
	return new Promise(resolve => {
		let remote: OpenRemote | null = null;
		const connection = openConnection(socket, {
			lengthMax: incomingLengthMax,
			onMessage(message) {
				const said = message as ToScreen;
				if (remote) {
					remote.take(said);
				} else if (said.type === 'welcome') {
					remote = openRemote(said, {connection, clock, screen});
					resolve({ok: true, value: remote.value});
				} else {
					const isRefused = said.type === 'refused';
					const failure = isRefused
						? failed(said.kind, said.why)
						: failed('protocol', 'What answered was no engine of a session.');
					resolve({ok: false, failure});
					connection.cut();
				}
			},
			onClose(problem) {
				remote?.closed();
				const why = problem ?? 'The connection ended before the engine said welcome.';
				resolve({ok: false, failure: failed('unreachable', why)});
			},
		});
		const hello: Hello = {type: 'hello', protocol, protocolMin, version, token, screen, env};
		connection.send(hello);
	});
}

type OpenRemote = {
	readonly value: RemoteEngine;
	readonly take: (message: ToScreen) => void;
	readonly closed: () => void;
};

/** The private state of one connection. */
type Held = {
	readonly events: Listeners<Stamped>;
	readonly resyncs: Listeners<Snapshot>;
	readonly requests: Listeners<FrontEndRequest>;
	readonly presence: Listeners<void>;
	readonly copies: LiveCopies;
	readonly questions: OpenQueries;
	screens: readonly ScreenInfo[];
	readonly clock: Clock;
	lastSeq: number;
	isOver: boolean;
	bye: EngineGone;
};

function openRemote(
	welcome: Welcome,
	{
		connection,
		clock,
		screen: {id, kind},
	}: {connection: MessageStream; clock: Clock; screen: Hello['screen']},
): OpenRemote {
	const send = (message: ToEngine) => connection.send(message);
	const held: Held = {
		events: createListeners(),
		resyncs: createListeners(),
		requests: createListeners(),
		presence: createListeners(),
		copies: createLiveCopies(welcome.live, send),
		questions: createOpenQueries(send),
		screens: [],
		clock,
		lastSeq: 0,
		isOver: false,
		bye: {why: null, isWritten: true},
	};
	const silence = watchSilence(clock);
	const {promise: gone, resolve: end} = Promise.withResolvers<EngineGone>();
	return {
		take(message) {
			silence.hear();
			take(held, message);
		},
		closed() {
			silence.stop();
			held.isOver = true;
			held.questions.giveUp();
			end(held.bye);
		},
		value: {
			engine: engineOf(held, dispatchTo(held, kind, send)),
			welcome,
			screen: id,
			isWatching: kind === 'watch',
			tellHere: (level, text) => tellHere(held, level, text),
			setSize: ({columns, rows}, pane) => send({type: 'size', columns, rows, pane}),
			screens: () => held.screens,
			onScreens: listener => held.presence.subscribe(listener),
			dismiss: screen => send({type: 'dismiss', screen}),
			onSilence: silence.subscribe,
			end(reason) {
				send({type: 'end', reason});
				return gone;
			},
			detach: () => connection.end(),
			gone,
			isGone: () => held.isOver,
		},
	};
}

function dispatchTo(
	held: Held,
	kind: ScreenInfo['kind'],
	send: (message: ToEngine) => void,
): Engine['dispatch'] {
	return intent => {
		if (held.isOver) {
			keepHere(held, intent, 'The process of this session has stopped: nothing was sent.');
		} else if (kind === 'watch') {
			keepHere(held, intent, 'This screen only watches: nothing was sent.');
		} else {
			send({type: 'intent', intent});
			followKeyboard(held, intent);
		}
	};
}

/**
 * The next key does not wait for the engine's word on whose keyboard it is: what is typed after the
 * keyboard was handed back must not reach the program.
 */
function followKeyboard({events, lastSeq: seq, clock}: Held, intent: EngineIntent): void {
	if (intent.type === 'control-terminal') {
		const {terminal, by} = intent;
		events.tell({v: 1, seq, at: clock.now(), type: 'terminal.controlled', terminal, by});
	}
}

function engineOf(held: Held, dispatch: Engine['dispatch']): Engine {
	const {events, resyncs, requests, copies, questions} = held;
	return {
		dispatch,
		events: {subscribe: events.subscribe},
		resyncs: {subscribe: resyncs.subscribe},
		async snapshot() {
			const snapshot = (await questions.ask(id => ({type: 'snapshot', id}))) as Snapshot;
			copies.know(snapshot);
			return snapshot;
		},
		query: query => askOrWait(held, query) as never,
		requests: {subscribe: requests.subscribe},
		live: copies.live,
		shared: null,
	};
}

/**
 * Sends a query. If the engine can't answer it, the person sees the error, and the promise never
 * resolves: inside one process every query is answered, so no caller expects a failure.
 */
async function askOrWait(held: Held, query: Query): Promise<unknown> {
	try {
		return await held.questions.ask(id => ({type: 'query', id, query}));
	} catch (error) {
		if (error instanceof Error && !held.isOver) {
			tellHere(held, 'warn', error.message);
		}
		return new Promise(() => {});
	}
}

/** Shows words on this screen only. */
function tellHere(
	{events, lastSeq, clock}: Held,
	level: 'info' | 'warn' | 'error',
	text: string,
): void {
	events.tell({v: 1, seq: lastSeq, at: clock.now(), type: 'notice.shown', level, text});
}

/**
 * What an engine can't be told is shown to who said it, and what a person wishes is refused in
 * words: it must not look as if it had been sent.
 */
function keepHere(held: Held, intent: EngineIntent, refusal: string): void {
	if (intent.type === 'notify') {
		tellHere(held, intent.level, intent.text);
	} else if (wishes.has(intent.type)) {
		tellHere(held, 'warn', refusal);
	}
}

/** What a person waits for an effect of. Keys for a terminal are none: the terminal shows nothing. */
const wishes: ReadonlySet<string> = new Set<EngineIntent['type']>([
	'send',
	'queue',
	'answer',
	'answer-hop',
	'answer-trust',
	'control-terminal',
	'hop',
	'choose-model',
	'choose-effort',
]);

function take(held: Held, message: ToScreen): void {
	const {events, resyncs, requests, presence, copies, questions} = held;
	switch (message.type) {
		case 'event':
			held.lastSeq = message.event.seq;
			copies.follow(message.event);
			return events.tell(message.event);
		case 'picture':
			return copies.show(message.terminal, message.change);
		case 'live':
			return copies.set(message);
		case 'answer':
			return questions.settle(message.id, {ok: true, value: message.answer});
		case 'failed':
			return questions.settle(message.id, {ok: false, failure: failed('internal', message.why)});
		case 'resync':
			held.lastSeq = message.snapshot.seq;
			copies.know(message.snapshot);
			return resyncs.tell(message.snapshot);
		case 'request':
			return requests.tell(message.request);
		case 'presence':
			held.screens = message.screens;
			return presence.tell();
		case 'bye':
			held.bye = {why: message.why, isWritten: message.isWritten ?? true};
			return;
		default:
			// A newer engine may send a message of a type that this screen does not know; it is ignored.
			return;
	}
}
