import type {Pane} from '../panes/panes.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {InputTools} from './input-tools.ts';

/** The pane has the keys. While a call or a rule is edited, the composer has them. */
export function isInPane({focus, mode}: Pick<UiState, 'focus' | 'mode'>, pane: Pane): boolean {
	return focus === pane && !isEditing({mode});
}

/** The composer holds the text of a call or a rule. */
export function isEditing({mode}: Pick<UiState, 'mode'>): boolean {
	return mode === 'edit' || mode === 'rule';
}

/** Nothing but the chat is in front, and no other kind of input has begun in it. */
export function isInChat({focus, mode}: Pick<UiState, 'focus' | 'mode'>): boolean {
	return focus === 'chat' && mode === 'compose';
}

export function pasteNowhere(tools: InputTools): void {
	tools.flash('A paste goes nowhere here. Esc goes back to the composer.');
}
