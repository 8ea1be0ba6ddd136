import type {MessageId, TurnId} from '../../events/ids.ts';
import type {SentImage} from '../../events/part.ts';
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
	input: ({text}) => [{type: 'user', text, ...imagesIn(text)}],
	markdown: ({text}) => ['', '## You', '', text],
	copied: ({text}) => text,
};

/**
 * The mark in a message's text for an image that an editor sent along. `name` is the image's name
 * in the session.
 */
export function imageMark(name: string): string {
	return `[image ${name}]`;
}

function imagesIn(text: string): {readonly images?: readonly SentImage[]} {
	const images = [...text.matchAll(/\[image ([0-9a-f]{32}\.(?:png|jpg|gif|webp))\]/g)].map(
		([, name = '']) => ({name}),
	);
	return images.length === 0 ? {} : {images};
}
