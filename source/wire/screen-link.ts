import type {Engine} from '../engine/engine.ts';
import type {Stamped} from '../events/event.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Query} from '../events/query.ts';
import {isWatching} from './allowed.ts';
import type {MessageStream} from './connection.ts';
import type {
	Hello,
	LiveMessage,
	LiveName,
	ScreenInfo,
	ToEngine,
	ToScreen,
	Welcome,
} from './message.ts';
import {protocol} from './message.ts';
import {createPictureSender} from './send-pictures.ts';
import type {EngineServerPorts} from './serve-engine.ts';

/** One screen, as the engine has it. */
export type ScreenLink = {
	readonly info: () => ScreenInfo;
	readonly take: (message: ToEngine) => void;
	readonly send: (message: ToScreen) => void;
	readonly bye: (message: Extract<ToScreen, {type: 'bye'}>) => void;
	readonly close: () => void;
};

export type LinkPorts = EngineServerPorts & {
	readonly dismiss: (screen: string) => void;
	readonly tellPresence: () => void;
};

/** Facts that wait for a slow screen, in bytes. Beyond it the screen gets a snapshot instead. */
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
		sendFacts(engine, connection, pictures.forget),
		...liveNames.map(name => sendLive(engine, connection, name)),
		engine.requests.subscribe(request => send({type: 'request', request})),
	];
	send(welcomeOf(ports));
	const answer = (id: number, asked: () => Promise<unknown>) => void answerTo(send, id, asked);
	const take = (message: ToEngine): void => {
		switch (message.type) {
			case 'intent':
				return mayAct(info, message.intent) ? engine.dispatch(message.intent) : undefined;
			case 'query':
				return answer(message.id, () => ask(engine, info, message.query));
			case 'snapshot':
				return answer(message.id, engine.snapshot);
			case 'watch':
			case 'unwatch':
				return pictures[message.type](message.terminal);
			case 'size':
				info = {...info, columns: message.columns, rows: message.rows};
				ports.onPane(message.pane);
				return ports.tellPresence();
			case 'dismiss':
				return info.kind === 'screen' ? ports.dismiss(message.screen) : undefined;
			case 'end':
				return info.kind === 'screen' ? ports.onEnd(message.reason) : undefined;
			default:
				// A newer screen may say what this engine does not know.
				return undefined;
		}
	};
	return {
		info: () => info,
		take(message) {
			try {
				take(message);
			} catch {
				// A message that is not shaped as it says concerns its sender only.
				connection.cut();
			}
		},
		send,
		bye(message) {
			send(message);
			connection.end();
		},
		close() {
			pictures.close();
			for (const stop of stops.splice(0)) {
				stop();
			}
		},
	};
}

async function answerTo(
	send: (message: ToScreen) => void,
	id: number,
	asked: () => Promise<unknown>,
): Promise<void> {
	try {
		send({type: 'answer', id, answer: await asked()});
	} catch (error) {
		send({type: 'failed', id, why: error instanceof Error ? error.message : String(error)});
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
	return {type: 'welcome', protocol, version, epoch, session, journalPath, readOnly, live};
}

function mayAct({kind}: ScreenInfo, intent: EngineIntent): boolean {
	return kind === 'screen' || isWatching(intent);
}

async function ask(engine: Engine, {kind}: ScreenInfo, query: Query): Promise<unknown> {
	if (kind === 'watch' && !isWatching(query)) {
		throw new Error('This screen only watches.');
	}
	return engine.query(query);
}

/**
 * Sends every fact in order. When too many wait, what follows is left out, and the screen gets a
 * snapshot once it has caught up: no single fact is ever missing from what it knows.
 */
function sendFacts(engine: Engine, connection: MessageStream, onResync: () => void): () => void {
	let isBehind = false;
	const resync = async () => {
		// Facts that come from here on are sent after the snapshot, which may hold them already.
		const early: Stamped[] = [];
		const stopKeeping = engine.events.subscribe(event => early.push(event));
		const snapshot = await engine.snapshot();
		stopKeeping();
		connection.send({type: 'resync', snapshot});
		isBehind = false;
		for (const event of early.filter(({seq}) => seq > snapshot.seq)) {
			connection.send({type: 'event', event});
		}
		onResync();
	};
	return engine.events.subscribe(event => {
		if (isBehind) {
			return;
		}
		if (connection.waitingBytes() > queueBytesMax) {
			isBehind = true;
			connection.whenDry(() => void resync());
			return;
		}
		connection.send({type: 'event', event});
	});
}

/** Sends the newest value, never an older one behind it. */
function sendLive(engine: Engine, connection: MessageStream, name: LiveName): () => void {
	let isWaiting = false;
	const send = () => {
		connection.send({type: 'live', name, value: engine.live[name].snapshot()} as LiveMessage);
	};
	return engine.live[name].subscribe(() => {
		if (!connection.isFull()) {
			send();
		} else if (!isWaiting) {
			isWaiting = true;
			connection.whenDry(() => {
				isWaiting = false;
				send();
			});
		}
	});
}
