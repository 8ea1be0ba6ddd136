import type {Duplex} from 'node:stream';
import type {Engine} from '../engine/engine.ts';
import type {TerminalId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import {type MessageStream, openConnection} from './connection.ts';
import {createKeyboards} from './keyboards.ts';
import type {CellSize, Hello, ScreenInfo, ToEngine, ToScreen} from './message.ts';
import {protocol, protocolMin} from './message.ts';
import {openScreenLink, type ScreenLink} from './screen-link.ts';

export type EngineServerPorts = {
	readonly engine: Engine;
	readonly clock: Clock;
	readonly version: string;
	/** Identifies this start of the engine. */
	readonly epoch: string;
	readonly session: string;
	readonly journalPath: string;
	readonly readOnly: string | null;
	/** Whether this token opens the engine. */
	readonly isToken: (token: string) => boolean;
	/** Called when a screen has come, has gone, or has told its size. */
	readonly onScreens: (screens: readonly ScreenInfo[]) => void;
	/** Called with the login variables of the screen that came last. */
	readonly onEnvironment: (env: Readonly<Record<string, string>>) => void;
	/** Called with the size of the pane in which the next terminal would appear. */
	readonly onPane: (pane: CellSize) => void;
	/** Called when a screen asks to end the engine. */
	readonly onEnd: (reason: string) => void;
};

export type EngineServer = {
	/** `isTrusted`: the connection is inherited from the starter, and needs no token. */
	readonly accept: (socket: Duplex, how: {readonly isTrusted: boolean}) => void;
	readonly screens: () => readonly ScreenInfo[];
	/** Says why it is over, or nothing, and closes every connection. */
	readonly close: (why: string | null, how: {readonly isWritten: boolean}) => void;
};

const helloMsMax = 10_000;
const beatMs = 1000;
const incomingLengthMax = 16 * 1024 * 1024;

/** The engine's side of the socket: accepts screens, sends them every event, and lets them go. */
export function createEngineServer(ports: EngineServerPorts): EngineServer {
	const {clock, engine} = ports;
	let lastSeq = 0;
	const stopCounting = engine.events.subscribe(({seq}) => {
		lastSeq = seq;
	});
	const links = new Set<ScreenLink>();
	const screens = () => [...links].map(({info}) => info());
	const tellPresence = () => {
		const all = screens();
		for (const link of links) {
			link.send({type: 'presence', screens: all});
		}
		ports.onScreens(all);
	};
	const beat = clock.every(beatMs, () => {
		for (const link of links) {
			link.beat();
		}
	});
	const keyboards = createKeyboards({
		onHolder: (terminal, holder) => tellHolder(links, {terminal, holder, seq: lastSeq, clock}),
		onSize: (terminal, size) => engine.dispatch({type: 'resize-terminal', terminal, ...size}),
	});
	const others = {
		keyboards,
		dismiss(id: string) {
			for (const link of [...links].filter(({info}) => info().id === id)) {
				link.bye({type: 'bye', why: 'Another screen of this session sent this one away.'});
			}
		},
		tellPresence,
	};
	const receive: Reception = {
		open: (stream, hello) => openScreenLink({...ports, ...others}, {connection: stream, hello}),
		welcome(link, hello) {
			links.add(link);
			hello.screen.kind === 'screen' && ports.onEnvironment(hello.env);
			tellPresence();
		},
		leave(link) {
			if (links.delete(link)) {
				keyboards.leave(link.info().id);
				tellPresence();
			}
		},
	};
	return {
		accept: (socket, how) => acceptScreen(ports, receive, {socket, ...how}),
		screens,
		close(why, {isWritten}) {
			beat.cancel();
			stopCounting();
			for (const link of [...links]) {
				link.bye(why === null ? null : {type: 'bye', why, isWritten});
			}
		},
	};
}

/** Tells each screen who holds a terminal's keyboard: its own user or somebody else. */
function tellHolder(
	links: Iterable<ScreenLink>,
	{
		terminal,
		holder,
		seq,
		clock,
	}: {terminal: TerminalId; holder: string | null; seq: number; clock: Clock},
): void {
	for (const link of links) {
		const by = holder === null || holder === link.info().id ? 'user' : 'other';
		const at = clock.now();
		const event = {v: 1, seq, at, type: 'terminal.controlled', terminal, by} as const;
		link.send({type: 'event', event});
	}
}

type Reception = {
	readonly open: (stream: MessageStream, hello: Hello) => ScreenLink;
	readonly welcome: (link: ScreenLink, hello: Hello) => void;
	readonly leave: (link: ScreenLink) => void;
};

/** Waits for a screen's first message. Any other message ends this connection and nothing else. */
function acceptScreen(
	{clock, isToken}: EngineServerPorts,
	{open, welcome, leave}: Reception,
	{socket, isTrusted}: {readonly socket: Duplex; readonly isTrusted: boolean},
): void {
	let link: ScreenLink | null = null;
	const timer = clock.after(helloMsMax, () => refuse('Nothing was said for 10 s.'));
	const stream = openConnection(socket, {
		lengthMax: incomingLengthMax,
		onMessage(message) {
			if (link) {
				link.take(message as ToEngine);
				return;
			}
			const hello = message as Partial<Hello>;
			const why = whyRefused(hello, isTrusted || isToken(textOf(hello.token)));
			if (why !== null) {
				refuse(why);
				return;
			}
			timer.cancel();
			link = open(stream, hello as Hello);
			welcome(link, hello as Hello);
		},
		onClose() {
			timer.cancel();
			link?.close();
			if (link) {
				leave(link);
			}
		},
	});
	const refuse = (why: string) => {
		timer.cancel();
		stream.send({type: 'refused', kind: 'protocol', why} satisfies ToScreen);
		stream.end();
	};
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Returns why this screen can't be served, in words for a person; null if it can. */
function whyRefused(hello: Partial<Hello>, isToken: boolean): string | null {
	if (hello.type !== 'hello' || typeof hello.protocol !== 'number') {
		return 'The first message has to be a hello.';
	}
	if (!isToken) {
		return 'The token is wrong.';
	}
	const oldest = typeof hello.protocolMin === 'number' ? hello.protocolMin : hello.protocol;
	if (hello.protocol < protocolMin || oldest > protocol) {
		const theirs = textOf(hello.version);
		return `Versions differ too much: this screen (${theirs}) speaks protocol ${hello.protocol}, the session’s engine ${protocol}.`;
	}
	const {screen} = hello;
	const isScreen =
		typeof screen === 'object' &&
		screen !== null &&
		typeof screen.id === 'string' &&
		(screen.kind === 'screen' || screen.kind === 'watch');
	return isScreen && typeof hello.env === 'object' && hello.env !== null
		? null
		: 'The hello names no screen.';
}
