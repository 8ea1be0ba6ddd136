import type {Duplex} from 'node:stream';
import type {Engine} from '../engine/engine.ts';
import type {Result} from '../events/failure.ts';
import type {TerminalId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import {createBeats} from './beats.ts';
import {type MessageStream, openConnection} from './connection.ts';
import {encodeMessage} from './frame.ts';
import {createKeyboards, type Keyboards} from './keyboards.ts';
import type {
	CellSize,
	Hello,
	ScreenInfo,
	ToEngine,
	ToolHello,
	ToolWelcome,
	ToScreen,
} from './message.ts';
import {protocol, protocolMin} from './message.ts';
import {createMoving, type ScreenMove} from './move-screens.ts';
import {openScreenLink, type ScreenLink} from './screen-link.ts';
import {isCellSize} from './sizes.ts';

export type EngineServerPorts = {
	readonly engine: Engine;
	readonly clock: Clock;
	readonly version: string;
	/** Identifies this start of the engine. */
	readonly epoch: string;
	readonly session: string;
	readonly journalPath: string;
	readonly readOnly: string | null;
	/** Whether a connection with this token may use the engine. */
	readonly isToken: (token: string) => boolean;
	/** Called with the number of screens when one has joined or left. */
	readonly onScreens: (count: number) => void;
	/** Called with the login variables of a screen that has just joined. */
	readonly onEnvironment: (env: Readonly<Record<string, string>>) => void;
	/** Called with the size of the pane in which a new terminal would be shown. */
	readonly onPane: (pane: CellSize) => void;
	/** Serves another agent, which then speaks MCP on this socket. If unset, none is served. */
	readonly onTool?: (socket: Duplex, hello: ToolHello) => void;
	/** Called when a screen asks to end the engine. */
	readonly onEnd: (reason: string) => void;
	/** Called when a screen asks for a hand-over to the installed version, if that is possible. */
	readonly onUpgrade?: () => Promise<Result<string>>;
};

export type EngineServer = ScreenMove & {
	/**
	 * `isTrusted`: the connection comes from the process that started this one, and needs no token.
	 */
	readonly accept: (socket: Duplex, how: {readonly isTrusted: boolean}) => void;
	readonly screens: () => readonly ScreenInfo[];
	/** Closes every connection, after a last message with the reason if there is one. */
	readonly close: (why: string | null, how: {readonly isWritten: boolean}) => void;
};

const helloMsMax = 10_000;
/**
 * How long to wait until the connection of a dismissed screen is cut, so that it can read the
 * reason.
 */
const lastWordsMs = 1000;
const incomingLengthMax = 16 * 1024 * 1024;

/** Serves the engine on sockets: accepts screens, sends them all events, and disconnects them. */
export function createEngineServer(ports: EngineServerPorts): EngineServer {
	const {clock} = ports;
	const links = new Set<ScreenLink>();
	const screens = () => [...links].map(({info}) => info());
	const tellPresence = () => {
		for (const link of links) {
			link.tellPresence();
		}
	};
	const tellScreens = () => {
		tellPresence();
		ports.onScreens(links.size);
	};
	// This subscribes before any screen does, so `keyboards` knows each event before a screen gets
	// it.
	const {keyboards, stopFollowing} = openKeyboards(ports, links);
	const beats = createBeats(clock, links);
	const moving = createMoving(links, {clock, session: ports.session});
	const leave = (link: ScreenLink) => {
		if (links.delete(link)) {
			beats.look();
			keyboards.leave(link.info().id);
			tellScreens();
		}
	};
	const dismiss = (id: string) => {
		for (const link of [...links].filter(({info}) => info().id === id)) {
			// Remove it from the list at once: a suspended screen would never close its end.
			leave(link);
			sendAway(link, clock);
		}
	};
	const others = {keyboards, dismiss, tellPresence, screens};
	const receive: Reception = {
		open: (stream, hello) => openScreenLink({...ports, ...others}, {connection: stream, hello}),
		welcome(link, hello) {
			links.add(link);
			beats.look();
			if (hello.screen.kind === 'screen') {
				ports.onEnvironment(hello.env);
			}
			tellScreens();
			moving.joined(link);
		},
		take: moving.take,
		leave,
	};
	return {
		...moving,
		accept: (socket, how) =>
			moving.hasMoved() ? void socket.destroy() : acceptScreen(ports, receive, {socket, ...how}),
		screens,
		close(why, {isWritten}) {
			beats.stop();
			stopFollowing();
			for (const link of [...links]) {
				link.bye(why === null ? null : {type: 'bye', why, isWritten});
			}
		},
	};
}

function sendAway(link: ScreenLink, clock: Clock): void {
	link.bye({type: 'bye', why: 'Another screen of this session sent this one away.', goesOn: true});
	clock.after(lastWordsMs, link.cut);
}

function openKeyboards(
	{engine, clock}: EngineServerPorts,
	links: Iterable<ScreenLink>,
): {readonly keyboards: Keyboards; readonly stopFollowing: () => void} {
	let lastSeq = 0;
	const keyboards = createKeyboards({
		controlOf: terminal =>
			engine.shared?.state().terminals.find(({id}) => id === terminal)?.control ?? null,
		onHolder: (terminal, holder) => tellHolder(links, {terminal, holder, seq: lastSeq, clock}),
		onSize: (terminal, size) => engine.dispatch({type: 'resize-terminal', terminal, ...size}),
	});
	const stopFollowing = engine.events.subscribe(event => {
		lastSeq = event.seq;
		keyboards.follow(event);
	});
	return {keyboards, stopFollowing};
}

/**
 * Sends each screen who holds a terminal's keyboard: the person at that screen, or somebody else.
 */
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
	readonly take: (link: ScreenLink, message: ToEngine) => void;
	readonly leave: (link: ScreenLink) => void;
};

