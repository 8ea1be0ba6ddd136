import type {HopQuestion} from '../../events/hop.ts';
import type {TrustQuestion} from '../../events/project.ts';
import {waitingCalls} from '../../state/select.ts';
import type {ToolCall} from '../../state/state.ts';
import type {InputTools} from '../input/input-tools.ts';
import {questionOf, trustOf} from './waiting-cards.ts';

type Shown = Pick<InputTools, 'store' | 'ui'>;

/** The call that the card asks about; null if it asks about something else. */
export function shownCall({store, ui}: Shown): ToolCall | null {
	const {call} = ui().card;
	return waitingCalls(store.state()).find(waiting => waiting.id === call) ?? null;
}

/** The question of a connection that the card asks; null if it asks about something else. */
export function shownQuestion({store, ui}: Shown): HopQuestion | null {
	return questionOf(store.state(), ui().card.call);
}

/** The question about a folder that the card asks; null if it asks about something else. */
export function shownTrust({store, ui}: Shown): TrustQuestion | null {
	return trustOf(store.state(), ui().card.call);
}
