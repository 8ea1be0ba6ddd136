import type {Event} from '../events/event.ts';
import type {McpServerAnswer} from '../mcp-client/server-request.ts';
import {runningCalls} from '../state/select.ts';
import type {Store} from '../state/store.ts';

/** A server that asks more often than this during one call does not want an answer. */
const questionsMax = 20;
/** A server that asks for more at once does not want one either. */
const openMax = 3;

type CallQuestions = {
	call: string;
	asked: number;
	open: number;
	/** Aborts when the person refuses one of those that are open. */
	refused: AbortController;
};

type AskPerson = (signal: AbortSignal) => Promise<McpServerAnswer>;

/**
 * Lets a server ask a person so often per call, and only while a call of ours runs there: a question
 * ends with the call, and who refuses one has refused those behind it.
 */
export function createQuestionTurns({
	store,
	append,
}: {
	readonly store: Store;
	readonly append: (event: Event) => void;
}) {
	const turns = new Map<string, CallQuestions>();
	return async (server: string, signal: AbortSignal, ask: AskPerson): Promise<McpServerAnswer> => {
		const call = callsAt(store, server).at(-1);
		if (call === undefined) {
			return {status: 'declined'};
		}
		const turn = turns.get(server) ?? {call, asked: 0, open: 0, refused: new AbortController()};
		turns.set(server, turn);
		Object.assign(turn, turn.call === call ? {} : {call, asked: 0});
		turn.asked += 1;
		if (turn.asked === questionsMax + 1) {
			const text = `${server} asks too much during one call: what it asks from now on is refused.`;
			append({type: 'notice.shown', level: 'warn', text});
		}
		if (turn.asked > questionsMax || turn.open >= openMax) {
			return {status: 'declined'};
		}
		turn.open += 1;
		const {refused} = turn;
		try {
			const ending = AbortSignal.any([signal, refused.signal]);
			const answer = await whileCalled(store, server, {signal: ending, ask});
			if (answer.status === 'declined' && turn.refused === refused) {
				turn.refused = new AbortController();
				refused.abort(new Error('another question of its server was refused'));
			}
			return answer;
		} finally {
			turn.open -= 1;
		}
	};
}

function callsAt(store: Store, server: string): readonly string[] {
	return runningCalls(store.state())
		.filter(({scope}) => scope === `mcp:${server}`)
		.map(({id}) => id);
}

async function whileCalled(
	store: Store,
	server: string,
	{signal, ask}: {readonly signal: AbortSignal; readonly ask: AskPerson},
): Promise<McpServerAnswer> {
	const over = new AbortController();
	const look = () => {
		if (callsAt(store, server).length === 0) {
			over.abort(new Error('its call is over'));
		}
	};
	const stop = store.onEvent(look);
	try {
		look();
		const ending = AbortSignal.any([signal, over.signal]);
		return ending.aborted ? {status: 'cancelled'} : await ask(ending);
	} finally {
		stop();
	}
}
