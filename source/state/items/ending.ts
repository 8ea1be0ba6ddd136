import type {Failure} from '../../events/failure.ts';
import type {TurnId} from '../../events/ids.ts';
import type {Chat} from '../state.ts';
import type {ItemKind} from './item-kind.ts';

/**
 * Shown if a turn was interrupted or failed, or took so long that a person may have looked away.
 */
export type TurnEnding = {
	readonly type: 'ending';
	readonly turn: TurnId;
	readonly outcome: 'interrupted' | 'failed' | 'done';
	readonly failure?: Failure;
	/** How long the turn took. Set only if the turn is done. */
	readonly tookMs?: number;
	readonly at: number;
};

export const ending: ItemKind<TurnEnding> = {
	addedBy: {
		'turn.ended': ({turn, outcome, failure, at}, chat) => {
			if (outcome !== 'done') {
				return {type: 'ending', turn, outcome, at, ...(failure && {failure})};
			}
			const tookMs = at - (startOf(turn, chat) ?? at);
			return tookMs >= toldFromMs ? {type: 'ending', turn, outcome, at, tookMs} : null;
		},
	},
	key: ({turn}) => turn,
	shown: item => item,
	turn: ({turn}) => turn,
	input: () => [],
	markdown: ({outcome, tookMs = 0}) => [
		'',
		outcome === 'done' ? `*Done in ${Math.round(tookMs / 1000)} s.*` : `*The turn was ${outcome}.*`,
	],
	copied: ({failure}) => [failure?.message, failure?.detail].filter(Boolean).join('\n'),
};

/** A turn that is done in less time gets no item. */
const toldFromMs = 30_000;

function startOf(turn: TurnId, {turn: current, parked}: Chat): number | undefined {
	return [...(current ? [current] : []), ...parked].find(({id}) => id === turn)?.startedAt;
}
