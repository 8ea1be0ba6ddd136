import type {Pane} from '../panes/panes.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {InputTools} from './input-tools.ts';

/** Whether the pane gets the keys. While a call or a rule is edited, the composer gets them. */
export function isInPane({focus, mode}: Pick<UiState, 'focus' | 'mode'>, pane: Pane): boolean {
	return focus === pane && !isEditing({mode});
}

/** Whether the composer holds the text of a call or a rule. */
export function isEditing({mode}: Pick<UiState, 'mode'>): boolean {
	return mode === 'edit' || mode === 'rule';
}

/** Whether the chat has the focus and no other kind of input has begun in it. */
export function isInChat({focus, mode}: Pick<UiState, 'focus' | 'mode'>): boolean {
	return focus === 'chat' && mode === 'compose';
}

export function pasteNowhere(tools: InputTools): void {
	tools.flash('A paste goes nowhere here. Esc goes back to the composer.');
}
