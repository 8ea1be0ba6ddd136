import type {Stamped} from '../../events/event.ts';
import {createEmitter, type Live} from '../../events/live.ts';
import type {UiState} from './ui-state.ts';

/** The screen's own state. Every screen has one; nothing of it is known to the engine. */
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

/** A new terminal is what the user wants to see next. */
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
