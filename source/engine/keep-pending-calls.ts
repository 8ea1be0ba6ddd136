import type {Stamped} from '../events/event.ts';
import type {CallId} from '../events/ids.ts';
import {waitingCalls} from '../state/select.ts';
import type {State} from '../state/state.ts';

/**
 * If the person quits while a card waits, `resume` shows the card again. So the events by which the
 * shutdown cancels that call and its turn are not written to the journal.
 */
export function keepPendingCalls(state: State): (event: Stamped) => boolean {
	const calls = waitingCalls(state).filter(({caller}) => !caller);
	const waiting = new Set<CallId>(calls.map(call => call.id));
	const turns = new Set(calls.map(call => call.turn));
	return event => {
		switch (event.type) {
			case 'authorization.answered':
			case 'tool.ended':
				return waiting.has(event.call);
			case 'turn.ended':
				return turns.has(event.turn);
			default:
				return false;
		}
	};
}
