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
	// A failed reply is left out, because the retry that replaced it contains its text.
	input: ({text, ended}) =>
		text === '' || ended?.finish === 'failed' ? [] : [{type: 'assistant', text}],
	markdown: ({text}) => (text === '' ? [] : ['', '## Agent', '', text]),
	copied: ({text}) => text,
	searched: ({reasoning, text}) => `${reasoning}\n${text}`,
};

/**
 * Whether the transcript shows nothing of this reply: most models call tools without a word. An
 * answer without text and without calls is shown.
 */
function isSilent(item: Reply): boolean {
	const finish = item.ended?.finish;
	const isNoted = finish === 'length' || finish === 'refused' || isEmptyAnswer(item);
	return item.text.trim() === '' && item.reasoning.trim() === '' && !isNoted;
}

/** Whether the model finished without any text and without any call. */
export function isEmptyAnswer({text, ended}: Reply): boolean {
	return ended?.finish === 'stop' && text.trim() === '';
}
