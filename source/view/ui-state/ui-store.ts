import type {Stamped} from '../../events/event.ts';
import {createEmitter, type Live} from '../../events/live.ts';
import type {UiState} from './ui-state.ts';

/** The store of a screen's own state. The engine knows nothing of it. */
export type UiStore = Live<UiState> & {
	readonly change: (part: Partial<UiState>) => void;
	readonly close: () => void;
};

export function createUiStore(
	first: UiState,
	engine: {readonly onEvent: (listener: (event: Stamped) => void) => () => void},
): UiStore {
	const emitter = createEmitter();
	let state = first;
	const change = (part: Partial<UiState>) => {
		state = {...state, ...part};
		emitter.emit();
	};
	const close = engine.onEvent(event => {
		const part = changeByEvent(state, event);
		if (part) {
			change(part);
		}
	});
	return {subscribe: emitter.subscribe, snapshot: () => state, change, close};
}

/** Selects a new terminal, because the user most likely wants to see it. */
function changeByEvent({selectedTerminal}: UiState, event: Stamped): Partial<UiState> | null {
	switch (event.type) {
		case 'terminal.opened':
			return {selectedTerminal: event.terminal};
		case 'terminal.closed':
			return selectedTerminal === event.terminal ? {selectedTerminal: null} : null;
		default:
			return null;
	}
}
