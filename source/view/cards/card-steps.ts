import type {Context} from '../actions/contexts.ts';
import type {CardStep} from '../input/card-focus.ts';

/** The context whose keys apply at each step of a card. */
export const contextOfStep = {
	answer: 'card',
	time: 'card-time',
	rule: 'card-rule',
	group: 'card-group',
} as const satisfies Readonly<Record<CardStep, Context>>;
