import type {Failure} from '../../events/failure.ts';
import type {TurnId} from '../../events/ids.ts';
import type {ItemKind} from './item-kind.ts';

/** A turn ended without being done. */
export type TurnEnding = {
	readonly type: 'ending';
	readonly turn: TurnId;
	readonly outcome: 'interrupted' | 'failed';
	readonly failure?: Failure;
	readonly at: number;
};

export const ending: ItemKind<TurnEnding> = {
	addedBy: {
		'turn.ended': ({turn, outcome, failure, at}) =>
			outcome === 'done' ? null : {type: 'ending', turn, outcome, at, ...(failure && {failure})},
	},
	key: ({turn}) => turn,
	shown: item => item,
	turn: ({turn}) => turn,
	input: () => [],
	markdown: ({outcome}) => ['', `*The turn was ${outcome}.*`],
	copied: ({failure}) => [failure?.message, failure?.detail].filter(Boolean).join('\n'),
};
