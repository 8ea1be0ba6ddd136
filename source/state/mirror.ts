import type {Stamped} from '../events/event.ts';
import type {Clock} from '../platform/clock.ts';
import {type Snapshot, stateOf} from './snapshot.ts';
import {createStore, type StateSource} from './store.ts';

/** The part of an engine that a mirror needs. */
export type Mirrored = {
	readonly events: {readonly subscribe: (listener: (event: Stamped) => void) => () => void};
	readonly snapshot: () => Promise<Snapshot>;
	/** The engine's own state if it runs in this process, so that there is no second copy. */
	readonly shared: StateSource | null;
};

/** A front end's own copy of the state: a snapshot, then every event through the same reducer. */
export async function createMirror(engine: Mirrored, clock: Clock): Promise<Mirror> {
	if (engine.shared) {
		return {...engine.shared, close() {}};
	}
	const store = createStore(clock);
	const early: Stamped[] = [];
	let take = (event: Stamped): unknown => early.push(event);
	const close = engine.events.subscribe(event => take(event));
	const snapshot = await engine.snapshot();
	store.restore(stateOf(snapshot), snapshot.seq);
	take = event => (event.seq > snapshot.seq ? store.take(event) : undefined);
	early.forEach(take);
	return {state: store.state, subscribe: store.subscribe, onEvent: store.onEvent, close};
}

export type Mirror = StateSource & {readonly close: () => void};
