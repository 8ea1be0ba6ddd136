import type {Duplex} from 'node:stream';
import type {Stamped} from '../events/event.ts';
import type {Clock} from '../platform/clock.ts';
import type {Snapshot} from '../state/snapshot.ts';
import {type MessageStream, openConnection} from './connection.ts';
import type {Hello, NewWay, ToEngine, ToScreen, Welcome} from './message.ts';

/**
 * A screen's connection to its engine. If the session moves to another process, this connects to
 * that process. Messages that are sent during the move wait, and go to the process that has the
 * session afterwards.
 */
export type MovingLine = {
	readonly send: (message: ToEngine) => void;
	readonly end: () => void;
	readonly cut: () => void;
};

export type LineOptions = {
	readonly socket: Duplex;
	readonly token: string;
	readonly clock: Clock;
	/** Makes the first message of a connection. */
	readonly hello: (token: string) => Hello;
	/**
	 * Connects to the process to which the session moves. If unset, the line closes when the session
	 * moves.
	 */
	readonly redial: ((path: string) => Duplex) | undefined;
	readonly onMessage: (message: ToScreen) => void;
	/**
	 * Called once another process has the session and its state was passed on as a `resync`.
	 * `unsent`: messages that will be sent to it right after this call.
	 */
	readonly onMoved: (welcome: Welcome, unsent: readonly ToEngine[]) => void;
	readonly onClose: (problem: string | null) => void;
};

/** The longest message from the engine: large enough for the state of the longest session. */
const incomingLengthMax = 1024 * 1024 * 1024;
/** How long to try to reach the process to which the session moves. */
const moveMsMax = 10_000;
/**
 * How long to try while connections are refused. Both processes share one listening socket, so a
 * refusal means that neither of them has the session any more.
 */
const nobodyMsMax = 1000;
const dialAgainMs = 20;
/** The id of our query for the state after a move. Queries of the screen have ids from 1 on. */
const stateQuestion = 0;

export function openLine(options: LineOptions): MovingLine {
	const state: LineState = {...options, waiting: null, way: null, isLeaving: false, isOver: false};
	const stream = openConnection(options.socket, {
		lengthMax: incomingLengthMax,
		onMessage: message => take(state, message as ToScreen),
		onClose: problem => lost(state, problem),
	});
	state.stream = stream;
	stream.send(options.hello(options.token));
	const leave = (how: 'end' | 'cut') => {
		state.isLeaving = true;
		state.stream?.[how]();
		state.dialled?.destroy();
	};
	return {
		send(message) {
			if (state.waiting) {
				state.waiting.push(message);
			} else {
				state.stream?.send(message);
			}
		},
		end: () => leave('end'),
		cut: () => leave('cut'),
	};
}

type LineState = LineOptions & {
	stream?: MessageStream;
	/** The connection to the next process, until that process has answered. */
	dialled?: Duplex | undefined;
	/** Messages that wait until it is clear which process has the session; null if it is clear. */
	waiting: ToEngine[] | null;
	/** How to reach the process to which the session may be moving; null if it isn't moving. */
	way: NewWay | null;
	isLeaving: boolean;
	isOver: boolean;
};

function take(state: LineState, message: ToScreen): void {
	switch (message.type) {
		case 'hold':
			state.way = {socket: message.socket, token: message.token};
			state.waiting ??= [];
			return state.stream?.send({type: 'held'} satisfies ToEngine);
		case 'go-on':
			return flush(state);
		case 'moved':
			// Closing this connection calls `lost`, which connects to the next process.
			return state.stream?.cut();
		default:
			return state.onMessage(message);
	}
}

function flush(state: LineState): void {
	const all = state.waiting ?? [];
	state.waiting = null;
	state.way = null;
	for (const message of all) {
		state.stream?.send(message);
	}
}

/**
 * Called when the connection ends. If the session may be moving, connect to the next process, even
 * if no `moved` came.
 */
function lost(state: LineState, problem: string | null): void {
	const {way, redial, isLeaving} = state;
	if (way && redial && !isLeaving) {
		void move(state, way, redial);
	} else if (!state.isOver) {
		state.isOver = true;
		state.onClose(problem);
	}
}

async function move(
	state: LineState,
	{socket, token}: NewWay,
	redial: NonNullable<LineOptions['redial']>,
): Promise<void> {
	const {clock, hello} = state;
	const begun = clock.elapsed();
	let isAnybodyThere = true;
	const leftMs = () => begun + (isAnybodyThere ? moveMsMax : nobodyMsMax) - clock.elapsed();
	while (!state.isLeaving && leftMs() > 0) {
		const dialled = redial(socket);
		state.dialled = dialled;
		dialled.once('error', (error: NodeJS.ErrnoException) => {
			isAnybodyThere = error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT';
		});
		const limit = clock.after(leftMs(), () => void dialled.destroy());
		const joined = await joinAgain(dialled, {
			hello: hello(token),
			take: message => take(state, message),
			close: () => lost(state, null),
		});
		limit.cancel();
		state.dialled = undefined;
		if (joined) {
			state.stream = joined.stream;
			joined.goOn();
			state.onMoved(joined.welcome, [...(state.waiting ?? [])]);
			flush(state);
			return;
		}
		await clock.sleep(dialAgainMs);
	}
	state.isLeaving = true;
	lost(state, null);
}

type Joined = {
	readonly stream: MessageStream;
	readonly welcome: Welcome;
	/** Passes on the state, then what arrived meanwhile, and from then on every message. */
	readonly goOn: () => void;
};

/**
 * Connects to the next process and asks for its state. Resolves to null if no process answers yet.
 */
function joinAgain(
	socket: Duplex,
	{
		hello,
		take,
		close,
	}: {
		readonly hello: Hello;
		readonly take: (message: ToScreen) => void;
		readonly close: () => void;
	},
): Promise<Joined | null> {
	return new Promise(resolve => {
		let welcome: Welcome | null = null;
		let isJoined = false;
		let isLost = false;
		const early: Stamped[] = [];
		const others: ToScreen[] = [];
		const stream = openConnection(socket, {
			lengthMax: incomingLengthMax,
			onMessage(message) {
				const said = message as ToScreen;
				if (isJoined) {
					take(said);
				} else if (said.type === 'welcome') {
					welcome = said;
					stream.send({type: 'snapshot', id: stateQuestion} satisfies ToEngine);
				} else if (said.type === 'event') {
					early.push(said.event);
				} else if (said.type === 'answer' && said.id === stateQuestion && welcome) {
					const snapshot = said.answer as Snapshot;
					resolve({stream, welcome, goOn: () => tellAll(snapshot)});
				} else {
					others.push(said);
				}
			},
			onClose() {
				isLost = true;
				if (isJoined) {
					close();
				}
				resolve(null);
			},
		});
		const tellAll = (snapshot: Snapshot) => {
			isJoined = true;
			take({type: 'resync', snapshot});
			for (const event of early.filter(({seq}) => seq > snapshot.seq)) {
				take({type: 'event', event});
			}
			for (const message of others) {
				take(message);
			}
			if (isLost) {
				close();
			}
		};
		stream.send(hello);
	});
}
