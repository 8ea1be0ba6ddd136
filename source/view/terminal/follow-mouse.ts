import type {TerminalId} from '../../events/ids.ts';
import type {Live, TerminalFrame} from '../../events/live.ts';
import type {State} from '../../state/state.ts';
import type {TerminalModes} from '../paint/terminal-modes.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {selectedTerminal} from './selected.ts';

export type MousePorts = {
	readonly store: {
		readonly state: () => State;
		readonly subscribe: (listener: () => void) => () => void;
	};
	readonly ui: Live<UiState>;
	readonly modes: Pick<TerminalModes, 'change'>;
	readonly frameOf: (terminal: TerminalId) => Live<TerminalFrame> | null;
};

/**
 * Switches reports of the mouse on if the user wants them, or if the program with the keyboard
 * does.
 */
export function followMouse({store, ui, modes, frameOf}: MousePorts): () => void {
	let isOn = false;
	let held: {
		readonly id: TerminalId;
		readonly live: Live<TerminalFrame> | null;
		readonly stop: () => void;
	} | null = null;
	const look = (): void => {
		const wanted = ui.snapshot().mouse || (held?.live?.snapshot().modes.mouse ?? 'none') !== 'none';
		if (wanted !== isOn) {
			isOn = wanted;
			modes.change({mouse: wanted});
		}
	};
	const follow = (): void => {
		const id = heldTerminal(store.state(), ui.snapshot());
		if (id !== (held?.id ?? null)) {
			held?.stop();
			const live = id === null ? null : frameOf(id);
			held = id === null ? null : {id, live, stop: live?.subscribe(look) ?? (() => {})};
		}
		look();
	};
	follow();
	const stops = [store.subscribe(follow), ui.subscribe(follow)];
	return () => {
		for (const stop of stops) {
			stop();
		}
		held?.stop();
	};
}

function heldTerminal(state: State, ui: UiState): TerminalId | null {
	const terminal = selectedTerminal(state, ui);
	const isHeld = terminal?.ended === null && terminal.control === 'user';
	return isHeld && ui.focus === 'terminal' ? terminal.id : null;
}
