import type {Stamped} from '../events/event.ts';
import {copying, inPlace, type ListEdits} from './list-edits.ts';
import {reduce} from './reduce.ts';
import type {State} from './state.ts';

export type Replayed = {
	readonly state: State;
	/** How many events were skipped, because a reducer threw an exception. */
	readonly passedOver: number;
};

/** Reduces recorded events. Its time grows only linearly with their number. */
export function replay(from: State, events: readonly Stamped[]): Replayed {
	try {
		const state = reduceAll(ownListsOf(from), events, inPlace);
		return {state, passedOver: 0};
	} catch {
		// The event that failed may have changed half of a list, so start again, this time with copies.
		return replayWithFailures(from, events);
	}
}

function reduceAll(from: State, events: readonly Stamped[], lists: ListEdits): State {
	return events.reduce((state, event) => reduce(state, event, lists), from);
}

/** Copies the state's lists, so that other users of the state don't see the changes. */
function ownListsOf(state: State): State {
	return {
		...state,
		chat: {...state.chat, items: [...state.chat.items]},
		calls: new Map(state.calls),
		changes: [...state.changes],
	};
}

function replayWithFailures(from: State, events: readonly Stamped[]): Replayed {
	let state = from;
	let passedOver = 0;
	for (const event of events) {
		try {
			state = reduce(state, event, copying);
		} catch {
			passedOver += 1;
		}
	}
	return {state, passedOver};
}
