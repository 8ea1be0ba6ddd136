import type {HopQuestion} from '../../events/hop.ts';
import type {TrustQuestion} from '../../events/project.ts';
import {waitingCalls} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import type {CardId} from '../input/card-focus.ts';

/**
 * The ids of all cards that wait, in the order in which they are shown. Questions of connections
 * come before calls. The question about a folder's instructions comes last, because the agent can
 * work without those.
 */
export function waitingCards(state: State): readonly CardId[] {
	const {question} = state.project;
	return [
		...state.hops.questions.map(({id}) => id),
		...waitingCalls(state).map(({id}) => id),
		...(question === null ? [] : [question.id]),
	];
}

export function questionOf(state: State, card: CardId | null): HopQuestion | null {
	return state.hops.questions.find(({id}) => id === card) ?? null;
}

export function trustOf({project}: State, card: CardId | null): TrustQuestion | null {
	return project.question?.id === card ? project.question : null;
}
