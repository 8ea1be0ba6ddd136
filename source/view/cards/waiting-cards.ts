import type {HopQuestion} from '../../events/hop.ts';
import {waitingCalls} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import type {CardId} from '../input/card-focus.ts';

/** Everything that waits for an answer; questions of connections come before calls. */
export function waitingCards(state: State): readonly CardId[] {
	return [...state.hops.questions.map(({id}) => id), ...waitingCalls(state).map(({id}) => id)];
}

export function questionOf(state: State, card: CardId | null): HopQuestion | null {
	return state.hops.questions.find(({id}) => id === card) ?? null;
}
