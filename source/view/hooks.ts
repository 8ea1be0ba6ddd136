import {createContext, useContext, useSyncExternalStore} from 'react';
import type {Live} from '../events/live.ts';
import type {State} from '../state/state.ts';
import type {ViewHandles} from './handles.ts';
import type {UiState} from './ui-state/ui-state.ts';

/** Contains handles only, no data. Components read data with the hooks below. */
export const HandlesContext = createContext<ViewHandles | null>(null);

export function useHandles(): ViewHandles {
	const handles = useContext(HandlesContext);
	if (!handles) {
		throw new Error('A component was rendered outside of the view.');
	}
	return handles;
}

/**
 * Reads a value from the state. Selectors return references from the state, so an unchanged value
 * causes no rendering.
 */
export function useSelector<Value>(select: (state: State) => Value): Value {
	const {store} = useHandles();
	return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

/** Reads a value from the UI state in the same way. */
export function useUi<Value>(select: (ui: UiState) => Value): Value {
	const {ui} = useHandles();
	return useSyncExternalStore(ui.subscribe, () => select(ui.snapshot()));
}

export function useLive<Value>(live: Live<Value>): Value {
	return useSyncExternalStore(live.subscribe, live.snapshot);
}
