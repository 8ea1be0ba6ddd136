import {assertNever} from '../../events/assert-never.ts';
import type {TranscriptBlock} from './blocks.ts';
import {summaryRows} from './render-block.ts';

/** A guess at a block's rows from the length of its text alone: reading thousands of texts would be felt. */
export function estimateRows(block: TranscriptBlock, width: number): number {
	return contentRows(block, Math.max(1, width)) + (block.apart ? 1 : 0);
}

/** Lines end before the edge, and blank rows stand between paragraphs. */
const filledShare = 0.7;
const callRows = 3;

function contentRows(block: TranscriptBlock, width: number): number {
	switch (block.type) {
		case 'message':
		case 'queued':
			return textRows(block.message.text, width);
		case 'reply':
			return textRows(block.reply.text, width) + (block.reply.reasoning === '' ? 0 : 2);
		case 'call':
			return callRows;
		case 'ending':
			return 2;
		case 'compacted':
			return 1 + summaryRows;
		case 'continued':
		case 'hop':
		case 'cleared':
			return 1;
		case 'nothing':
			return 0;
		default:
			return assertNever(block);
	}
}

function textRows(text: string, width: number): number {
	return Math.ceil(text.length / Math.max(1, width * filledShare));
}
