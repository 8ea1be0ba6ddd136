import type {ReplyId, TurnId} from '../../events/ids.ts';
import type {Finish, Usage} from '../../events/part.ts';
import type {ItemKind} from './item-kind.ts';

export type Reply = {
	readonly type: 'reply';
	readonly id: ReplyId;
	readonly turn: TurnId;
	readonly text: string;
	readonly reasoning: string;
	readonly at: number;
	readonly seq: number;
	readonly ended?: {
		readonly finish: Finish;
		readonly usage?: Usage;
		readonly durationMs: number;
	};
};

export const reply: ItemKind<Reply> = {
	addedBy: {
		'reply.began': ({reply: id, turn, at, seq}) => ({
			type: 'reply',
			id,
			turn,
			text: '',
			reasoning: '',
			at,
			seq,
		}),
	},
	key: ({id}) => id,
	shown: item => (isSilent(item) ? null : item),
	turn: ({turn}) => turn,
	// Skip a failed reply: the retry that replaced it holds the same text.
	input: ({text, ended}) =>
		text === '' || ended?.finish === 'failed' ? [] : [{type: 'assistant', text}],
	markdown: ({text}) => (text === '' ? [] : ['', '## Agent', '', text]),
	copied: ({text}) => text,
	searched: ({reasoning, text}) => `${reasoning}\n${text}`,
};

/** Most models call tools without a word: such a reply takes no room. An answer without a word says so. */
function isSilent(item: Reply): boolean {
	const finish = item.ended?.finish;
	const isNoted = finish === 'length' || finish === 'refused' || isEmptyAnswer(item);
	return item.text.trim() === '' && item.reasoning.trim() === '' && !isNoted;
}

/** The model said that it had finished, and had neither said nor asked for anything. */
export function isEmptyAnswer({text, ended}: Reply): boolean {
	return ended?.finish === 'stop' && text.trim() === '';
}
