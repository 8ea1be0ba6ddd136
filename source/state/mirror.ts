import type {Stamped} from '../events/event.ts';
import type {Clock} from '../platform/clock.ts';
import {type Snapshot, stateOf} from './snapshot.ts';
import {createStore, type StateSource} from './store.ts';

/** The part of an engine from which a mirror is made. */
export type Mirrored = {
	readonly events: {readonly subscribe: (listener: (event: Stamped) => void) => () => void};
	readonly snapshot: () => Promise<Snapshot>;
	readonly resyncs: {readonly subscribe: (listener: (snapshot: Snapshot) => void) => () => void};
	/**
	 * The engine's own state if the engine runs in this process; then the mirror uses it and keeps no
	 * copy.
	 */
	readonly shared: StateSource | null;
};

/** A front end's own copy of the state: a snapshot, then every event through the same reducer. */
export async function createMirror(engine: Mirrored, clock: Clock): Promise<Mirror> {
	if (engine.shared) {
		return {...engine.shared, tellAll() {}, close() {}};
	}
	const store = createStore(clock);
	const early: Stamped[] = [];
	let take = (event: Stamped): unknown => early.push(event);
	const stopEvents = engine.events.subscribe(event => take(event));
	const snapshot = await engine.snapshot();
	store.restore(stateOf(snapshot), snapshot.seq);
	take = store.take;
	for (const event of early.filter(({seq}) => seq > snapshot.seq)) {
		store.take(event);
	}
	const stopResyncs = engine.resyncs.subscribe(newer => {
		store.restore(stateOf(newer), newer.seq);
	});
	return {
		state: store.state,
		subscribe: store.subscribe,
		onEvent: store.onEvent,
		tellAll: () => store.restore(store.state(), store.seq()),
		close() {
			stopEvents();
			stopResyncs();
		},
	};
}

export type Mirror = StateSource & {
	/**
	 * Calls all listeners for the present state. An engine in another process may send nothing for
	 * hours, but a card that already waits must be shown at once.
	 */
	readonly tellAll: () => void;
	readonly close: () => void;
};
