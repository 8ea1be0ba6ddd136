import {createContext, useContext, useSyncExternalStore} from 'react';
import type {Live} from '../events/live.ts';
import type {State} from '../state/state.ts';
import type {ViewHandles} from './handles.ts';

/** Handles only, never app data: what changes is read through the hooks below. */
export const HandlesContext = createContext<ViewHandles | null>(null);

export function useHandles(): ViewHandles {
	const handles = useContext(HandlesContext);
	if (!handles) {
		throw new Error('A component was rendered outside of the view.');
	}
	return handles;
}

/** Selectors return references already in the state, so an unchanged answer renders nothing. */
export function useSelector<Value>(select: (state: State) => Value): Value {
	const {store} = useHandles();
	return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

export function useLive<Value>(live: Live<Value>): Value {
	return useSyncExternalStore(live.subscribe, live.snapshot);
}
