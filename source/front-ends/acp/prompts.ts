import type {StopReason} from '@agentclientprotocol/sdk';
import type {Engine} from '../../engine/engine.ts';
import type {Stamped} from '../../events/event.ts';
import {type Failure, failed} from '../../events/failure.ts';
import type {MessageId, TurnId} from '../../events/ids.ts';
import type {State} from '../../state/state.ts';

/** How a prompt ended: with a reason of the protocol, or with a failure. */
export type PromptEnd =
	| {readonly type: 'stop'; readonly reason: StopReason}
	| {readonly type: 'failed'; readonly failure: Failure};

export type Prompts = {
	/** Sends the text. Resolves when its turn has ended and the editor was sent all of it. */
	readonly send: (text: string) => Promise<PromptEnd>;
	/** Whether a prompt of the editor runs now. */
	readonly isOpen: () => boolean;
	/** Interrupts the turn of the open prompt, or removes its message from the queue. */
	readonly cancel: () => void;
	/** Whether this message came from this editor. */
	readonly isOwn: (message: MessageId) => boolean;
	/** Call this with every event, before `look`. */
	readonly hear: (event: Stamped) => void;
	/** Call this with every new state, after the editor was sent what is new in it. */
	readonly look: () => void;
	/** Ends the open prompt with a failure, because the engine is gone. */
	readonly lose: (why: string) => void;
};

type Open = {
	readonly text: string;
	/**
	 * The messages that existed before the prompt was sent. The prompt's own message is not among
	 * them.
	 */
	readonly before: ReadonlySet<MessageId>;
	message: MessageId | null;
	turn: TurnId | null;
	isCancelled: boolean;
	/** The ways in which a cancelled prompt was stopped already, so that none is repeated. */
	readonly stopped: Set<'queue' | 'turn'>;
	readonly end: (end: PromptEnd) => void;
};

export function createPrompts(engine: Pick<Engine, 'dispatch'>, state: () => State): Prompts {
	const own = new Set<MessageId>();
	const ends = new Map<TurnId, Extract<Stamped, {type: 'turn.ended'}>>();
	let open: Open | null = null;
	const finish = (how: PromptEnd) => {
		open?.end(how);
		open = null;
	};
	const find = () => {
		if (open && open.message === null) {
			open.message = messageOf(state(), open);
			open.message && own.add(open.message);
		}
	};
	return {
		send(text) {
			const {promise, resolve: end} = Promise.withResolvers<PromptEnd>();
			const before = new Set(messagesOf(state()).map(({id}) => id));
			open = {text, before, message: null, turn: null, isCancelled: false, stopped: new Set(), end};
			engine.dispatch({type: 'send', text});
			return promise;
		},
		isOpen: () => open !== null,
		cancel() {
			if (open) {
				open.isCancelled = true;
				stop(engine, state(), open);
			}
		},
		isOwn(message) {
			find();
			return own.has(message);
		},
		hear(event) {
			if (event.type === 'turn.ended') {
				ends.set(event.turn, event);
			}
		},
		look() {
			find();
			const how = open && endOf(state(), open, ends);
			if (how) {
				finish(how);
			} else if (open?.isCancelled) {
				stop(engine, state(), open);
			}
		},
		lose: why => finish({type: 'failed', failure: failed('unreachable', why)}),
	};
}

function messagesOf({chat: {items, queue}}: State) {
	return [...items.filter(item => item.type === 'message'), ...queue];
}

function messageOf(state: State, {text, before}: Open): MessageId | null {
	const found = messagesOf(state).find(one => one.text === text && !before.has(one.id));
	return found?.id ?? null;
}

/**
 * Stops a cancelled prompt: removes its message from the queue, interrupts its turn, or, if another
 * turn is active, cancels its waiting cards. Does nothing until the state contains the message.
 */
function stop(
	engine: Pick<Engine, 'dispatch'>,
	{chat, calls}: State,
	{message, turn, stopped}: Open,
): void {
	if (message !== null && chat.queue.some(({id}) => id === message)) {
		stopped.has('queue') || engine.dispatch({type: 'unqueue', message});
		stopped.add('queue');
	} else if (turn !== null && (chat.turn ?? chat.parked.at(-1))?.id === turn) {
		stopped.has('turn') || engine.dispatch({type: 'interrupt'});
		stopped.add('turn');
	} else if (turn !== null) {
		for (const call of calls.values()) {
			if (call.turn === turn && call.status.type === 'waiting' && !call.answer) {
				engine.dispatch({type: 'answer', call: call.id, verdict: {type: 'cancelled'}});
			}
		}
	}
}

const cancelled: PromptEnd = {type: 'stop', reason: 'cancelled'};

/** How the prompt ended; null as long as it runs. */
function endOf(
	{chat}: State,
	open: Open,
	ends: ReadonlyMap<TurnId, Extract<Stamped, {type: 'turn.ended'}>>,
): PromptEnd | null {
	const {message} = open;
	if (message === null) {
		return null;
	}
	const sent = chat.items.findLast(item => item.type === 'message' && item.id === message);
	if (sent?.type !== 'message') {
		// The message is neither in the conversation nor in the queue: somebody removed it.
		return chat.queue.some(({id}) => id === message) ? null : cancelled;
	}
	open.turn = sent.turn;
	const turns = [...chat.parked, ...(chat.turn ? [chat.turn] : [])];
	if (turns.some(({id}) => id === sent.turn)) {
		return null;
	}
	const {outcome = 'done', failure} = ends.get(sent.turn) ?? endingOf(chat, sent.turn);
	if (outcome === 'interrupted') {
		return cancelled;
	}
	const reason = reasonOf(chat, sent.turn, failure);
	return outcome === 'failed' && reason === 'end_turn'
		? {type: 'failed', failure: failure ?? failed('internal', 'The turn failed.')}
		: {type: 'stop', reason};
}

function endingOf({items}: State['chat'], turn: TurnId) {
	const ending = items.findLast(item => item.type === 'ending' && item.turn === turn);
	return ending?.type === 'ending' ? ending : {outcome: 'done' as const, failure: undefined};
}

/** The reason for the end in the protocol's words, taken from the model's last answer. */
function reasonOf({items}: State['chat'], turn: TurnId, failure: Failure | undefined): StopReason {
	const reply = items.findLast(item => item.type === 'reply' && item.turn === turn);
	const finish = reply?.type === 'reply' ? reply.ended?.finish : undefined;
	switch (finish) {
		case 'length':
			return 'max_tokens';
		case 'refused':
			return 'refusal';
		case 'calls':
			// A limit ended the turn although the model wanted to make more calls.
			return failure?.kind === 'limit' ? 'max_turn_requests' : 'end_turn';
		default:
			return 'end_turn';
	}
}
