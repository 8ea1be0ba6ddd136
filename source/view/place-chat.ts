import type {ChatFrames, LayoutInput, PaneRects, Rect} from './layout.ts';

/**
 * The fewest rows of a card: its border, two rows of the command, two rows of keys. With fewer, a
 * person can't answer safely.
 */
export const cardRowsMin = 6;

/**
 * Divides the chat. The composer grows up to a third of it, and the transcript keeps two rows. But
 * a card always gets the rows that it needs, because no person should have to answer a card that is
 * cut.
 */
export function placeChat(chat: Rect, {composerRows, cardRows}: LayoutInput): ChatFrames {
	const writable = Math.max(1, Math.floor(chat.height / 3) - 2);
	const wanted = Math.min(Math.max(1, composerRows), writable) + 2;
	const above = chat.height - wanted;
	const spare = Math.max(above - transcriptRowsMin, Math.min(cardRowsMin, above));
	const cardHeight = Math.max(0, Math.min(cardRows, spare));
	const rest = above - cardHeight;
	const transcriptHeight = rest < frameRowsMin ? 0 : rest;
	const composerTop = chat.y + transcriptHeight + cardHeight;
	return {
		transcript: frameOf({...chat, height: transcriptHeight}),
		card:
			cardHeight === 0
				? null
				: {x: chat.x, y: chat.y + transcriptHeight, width: chat.width, height: cardHeight},
		composer: frameOf({...chat, y: composerTop, height: chat.y + chat.height - composerTop}),
	};
}

/** The smallest composer: one row with its border. */
const frameRowsMin = 3;

/** The smallest transcript: two rows with its border. */
const transcriptRowsMin = 4;

export function frameOf(outer: Rect): PaneRects {
	return {
		outer,
		inner: {
			x: outer.x + 1,
			y: outer.y + 1,
			width: outer.width - 2,
			height: outer.height - 2,
		},
	};
}
