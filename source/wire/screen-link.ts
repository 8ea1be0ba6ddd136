import type {Engine} from '../engine/engine.ts';
import type {Stamped} from '../events/event.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Query} from '../events/query.ts';
import {isWatching, onlyWatches} from './allowed.ts';
import type {MessageStream} from './connection.ts';
import type {Keyboards} from './keyboards.ts';
import type {Bye, Hello, NewWay, ScreenInfo, ToEngine, ToScreen, Welcome} from './message.ts';
import {protocol} from './message.ts';
import {answerQuestions, answerTo, createHolding, upgrade} from './screen-answers.ts';
import {sendLive, sendNewest} from './send-live.ts';
import {createPictureSender, type PictureSender} from './send-pictures.ts';
import type {EngineServerPorts} from './serve-engine.ts';
import {isCellSize} from './sizes.ts';

/** The engine's side of the connection to one screen. */
export type ScreenLink = {
	readonly info: () => ScreenInfo;
	readonly take: (message: ToEngine) => void;
	readonly send: (message: ToScreen) => void;
	/** Sends who else shows the session. A slow screen gets only the newest list. */
	readonly tellPresence: () => void;
	/** Sends a sign of life, unless earlier messages still wait because the screen reads slowly. */
	readonly beat: () => void;
	/** Closes the connection after a last message. Null: without one, as if the engine had died. */
	readonly bye: (message: Bye | null) => void;
	/** Closes the connection at once. */
	readonly cut: () => void;
	/** Whether the screen can follow the session to another process. */
	readonly canMove: boolean;
	/** Asks the screen to send nothing more; resolves when it has confirmed that. */
	readonly hold: (way: NewWay) => Promise<void>;
	/** How many queries of the screen are still open. */
	readonly openQuestions: () => number;
	readonly close: () => void;
};

export type LinkPorts = EngineServerPorts & {
	readonly dismiss: (screen: string) => void;
	readonly tellPresence: () => void;
	readonly screens: () => readonly ScreenInfo[];
	readonly keyboards: Keyboards;
};

/**
 * How many bytes of events may wait for a slow screen. If more wait, the screen gets a snapshot
 * instead.
 */
const queueBytesMax = 4 * 1024 * 1024;

const liveNames = ['meter', 'incidents', 'debug', 'settings'] as const;

export function openScreenLink(
	ports: LinkPorts,
	{connection, hello}: {connection: MessageStream; hello: Hello},
): ScreenLink {
	const {engine, clock} = ports;
	let info: ScreenInfo = {...hello.screen, since: clock.now()};
	const send = (message: ToScreen) => connection.send(message);
	const pictures = createPictureSender({connection, terminal: engine.live.terminal, clock});
	const stops = [
		sendFacts(forScreen(ports, info.id), connection, pictures.forget),
		...liveNames.map(name => sendLive(engine, connection, name)),
		engine.requests.subscribe(request => send({type: 'request', request})),
	];
	send(welcomeOf(ports));
	const learn = (news: Partial<ScreenInfo>) => {
		info = {...info, ...news};
		ports.tellPresence();
	};
	const holding = createHolding(send);
	const questions = answerQuestions(send, query => ask(ports, info, query));
	const actions: ScreenActions = {learn, questions, holding, pictures, send};
	const take = (message: ToEngine) => takeFrom(ports, {...actions, info}, message);
	const close = () => {
		holding.done();
		pictures.close();
		for (const stop of stops.splice(0)) {
			stop();
		}
	};
	return {
		info: () => info,
		take: message => takeSafely(take, message, connection),
		send,
		tellPresence: sendNewest(connection, () => send({type: 'presence', screens: ports.screens()})),
		beat: () => (connection.isFull() ? undefined : send({type: 'beat'})),
		bye: message => endWith(connection, message),
		cut: connection.cut,
		canMove: hello.canMove === true,
		hold: holding.ask,
		openQuestions: questions.open,
		close,
	};
}

type ScreenActions = {
	readonly learn: (news: Partial<ScreenInfo>) => void;
	readonly questions: ReturnType<typeof answerQuestions>;
	readonly holding: ReturnType<typeof createHolding>;
	readonly pictures: PictureSender;
	readonly send: (message: ToScreen) => void;
};

function takeFrom(
	ports: LinkPorts,
	{info, learn, questions, holding, pictures, send}: ScreenActions & {readonly info: ScreenInfo},
	message: ToEngine,
): unknown {
	const isScreen = info.kind === 'screen';
	switch (message.type) {
		case 'intent':
			return act(ports, info, message.intent);
		case 'query':
			return questions.answer(message);
		case 'snapshot':
			return answerTo(send, message.id, forScreen(ports, info.id).snapshot);
		case 'watch':
		case 'unwatch':
			return pictures[message.type](message.terminal);
		case 'size':
			return resize(ports, {info, learn}, message);
		case 'looks-at':
			return learn({looksAt: message.looksAt});
		case 'dismiss':
			return isScreen && ports.dismiss(message.screen);
		case 'end':
			return isScreen && ports.onEnd(message.reason);
		case 'upgrade':
			return answerTo(send, message.id, () => upgrade(ports, info));
		case 'held':
			return holding.done();
		default:
			// A newer screen may send types of messages that this engine does not know. They are ignored.
			return undefined;
	}
}

