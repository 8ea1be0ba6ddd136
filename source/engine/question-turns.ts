import type {Event} from '../events/event.ts';
import type {McpServerAnswer} from '../mcp-client/server-request.ts';
import {runningCalls} from '../state/select.ts';
import type {Store} from '../state/store.ts';

/** The most questions of a server during one call. The server's further questions are declined. */
const questionsMax = 20;
/** The most questions of a server that may be open at once. Further ones are declined. */
const openMax = 3;

type CallQuestions = {
	call: string;
	asked: number;
	open: number;
	/** Aborts the server's other open questions when the person refuses one. */
	refused: AbortController;
};

type AskPerson = (signal: AbortSignal) => Promise<McpServerAnswer>;

/**
 * Lets an MCP server ask the person questions, up to a limit per call, and only while a call of
 * ours runs on it. Its questions end with the call. If the person refuses one, the server's other
 * open questions are refused as well.
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
