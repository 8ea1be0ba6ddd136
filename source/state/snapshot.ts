import type {State, ToolCall} from './state.ts';

/** The whole state after one event, as plain JSON. A front end that joins starts with it. */
export type Snapshot = {
	/** The number of the last event that it includes. */
	readonly seq: number;
	readonly state: Omit<State, 'calls'> & {readonly calls: readonly ToolCall[]};
};

export function snapshotOf(state: State, seq: number): Snapshot {
	return {seq, state: {...state, calls: [...state.calls.values()]}};
}

export function stateOf({state}: Snapshot): State {
	return {...state, calls: new Map(state.calls.map(call => [call.id, call]))};
}
