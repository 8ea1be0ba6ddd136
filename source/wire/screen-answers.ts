import {failed, type Result} from '../events/failure.ts';
import type {Query} from '../events/query.ts';
import type {NewWay, ScreenInfo, ToEngine, ToScreen} from './message.ts';
import type {EngineServerPorts} from './serve-engine.ts';

type Send = (message: ToScreen) => void;

/** Answers the queries of a screen, and counts those that are still open. */
export function answerQuestions(send: Send, ask: (query: Query) => Promise<unknown>) {
	let open = 0;
	return {
		open: () => open,
		async answer({id, query}: Extract<ToEngine, {type: 'query'}>): Promise<void> {
			// Don't count `idle`: it may stay open until a turn ends, and must not block a hand-over.
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

/** Hands the session over when a screen asks for it, unless that screen only watches. */
export async function upgrade(
	{onUpgrade}: Pick<EngineServerPorts, 'onUpgrade'>,
	{kind}: ScreenInfo,
): Promise<Result<string> | undefined> {
	if (kind === 'watch') {
		return {ok: false, failure: failed('denied', 'This screen only watches.')};
	}
	return onUpgrade?.();
}

/**
 * Asks a screen to stop sending, and waits for its `held`. The wait also ends if the screen
 * disconnects.
 */
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
