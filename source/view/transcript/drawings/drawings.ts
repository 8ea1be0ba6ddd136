import {type MarkType, markOf} from '../../../state/items/item-kinds.ts';
import type {TranscriptBlock} from '../blocks.ts';
import {callDrawing} from './call.ts';
import type {BlockOptions, Drawing} from './drawing.ts';
import {endingDrawing} from './ending.ts';
import {keyRefusedDrawing} from './key-refused.ts';
import {markDrawing} from './mark.ts';
import {messageDrawing, queuedDrawing} from './message.ts';
import {ranDrawing} from './ran.ts';
import {replyDrawing} from './reply.ts';

type OwnType = Exclude<TranscriptBlock['type'], MarkType>;
type OwnBlock<Type extends OwnType = OwnType> = Extract<TranscriptBlock, {readonly type: Type}>;

/** How each kind of block is drawn, except for marks. */
const drawings: {readonly [Type in OwnType]: Drawing<OwnBlock<Type>['shown']>} = {
	message: messageDrawing,
	reply: replyDrawing,
	call: callDrawing,
	ran: ranDrawing,
	ending: endingDrawing,
	'key-refused': keyRefusedDrawing,
	queued: queuedDrawing,
	nothing: {rows: () => [], estimate: () => 0},
};

/** Renders one block as styled rows, without the blank row above it. */
export function renderBlock(block: TranscriptBlock, options: BlockOptions): readonly string[] {
	const {drawing, shown} = drawingOf(block);
	return drawing.rows(shown, options);
}

/** Estimates a block's rows, including the blank row above it. */
export function estimateRows(block: TranscriptBlock, width: number): number {
	const {drawing, shown} = drawingOf(block);
	return drawing.estimate(shown, Math.max(1, width)) + (block.apart ? 1 : 0);
}

function drawingOf(block: TranscriptBlock): {
	readonly drawing: Drawing<unknown>;
	readonly shown: unknown;
} {
	const mark = markOf(block);
	return (
		mark
			? {drawing: markDrawing, shown: mark}
			: {drawing: drawings[block.type as OwnType], shown: block.shown}
	) as {drawing: Drawing<unknown>; shown: unknown};
}
