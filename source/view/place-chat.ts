import type {ChatFrames, LayoutInput, PaneRects, Rect} from './layout.ts';

/** Border, two rows of command, two rows of keys: with less, a card can't be answered safely. */
export const cardRowsMin = 6;

/**
 * The composer grows up to a third of the chat, and the transcript keeps two rows. But a card
 * always gets the rows that it needs to be read: nobody should have to answer a cut card.
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

/** The smallest composer: one row and its border. */
const frameRowsMin = 3;

/** The smallest transcript: two rows and their border. */
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
