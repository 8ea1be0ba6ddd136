import {failed, type Result} from '../events/failure.ts';
import type {Query} from '../events/query.ts';
import type {NewWay, ScreenInfo, ToEngine, ToScreen} from './message.ts';
import type {EngineServerPorts} from './serve-engine.ts';

type Send = (message: ToScreen) => void;

/** Answers a screen's questions, and counts those that the answer is still being looked up for. */
export function answerQuestions(send: Send, ask: (query: Query) => Promise<unknown>) {
	let open = 0;
	return {
		open: () => open,
		async answer({id, query}: Extract<ToEngine, {type: 'query'}>): Promise<void> {
			// A screen may wait for the end of a turn as long as it likes.
			const count = query.type === 'idle' ? 0 : 1;
			open += count;
			await answerTo(send, id, () => ask(query));
			open -= count;
		},
	};
}

export async function answerTo(
	send: Send,
	id: number,
	asked: () => Promise<unknown>,
): Promise<void> {
	try {
		send({type: 'answer', id, answer: await asked()});
	} catch (error) {
		send({type: 'failed', id, why: error instanceof Error ? error.message : String(error)});
	}
}

/** Hands the session over, for a screen that may. */
export async function upgrade(
	{onUpgrade}: Pick<EngineServerPorts, 'onUpgrade'>,
	{kind}: ScreenInfo,
): Promise<Result<string> | undefined> {
	if (kind === 'watch') {
		return {ok: false, failure: failed('denied', 'This screen only watches.')};
	}
	return onUpgrade?.();
}

/** Asks a screen to send nothing more. A screen that is gone sends nothing either. */
export function createHolding(send: Send) {
	let held = Promise.withResolvers<void>();
	return {
		done: () => held.resolve(),
		ask(way: NewWay) {
			held = Promise.withResolvers<void>();
			send({type: 'hold', ...way});
			return held.promise;
		},
	};
}
