import type {CallId} from '../../events/ids.ts';
import {waitingCalls} from '../../state/select.ts';
import type {FocusContext} from '../actions/action.ts';
import {startWith} from '../composer/composer-state.ts';
import {emptyDraft} from '../composer/draft.ts';
import {expandPastes} from '../composer/paste.ts';
import {askOnCard, focusCard} from '../input/card-focus.ts';
import {isEditing} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {Mode} from '../ui-state/ui-state.ts';

/**
 * The context in which the composer edits a command or a rule. Enter only keeps the text: the card
 * shows it and asks again, so that nothing runs that was not shown.
 */
export const editContext: FocusContext = {
	name: 'edit',
	keys: null,
	holds: ({ui}) => isEditing(ui()),
	without: ['queue', 'history-search', 'take-back', 'help', 'focus-card'],
};

/**
 * Returns why some actions are impossible while a call is edited: they would lose the message that
 * was set aside for the edit; null if nothing is edited.
 */
export function unlessEditing({ui}: InputTools): string | null {
	return isEditing(ui()) ? 'Finish the edit first: Enter keeps it, Esc drops it.' : null;
}

/**
 * Opens the text in the composer. The message that is being written is set aside until the edit
 * ends.
 */
export function startEdit(
	tools: InputTools,
	{call, text, mode}: {call: CallId; text: string; mode: Extract<Mode, 'edit' | 'rule'>},
): void {
	const {composer, card} = tools.ui();
	tools.change({
		mode,
		editFor: call,
		laidAside: composer.draft,
		composer: startWith({...composer, draft: emptyDraft}, text),
		card: {...card, focused: false},
	});
}

export function keepEdit(tools: InputTools): void {
	const {mode, composer, editFor} = tools.ui();
	const text = expandPastes(composer.draft);
	const call = waitingCalls(tools.store.state()).find(({id}) => id === editFor);
	giveBack(tools);
	if (!call) {
		// The question has disappeared meanwhile. The card may show another one, for which the edited
		// text is not meant.
		tools.flash('That question is no longer open, so nothing was changed.');
	} else if (text.trim() !== '' && mode === 'rule') {
		tools.change({ruleMatch: text.trim()});
	} else if (text.trim() !== '') {
		tools.perform({type: 'edit-call', call: call.id, text});
	}
}

export function giveBack(tools: InputTools): void {
	const {mode, composer, card, editFor, laidAside} = tools.ui();
	const now = tools.clock.elapsed();
	const focused = focusCard(card, now);
	tools.change({
		mode: 'compose',
		editFor: null,
		laidAside: null,
		composer: {
			...composer,
			draft: laidAside ?? emptyDraft,
			suggestions: null,
			lastKeyAt: now,
		},
		// After a rule was edited, the card shows the same step again, and keys count only after a
		// while.
		card:
			mode === 'rule' && card.call === editFor
				? askOnCard(focused, {step: card.step, now})
				: focused,
	});
}
