import type {State, TerminalRecord} from '../../state/state.ts';
import type {UiState} from '../ui-state/ui-state.ts';

/** Returns the terminal that this screen shows: the one that the user chose, else the newest. */
export function selectedTerminal(
	{terminals}: Pick<State, 'terminals'>,
	ui: Pick<UiState, 'selectedTerminal'>,
): TerminalRecord | null {
	return (
		terminals.find(terminal => terminal.id === ui.selectedTerminal) ?? terminals.at(-1) ?? null
	);
}
