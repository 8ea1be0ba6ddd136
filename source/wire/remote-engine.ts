import type {Engine} from '../engine/engine.ts';
import type {Stamped} from '../events/event.ts';
import {failed, type Result} from '../events/failure.ts';
import type {FrontEndRequest, Query} from '../events/query.ts';
import type {Clock} from '../platform/clock.ts';
import type {Snapshot} from '../state/snapshot.ts';
import type {ConnectEngineOptions} from './connect-options.ts';
import {endRemote} from './end-remote.ts';
import {type MovingLine, openLine} from './line.ts';
import {createListeners, type Listeners} from './listeners.ts';
import {createLiveCopies, type LiveCopies} from './live-copies.ts';
import type {CellSize, Hello, LooksAt, ScreenInfo, ToEngine, ToScreen, Welcome} from './message.ts';
import {protocol, protocolMin} from './message.ts';
import {createOpenQueries, type OpenQueries} from './questions.ts';
import {dispatchTo} from './send-intents.ts';
import {watchSilence} from './silence.ts';
import {refusalOf, tellHere} from './unsent.ts';

/** An engine in another process, as a screen sees it. */
export type RemoteEngine = {
	readonly engine: Engine;
	readonly welcome: Welcome;
	readonly setSize: (screen: CellSize, pane: CellSize) => void;
	/** The id of this screen among all screens of the session. */
	readonly screen: string;
	/** Why nothing can be sent: the screen only watches, or the engine is gone; else null. */
	readonly refusal: () => string | null;
	/** Shows a notice on this screen only. */
	readonly tellHere: (level: 'info' | 'warn' | 'error', text: string) => void;
	/** All screens of the session, including this one. */
	readonly screens: () => readonly ScreenInfo[];
	readonly onScreens: (listener: () => void) => () => void;
	/** Tells the other screens what this one shows. */
	readonly look: (at: LooksAt) => void;
	/** Disconnects another screen. */
	readonly dismiss: (screen: string) => void;
	/** Called whenever the engine stops answering, or answers again. */
	readonly onSilence: (listener: (isSilent: boolean) => void) => () => void;
	/** Ends the engine and all programs that it runs. */
	readonly end: (reason: string) => Promise<EngineGone>;
	/** The version of the program in which the session runs now. */
	readonly version: () => string;
	/** Hands the session over to the installed version. Resolves to a message for the person. */
	readonly upgrade: () => Promise<Result<string>>;
	/** Disconnects this screen and leaves the engine running. */
	readonly detach: () => void;
	/** Resolves when the connection has ended, for whatever reason. */
	readonly gone: Promise<EngineGone>;
	readonly isGone: () => boolean;
};

/** `why`: the reason that the engine gave; null without one, as after a crash. */
export type EngineGone = {
	readonly why: string | null;
	readonly isWritten: boolean;
	/** Set if only this screen was disconnected and the session continues. */
	readonly goesOn: boolean;
};

/** A running engine that says nothing for so long is stopped, or hangs. */
const welcomeMsMax = 10_000;

/** Sends the hello and waits for the engine's welcome. */
export function connectEngine(options: ConnectEngineOptions): Promise<Result<RemoteEngine>> {
	const {socket, clock, version, token, screen, env, redial, isRunning = false} = options;
	return new Promise(resolve => {
		let remote: OpenRemote | null = null;
		const limit = isRunning
			? clock.after(welcomeMsMax, () => {
					resolve({ok: false, failure: failed('timeout', 'Nothing was said for 10 s.')});
					line.cut();
				})
			: null;
		const line = openLine({
			socket,
			clock,
			token,
			redial,
			hello: token => ({
				...{type: 'hello', protocol, protocolMin, version, token, env},
				screen: {...screen, ...remote?.size()},
				canMove: redial !== undefined,
			}),
			onMessage(said) {
				limit?.cancel();
				if (remote) {
					remote.take(said);
				} else if (said.type === 'welcome') {
					remote = openRemote(said, {line, clock, screen});
					resolve({ok: true, value: remote.value});
				} else {
					const isRefused = said.type === 'refused';
					const failure = isRefused
						? failed(said.kind, said.why)
						: failed('protocol', 'What answered was no engine of a session.');
					resolve({ok: false, failure});
					line.cut();
				}
			},
			onMoved: (welcome, unsent) => remote?.moved(welcome, unsent),
			onClose(problem) {
				limit?.cancel();
				remote?.closed();
				const why = problem ?? 'The connection ended before the engine said welcome.';
				resolve({ok: false, failure: failed('unreachable', why)});
			},
		});
	});
}

