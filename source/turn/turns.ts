import type {CallId, MessageId, TurnId} from '../events/ids.ts';
import {isAtWork, onlyWaits} from '../state/select.ts';
import {editCall} from './edit-call.ts';
import {createOutsideCalls, type OutsideCalls} from './outside-calls.ts';
import type {TurnPorts} from './ports.ts';
import {compactIfNeeded} from './request-with-retry.ts';
import {closeOrphans} from './resume.ts';
import {runTurn, type TurnOutcome} from './run.ts';
import {programEnds} from './run-tool.ts';
import {createTurnLock} from './turn-lock.ts';

/**
 * One conversation. At most one turn is active; a message sent meanwhile steers it or is queued. A
 * turn that only waits for cards is parked: the next message then starts another turn.
 */
export type Turns = {
	/** Starts a turn, or steers the active one. */
	readonly send: (text: string) => void;
	/** Queues the message until every turn has ended. */
	readonly queue: (text: string) => void;
	readonly unqueue: (message: MessageId) => void;
	/**
	 * Interrupts the active turn. If all turns are parked, interrupts the one that was parked last;
	 * if there is no turn, interrupts the calls of outside clients.
	 */
	readonly interrupt: () => void;
	/** Replaces older messages by a summary. Parked turns keep waiting for their cards. */
	readonly compact: (focus: string) => void;
	/** Interrupts every turn and starts no new one. */
	readonly stop: () => void;
	/** Changes the command or the arguments of a waiting call. */
	readonly edit: (change: {readonly call: CallId; readonly text: string}) => Promise<void>;
	/**
	 * Closes what an earlier process left open, and shows waiting cards again. Call this when a
	 * session is resumed.
	 */
	readonly resume: () => void;
	/** Calls that other agents make from outside. */
	readonly outside: OutsideCalls;
	/** Resolves when no turn is active. */
	readonly settled: () => Promise<void>;
};

type Running = {readonly abort: AbortController; readonly done: Promise<void>};

export function createTurns(ports: TurnPorts): Turns {
	const open = new Map<TurnId, Running>();
	const turnLock = createTurnLock(ports.store);
	const compaction = createCompaction(ports);
	const outside = createOutsideCalls(ports);
	let stopped = false;
	const start = (turn: TurnId) => {
		const abort = new AbortController();
		open.set(turn, {abort, done: follow(turn, abort.signal)});
	};
	const follow = async (turn: TurnId, signal: AbortSignal) => {
		const outcome = await runTurn(ports, turn, {signal, turnLock});
		open.delete(turn);
		const next = stopped ? [] : nextMessages(ports, {outcome, others: othersOf(ports, open.size)});
		if (next.length > 0) {
			begin(ports, next, start);
		}
	};
	const enqueue = (text: string, how: 'queue' | 'steer') => queueMessage(ports, text, how);
	return {
		send(text) {
			if (isAtWork(ports.store.state())) {
				enqueue(text, 'steer');
			} else {
				begin(ports, withLeft(ports, text), start);
			}
		},
		queue(text) {
			enqueue(text, 'queue');
			if (open.size === 0) {
				begin(ports, ports.store.state().chat.queue.slice(0, 1), start);
			}
		},
		unqueue: message => void ports.store.append({type: 'message.unqueued', message}),
		interrupt() {
			const state = ports.store.state();
			const {turn} = state.chat;
			const running = open.get(turn?.id as TurnId);
			if (compaction.running() && (!running || onlyWaits(state, turn!.id))) {
				return compaction.stop();
			}
			return running ? running.abort.abort() : outside.interrupt();
		},
		outside,
		compact: compaction.start,
		stop() {
			stopped = true;
			compaction.stop();
			for (const {abort} of open.values()) {
				abort.abort(programEnds);
			}
			outside.stop();
			turnLock.close();
		},
		edit: change => editCall(ports, change),
		resume: () => closeOrphans(ports).forEach(start),
		settled: () => allSettled(open, {compaction, outside}),
	};
}

function queueMessage({store, ids}: TurnPorts, text: string, how: 'queue' | 'steer'): void {
	store.append({type: 'message.queued', message: ids<MessageId>('msg'), text, how});
}

/** Returns the message, after those that were meant to steer a turn which has failed meanwhile. */
function withLeft({store, ids}: TurnPorts, text: string): readonly MessageToSend[] {
	const left = store.state().chat.queue.filter(({how}) => how === 'steer');
	return [...left, {id: ids<MessageId>('msg'), text, how: null}];
}

async function allSettled(
	open: ReadonlyMap<TurnId, Running>,
	{compaction, outside}: {compaction: ReturnType<typeof createCompaction>; outside: OutsideCalls},
): Promise<void> {
	while (open.size > 0 || compaction.running()) {
		await Promise.all([compaction.running(), ...[...open.values()].map(({done}) => done)]);
	}
	await outside.settled();
}

/** Says whether other open turns are working, or only waiting for cards. */
function othersOf({store}: TurnPorts, openCount: number): 'none' | 'at work' | 'waiting' {
	if (openCount === 0) {
		return 'none';
	}
	return isAtWork(store.state()) ? 'at work' : 'waiting';
}

/** Runs compactions that a person has asked for, one at a time. */
function createCompaction(ports: TurnPorts) {
	let current: Running | null = null;
	return {
		start(focus: string) {
			if (current) {
				return;
			}
			const abort = new AbortController();
			const done = compactIfNeeded(ports, {why: 'asked', focus}, abort.signal).then(() => {
				current = null;
			});
			current = {abort, done};
		},
		stop: () => current?.abort.abort(),
		running: () => current?.done ?? null,
	};
}

type MessageToSend = {
	readonly id: MessageId;
	readonly text: string;
	readonly how: 'queue' | 'steer' | null;
};

function begin(
	ports: TurnPorts,
	messages: readonly MessageToSend[],
	start: (turn: TurnId) => void,
) {
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

/**
 * Sends steering messages that came too late for the ended turn, or else the first queued message.
 */
function nextMessages(
	ports: TurnPorts,
	{outcome, others}: {outcome: TurnOutcome; others: 'none' | 'at work' | 'waiting'},
): readonly MessageToSend[] {
	const {queue} = ports.store.state().chat;
	const steering = queue.filter(message => message.how === 'steer');
	if (others === 'at work') {
		return [];
	}
	if (steering.length > 0 && outcome !== 'failed') {
		return steering;
	}
	return outcome === 'done' && others === 'none' ? queue.slice(0, 1) : [];
}
