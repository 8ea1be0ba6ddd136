import type {State, ToolCall} from './state.ts';

/** The whole state at one event, as plain JSON: what a front end that joins begins with. */
export type Snapshot = {
	/** Of the last event that is in it. */
	readonly seq: number;
	readonly state: Omit<State, 'calls'> & {readonly calls: readonly ToolCall[]};
};

export function snapshotOf(state: State, seq: number): Snapshot {
	return {seq, state: {...state, calls: [...state.calls.values()]}};
}

export function stateOf({state}: Snapshot): State {
	return {...state, calls: new Map(state.calls.map(call => [call.id, call]))};
}