type OpenRemote = {
	readonly value: RemoteEngine;
	readonly take: (message: ToScreen) => void;
	/** Call this when another process has taken over the session. */
	readonly moved: (welcome: Welcome, unsent: readonly ToEngine[]) => void;
	readonly size: () => CellSize | undefined;
	readonly closed: () => void;
};

/** The state that belongs to one connection. */
type Held = {
	readonly events: Listeners<Stamped>;
	readonly resyncs: Listeners<Snapshot>;
	readonly requests: Listeners<FrontEndRequest>;
	readonly presence: Listeners<void>;
	readonly copies: LiveCopies;
	readonly questions: OpenQueries;
	screens: readonly ScreenInfo[];
	readonly kind: ScreenInfo['kind'];
	readonly clock: Clock;
	lastSeq: number;
	isOver: boolean;
	bye: EngineGone;
};

function newlyHeld(
	welcome: Welcome,
	{send, clock, kind}: Pick<MovingLine, 'send'> & Pick<Held, 'clock' | 'kind'>,
): Held {
	return {
		events: createListeners(),
		resyncs: createListeners(),
		requests: createListeners(),
		presence: createListeners(),
		copies: createLiveCopies(welcome.live, send),
		questions: createOpenQueries(send),
		screens: [],
		kind,
		clock,
		lastSeq: 0,
		isOver: false,
		bye: {why: null, isWritten: true, goesOn: false},
	};
}

function openRemote(
	welcome: Welcome,
	{line, clock, screen: {id, kind}}: {line: MovingLine; clock: Clock; screen: Hello['screen']},
): OpenRemote {
	const {send} = line;
	const held = newlyHeld(welcome, {send, clock, kind});
	const silence = watchSilence(clock);
	let size: Extract<ToEngine, {type: 'size'}> | null = null;
	let looks: Extract<ToEngine, {type: 'looks-at'}> | null = null;
	let now = welcome;
	const {promise: gone, resolve: end} = Promise.withResolvers<EngineGone>();
	return {
		take(message) {
			silence.hear();
			take(held, message);
		},
		size: () => (size ? {columns: size.columns, rows: size.rows} : undefined),
		moved(next, unsent) {
			now = next;
			silence.hear();
			held.copies.moveTo(next.live);
			held.questions.askAgain(unsent);
			[size, looks].filter(said => said !== null).forEach(send);
		},
		closed() {
			silence.stop();
			held.isOver = true;
			held.questions.giveUp();
			end(held.bye);
		},
		value: {
			engine: engineOf(held, dispatchTo(held, send)),
			welcome,
			screen: id,
			refusal: () => refusalOf(held),
			tellHere: (level, text) => tellHere(held, level, text),
			setSize({columns, rows}, pane) {
				size = {type: 'size', columns, rows, pane};
				send(size);
			},
			version: () => now.version,
			upgrade: () => upgrade(held, now),
			screens: () => held.screens,
			onScreens: listener => held.presence.subscribe(listener),
			look(looksAt) {
				looks = {type: 'looks-at', looksAt};
				send(looks);
			},
			dismiss: screen => send({type: 'dismiss', screen}),
			onSilence: silence.subscribe,
			end: reason => endRemote(reason, {held, line, gone, session: now.session}),
			detach: line.end,
			gone,
			isGone: () => held.isOver,
		},
	};
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
 * Sends a query. If the engine fails to answer, the person sees the error and the promise never
 * resolves: callers don't expect a failure, because an engine in the same process always answers.
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

async function upgrade({questions}: Held, welcome: Welcome): Promise<Result<string>> {
	if (!welcome.canHandOver) {
		const words = `The engine of this session (${welcome.version}) can't hand it over. End it with /quit, and go on with: agent-tui resume ${welcome.session}`;
		return {ok: false, failure: failed('conflict', words)};
	}
	try {
		return (await questions.ask(id => ({type: 'upgrade', id}))) as Result<string>;
	} catch (error) {
		return {ok: false, failure: failed('internal', error instanceof Error ? error.message : '')};
	}
}

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
			held.bye = {
				why: message.why,
				isWritten: message.isWritten ?? true,
				goesOn: message.goesOn ?? false,
			};
			return;
		default:
			// A newer engine may send messages of unknown types. They are ignored.
			return;
	}
}
