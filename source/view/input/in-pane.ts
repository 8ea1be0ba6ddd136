import type {Pane} from '../panes/panes.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {InputTools} from './input-tools.ts';

/**
 * Whether the pane gets the keys. While a command or a rule is edited, the composer gets them
 * instead.
 */
export function isInPane({focus, mode}: Pick<UiState, 'focus' | 'mode'>, pane: Pane): boolean {
	return focus === pane && !isEditing({mode});
}

/** Whether the composer contains a call's command or a rule, and no message. */
export function isEditing({mode}: Pick<UiState, 'mode'>): boolean {
	return mode === 'edit' || mode === 'rule';
}

/** Whether keys go to the chat, and not to an input line or an edit in it. */
export function isInChat({focus, mode}: Pick<UiState, 'focus' | 'mode'>): boolean {
	return focus === 'chat' && mode === 'compose';
}

export function pasteNowhere(tools: InputTools): void {
	tools.flash('A paste goes nowhere here. Esc goes back to the composer.');
}
