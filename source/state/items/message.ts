import type {MessageId, TurnId} from '../../events/ids.ts';
import type {ItemKind} from './item-kind.ts';

export type Message = {
	readonly type: 'message';
	readonly id: MessageId;
	readonly turn: TurnId;
	readonly text: string;
	readonly how: 'typed' | 'queued' | 'steered';
	readonly at: number;
	/** The number of the event that made this item: its place in the journal. */
	readonly seq: number;
};

export const message: ItemKind<Message> = {
	addedBy: {
		'message.sent': ({message: id, turn, text, how, at, seq}) => ({
			type: 'message',
			id,
			turn,
			text,
			how,
			at,
			seq,
		}),
	},
	key: ({id}) => id,
	shown: item => item,
	turn: ({turn}) => turn,
	input: ({text}) => [{type: 'user', text}],
	markdown: ({text}) => ['', '## You', '', text],
	copied: ({text}) => text,
};