/**
 * Throws if the message has no valid size, because it goes to the other screens and to a terminal.
 */
function resize(
	{onPane}: LinkPorts,
	{info, learn}: Pick<ScreenActions, 'learn'> & {readonly info: ScreenInfo},
	{columns, rows, pane}: Extract<ToEngine, {type: 'size'}>,
): void {
	if (!isCellSize({columns, rows}) || !isCellSize(pane)) {
		throw new Error('This is no size.');
	}
	if (info.kind === 'screen') {
		onPane(pane);
	}
	if (info.columns !== columns || info.rows !== rows) {
		learn({columns, rows});
	}
}

function endWith(connection: MessageStream, message: ToScreen | null): void {
	if (message) {
		connection.send(message);
	}
	connection.end();
}

/**
 * Handles a message. If its content does not fit its type, only this screen's connection is closed.
 */
function takeSafely(
	take: (message: ToEngine) => unknown,
	message: ToEngine,
	{cut}: MessageStream,
): void {
	try {
		take(message);
	} catch {
		cut();
	}
}

function welcomeOf(ports: LinkPorts): Welcome {
	const {version, epoch, session, journalPath, readOnly} = ports;
	const {meter, incidents, debug, settings} = ports.engine.live;
	const live = {
		meter: meter.snapshot(),
		incidents: incidents.snapshot(),
		debug: debug.snapshot(),
		settings: settings.snapshot(),
	};
	const canHandOver = ports.onUpgrade !== undefined;
	const facts = {epoch, session, journalPath, readOnly, live, canHandOver};
	return {type: 'welcome', protocol, version, ...facts};
}

/**
 * Carries out an intent of a screen. Input and sizes for a terminal are ignored unless this screen
 * holds the terminal's keyboard.
 */
function act(
	{engine, keyboards}: LinkPorts,
	{id, kind, from}: ScreenInfo,
	intent: EngineIntent,
): void {
	if (kind === 'watch') {
		return;
	}
	switch (intent.type) {
		case 'type-into':
			return keyboards.mayType(intent.terminal, id) ? engine.dispatch(intent) : undefined;
		case 'resize-terminal':
			return keyboards.resize(intent.terminal, id, intent) ? engine.dispatch(intent) : undefined;
		case 'control-terminal':
			if (intent.by === 'user') {
				keyboards.take(intent.terminal, id);
			}
			return engine.dispatch(intent);
		case 'answer':
			return engine.dispatch({...intent, screen: {id, from}});
		default:
			return engine.dispatch(intent);
	}
}

async function ask(
	{engine, keyboards}: LinkPorts,
	{id, kind}: ScreenInfo,
	query: Query,
): Promise<unknown> {
	if (kind === 'watch' && !isWatching(query)) {
		throw new Error(onlyWatches);
	}
	if (query.type === 'run-shell' || query.type === 'launch') {
		const opened = await engine.query(query);
		if (opened.ok) {
			keyboards.take(opened.value, id);
		}
		return opened;
	}
	return engine.query(query);
}

/** Returns the engine's events and snapshot as this screen should see them. */
function forScreen({engine, keyboards}: LinkPorts, screen: string): Facts {
	return {
		subscribe: listener =>
			engine.events.subscribe(event => listener(keyboards.eventFor(event, screen))),
		snapshot: async () => keyboards.snapshotFor(await engine.snapshot(), screen),
	};
}

type Facts = Pick<Engine, 'snapshot'> & Engine['events'];

/**
 * Sends every event in order. If too many bytes wait, further events are left out, and the screen
 * gets a snapshot as soon as it has read what waits. So a slow screen still ends up with the right
 * state.
 */
function sendFacts(facts: Facts, connection: MessageStream, onResync: () => void): () => void {
	let isBehind = false;
	const resync = async () => {
		// Keep the events that arrive while the snapshot is made. Those that it lacks are sent after
		// it.
		const early: Stamped[] = [];
		const stopKeeping = facts.subscribe(event => early.push(event));
		const snapshot = await facts.snapshot();
		stopKeeping();
		connection.send({type: 'resync', snapshot});
		isBehind = false;
		for (const event of early.filter(({seq}) => seq > snapshot.seq)) {
			connection.send({type: 'event', event});
		}
		onResync();
	};
	return facts.subscribe(event => {
		if (isBehind) {
			return;
		}
		if (connection.waitingBytes() > queueBytesMax) {
			isBehind = true;
			connection.whenDry(() => void resync().catch(connection.cut));
			return;
		}
		connection.send({type: 'event', event});
	});
}
