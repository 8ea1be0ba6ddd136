import type {TurnId} from '../../events/ids.ts';
import {type MarkItemKind, markKind} from './mark-kind.ts';

/** The place where a turn resumed that had waited while other turns spoke. */
export type Continued = {
	readonly type: 'continued';
	readonly turn: TurnId;
	/** The first words of the message that had started the turn. */
	readonly about: string;
	readonly at: number;
};

const aboutColumnsMax = 40;

export const continued: MarkItemKind<Continued> = markKind({
	addedBy: {
		'turn.continued'({turn, at}, {items}) {
			const first = items.find(item => item.type === 'message' && item.turn === turn);
			return {type: 'continued', turn, about: first?.type === 'message' ? first.text : '', at};
		},
	},
	turn: ({turn}) => turn,
	mark: ({about}) => ({
		words: 'goes on with',
		subject: about.split('\n')[0] ?? '',
		subjectColumnsMax: aboutColumnsMax,
	}),
	markdown: ({about}) => ['', `*The agent went on with: ${about}*`],
});