/**
 * Waits for the first message of a connection. If it isn't a valid hello, only this connection
 * ends.
 */
function acceptScreen(
	ports: EngineServerPorts,
	{open, welcome, take, leave}: Reception,
	{socket, isTrusted}: {readonly socket: Duplex; readonly isTrusted: boolean},
): void {
	const {clock, isToken} = ports;
	let link: ScreenLink | null = null;
	const timer = clock.after(helloMsMax, () => refuse('Nothing was said for 10 s.'));
	const stream = openConnection(socket, {
		lengthMax: incomingLengthMax,
		onMessage(message) {
			if (link) {
				take(link, message as ToEngine);
				return;
			}
			const hello = message as Partial<Hello | ToolHello>;
			const why = whyRefused(hello, isTrusted || isToken(textOf(hello.token)), ports);
			if (why !== null) {
				refuse(why);
				return;
			}
			timer.cancel();
			if (isTool(hello)) {
				stream.release();
				welcomeTool(ports, socket, hello);
				return;
			}
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

function isTool(hello: Partial<Hello | ToolHello>): hello is ToolHello {
	return 'kind' in hello && hello.kind === 'tool';
}

/** Writes the welcome before other code uses the socket, so that it always is the first frame. */
function welcomeTool(
	{version, epoch, session, onTool}: EngineServerPorts,
	socket: Duplex,
	hello: ToolHello,
): void {
	const welcome: ToolWelcome = {type: 'tool-welcome', protocol, version, epoch, session};
	socket.write(encodeMessage(welcome));
	onTool?.(socket, hello);
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Says in words for a person why this hello is refused; null if it is accepted. */
function whyRefused(
	hello: Partial<Hello | ToolHello>,
	isToken: boolean,
	{onTool, readOnly}: EngineServerPorts,
): string | null {
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
	if (isTool(hello)) {
		return onTool === undefined ? 'This session serves no other agents.' : readOnly;
	}
	const {screen, env} = hello as Partial<Hello>;
	return isScreen(screen) && typeof env === 'object' && env !== null
		? null
		: 'The hello names no screen.';
}

/**
 * Whether the description of a screen has the right types, because it is sent to the other screens.
 */
function isScreen(screen: Hello['screen'] | undefined): boolean {
	return (
		typeof screen === 'object' &&
		screen !== null &&
		typeof screen.id === 'string' &&
		typeof screen.from === 'string' &&
		(screen.kind === 'screen' || screen.kind === 'watch') &&
		isCellSize(screen)
	);
}
