import type {TerminalRecord} from '../../state/state.ts';
import type {UiState} from '../ui-state/ui-state.ts';

export type FootOptions = {
	readonly lookBack: UiState['terminal'];
	/** How many lines the view is above the end. */
	readonly back: number;
	readonly isFocused: boolean;
	readonly isTypingHidden: boolean;
	/** The leader key as people write it. */
	readonly leader: string;
	/**
	 * Set after the program with the keyboard has ended: keys are ignored until one comes that was
	 * surely not meant for it.
	 */
	readonly isKeyboardLost: boolean;
	readonly now: number;
};

/** The text in the pane's border: the most urgent action that is possible now. */
export function footOf(terminal: TerminalRecord | null, options: FootOptions): string {
	const {lookBack, back, isFocused, isTypingHidden, isKeyboardLost, leader, now} = options;
	const isHeld = terminal?.ended === null && terminal.control === 'user';
	if (isKeyboardLost) {
		return `no key counts until ${leader}, or Esc after a rest`;
	}
	if (isHeld && terminal.handsOverAt !== undefined) {
		const seconds = Math.max(0, Math.ceil((terminal.handsOverAt - now) / 1000));
		return `the agent gets the keyboard in ${seconds} s: any key keeps it`;
	}
	if (isTypingHidden) {
		return 'Enter types it  Esc back  nothing of it is kept';
	}
	if (isHeld && terminal.isWanted) {
		return `the agent waits for the keyboard: ${leader} i hands back`;
	}
	if (terminal?.waiting === 'password') {
		return isHeld && isFocused
			? `it hides what you type  ${leader} i hands back`
			: 'it hides its input: Alt+P types it';
	}
	if (lookBack.selection) {
		const lines = Math.abs(lookBack.selection.head - lookBack.selection.anchor) + 1;
		return `${lines} ${lines === 1 ? 'line' : 'lines'}: y copies  Esc ends`;
	}
	if (back > 0) {
		return `${back} lines back  End returns`;
	}
	if (!isFocused || !terminal) {
		return '';
	}
	if (terminal.ended) {
		return 'v selects  x copies all  D closes';
	}
	return isHeld ? `${leader} i hands back` : 'Enter takes over  v selects  ? keys';
}
