import type {CallId, MessageId, TurnId} from '../events/ids.ts';
import {editCall} from './edit-call.ts';
import type {TurnPorts} from './ports.ts';
import {closeOrphans} from './resume.ts';
import {runTurn} from './run.ts';

/** One conversation: at most one turn runs; what is said meanwhile steers it or waits. */
export type Turns = {
	/** Starts a turn, or steers the one that runs. */
	readonly send: (text: string) => void;
	/** Waits for the running turn to end. */
	readonly queue: (text: string) => void;
	readonly unqueue: (message: MessageId) => void;
	readonly interrupt: () => void;
	/** Interrupts, and begins nothing more. */
	readonly stop: () => void;
	/** Another command, or other arguments, for a call that waits. */
	readonly edit: (change: {readonly call: CallId; readonly text: string}) => Promise<void>;
	/** Takes up what a crash or an exit left behind: waiting cards come back, the rest is closed. */
	readonly resume: () => void;
	/** Resolves when nothing runs. */
	readonly settled: () => Promise<void>;
};

type Running = {readonly abort: AbortController; readonly done: Promise<void>};

export function createTurns(ports: TurnPorts): Turns {
	let running: Running | null = null;
	let stopped = false;
	const start = (turn: TurnId) => {
		const abort = new AbortController();
		running = {abort, done: follow(turn, abort.signal)};
	};
	const follow = async (turn: TurnId, signal: AbortSignal) => {
		const outcome = await runTurn(ports, turn, signal);
		running = null;
		const next = stopped ? [] : nextMessages(ports, outcome);
		if (next.length > 0) {
			begin(ports, next, start);
		}
	};
	const enqueue = (text: string, how: 'queue' | 'steer') => {
		ports.store.append({type: 'message.queued', message: ports.ids<MessageId>('msg'), text, how});
	};
	return {
		send(text) {
			if (running) {
				enqueue(text, 'steer');
			} else {
				// What was meant for a turn that broke off is said first, in the order of writing.
				const left = ports.store.state().chat.queue.filter(message => message.how === 'steer');
				begin(ports, [...left, {id: ports.ids<MessageId>('msg'), text, how: null}], start);
			}
		},
		queue(text) {
			enqueue(text, 'queue');
			if (!running) {
				begin(ports, ports.store.state().chat.queue.slice(0, 1), start);
			}
		},
		unqueue: message => {
			ports.store.append({type: 'message.unqueued', message});
		},
		interrupt: () => running?.abort.abort(),
		stop() {
			stopped = true;
			running?.abort.abort();
		},
		edit: change => editCall(ports, change),
		resume() {
			const turn = closeOrphans(ports);
			if (turn) {
				start(turn);
			}
		},
		async settled() {
			while (running) {
				await running.done;
			}
		},
	};
}

type Message = {
	readonly id: MessageId;
	readonly text: string;
	readonly how: 'queue' | 'steer' | null;
};

function begin(ports: TurnPorts, messages: readonly Message[], start: (turn: TurnId) => void) {
	const turn = ports.ids<TurnId>('turn');
	ports.store.append({type: 'turn.started', turn});
	for (const {id, text, how} of messages) {
		ports.store.append({
			type: 'message.sent',
			message: id,
			turn,
			text,
			how: how === null ? 'typed' : how === 'queue' ? 'queued' : 'steered',
		});
	}
	start(turn);
}

/** After a turn: steering that came too late is said now; then the first of the queue. */
function nextMessages(ports: TurnPorts, outcome: string): readonly Message[] {
	const {queue} = ports.store.state().chat;
	const steering = queue.filter(message => message.how === 'steer');
	if (steering.length > 0 && outcome !== 'failed') {
		return steering;
	}
	return outcome === 'done' ? queue.slice(0, 1) : [];
}
