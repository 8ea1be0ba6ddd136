import type {Message} from '../../../state/items/message.ts';
import type {QueuedMessage} from '../../../state/state.ts';
import {padStyled} from '../../../text/styled.ts';
import {foldRows, indented, textRows} from '../text-rows.ts';
import {tintRow} from '../tint.ts';
import {type BlockOptions, type Drawing, estimatedTextRows} from './drawing.ts';

export const messageDrawing: Drawing<Message> = {
	rows: messageRows,
	estimate: ({text}, width) => estimatedTextRows(text, width),
};

export const queuedDrawing: Drawing<QueuedMessage> = {
	rows: queuedRows,
	estimate: ({text}, width) => estimatedTextRows(text, width),
};

/** How many rows of a long message are shown while it is folded. */
const messageRowsMax = 16;

const sentWords = {typed: '', queued: ' (was queued)', steered: ' (while it worked)'} as const;
const queueWords = {queue: ' (queued)', steer: ' (at its next step)'} as const;

function messageRows({text, how}: Message, options: BlockOptions): readonly string[] {
	const {paint, width} = options;
	const rows = textRows(text, {
		width: width - 2,
		after: paint.style('text.dim', sentWords[how]),
	});
	const folded = foldRows(rows, {...options, width: width - 2, rowsMax: messageRowsMax});
	return grounded(indented(folded, `${paint.style('user', paint.glyphs.prompt)} `), options);
}

/**
 * Gives the message a background across the transcript, so that a person finds their own messages
 * in a long one.
 */
function grounded(rows: readonly string[], {paint, width}: BlockOptions): readonly string[] {
	const open = paint.open('user.ground');
	return open === '' ? rows : rows.map(row => tintRow(padStyled(row, width), open));
}

function queuedRows({text, how}: QueuedMessage, options: BlockOptions): readonly string[] {
	const {paint, width} = options;
	const rows = textRows(text + queueWords[how], {
		width: width - 2,
		open: paint.open('text.dim'),
	});
	const folded = foldRows(rows, {...options, width: width - 2, rowsMax: messageRowsMax});
	return indented(folded, `${paint.style('text.dim', paint.glyphs.prompt)} `);
}
