import type {Event, Stamped} from '../events/event.ts';
import type {Clock} from '../platform/clock.ts';
import {emptyState} from './empty-state.ts';
import {reduce} from './reduce.ts';
import {replay} from './replay.ts';
import type {State} from './state.ts';

/** A state that changes with events, as code sees it that only reads it. */
export type StateSource = {
	readonly state: () => State;
	/** Calls the listener after changes, at most once per frame. */
	readonly subscribe: (listener: () => void) => () => void;
	/** Calls the listener with every event, in order, before the event changes the state. */
	readonly onEvent: (listener: (event: Stamped) => void) => () => void;
};

export type Store = StateSource & {
	/** Stamps, records and reduces an event at once. Screens are notified at most once per frame. */
	readonly append: (event: Event) => Stamped;
	/** Reduces an event that the engine's store has stamped already. */
	readonly take: (event: Stamped) => void;
	/** Continues from the state of another store, after the event with this number. */
	readonly restore: (state: State, seq: number) => void;
	/** The number of the last event. */
	readonly seq: () => number;
	/**
	 * Reduces recorded events. An event on which a reducer throws is skipped, so that a damaged line
	 * can't make a session unreadable. Returns the number of skipped events.
	 */
	readonly replay: (events: readonly Stamped[]) => number;
};

export const frameMs = 33;

/**
 * The one place where events change the state. Listeners are called at once for the first change
 * and then at most once per frame, so that 200 tokens a second cost 30 renders, not 200.
 */
export function createStore(clock: Clock): Store {
	const renderListeners = new Set<() => void>();
	const eventListeners = new Set<(event: Stamped) => void>();
	const notify = oncePerFrame(clock, () => {
		for (const listener of [...renderListeners]) {
			listener();
		}
	});
	let state = emptyState;
	let seq = 0;
	const reduceEvent = (event: Stamped) => {
		const before = state;
		state = reduce(state, event);
		if (state !== before) {
			// A person waits for the end of an answer, so show it at once and not with the next frame.
			const isEnd = event.type === 'reply.ended' || event.type === 'turn.ended';
			notify({urgent: isEnd});
		}
	};
	const take = (event: Stamped) => {
		seq = event.seq;
		// Call these listeners before reducing: the journal must have the event before a screen shows
		// it.
		for (const listener of [...eventListeners]) {
			listener(event);
		}
		reduceEvent(event);
	};
	return {
		append(event) {
			const stamped: Stamped = {v: 1, seq: seq + 1, at: clock.now(), ...event};
			take(stamped);
			return stamped;
		},
		take,
		restore(from, at) {
			state = from;
			seq = at;
			if (renderListeners.size > 0) {
				notify({urgent: false});
			}
		},
		seq: () => seq,
		replay(events) {
			const before = state;
			const replayed = replay(state, events);
			seq = events.reduce((last, event) => Math.max(last, event.seq), seq);
			state = replayed.state;
			if (state !== before) {
				notify({urgent: false});
			}
			return replayed.passedOver;
		},
		state: () => state,
		subscribe: listener => subscribeTo(renderListeners, listener),
		onEvent: listener => subscribeTo(eventListeners, listener),
	};
}

function subscribeTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
	};
}

/**
 * Calls `action` at once, then at most once per frame as long as calls keep coming. An urgent call
 * is never delayed.
 */
function oncePerFrame(clock: Clock, action: () => void): (how: {urgent: boolean}) => void {
	let resting = false;
	let wanted = false;
	const rest = () => {
		resting = true;
		clock.after(frameMs, () => {
			resting = false;
			if (wanted) {
				wanted = false;
				rest();
				action();
			}
		});
	};
	return ({urgent}) => {
		if (resting && !urgent) {
			wanted = true;
			return;
		}
		wanted = false;
		if (!resting) {
			rest();
		}
		action();
	};
}
