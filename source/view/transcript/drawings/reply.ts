import {isEmptyAnswer, type Reply} from '../../../state/items/reply.ts';
import {count} from '../../../text/count.ts';
import {fitTo} from '../../../text/width.ts';
import {indented, textRows} from '../text-rows.ts';
import {type BlockOptions, type Drawing, estimatedTextRows} from './drawing.ts';

export const replyDrawing: Drawing<Reply> = {
	rows: replyRows,
	estimate: ({text, reasoning}, width) =>
		estimatedTextRows(text, width) + (reasoning === '' ? 0 : 2),
};

function replyRows(reply: Reply, options: BlockOptions): readonly string[] {
	const {width, paint, markdown} = options;
	const status = reply.ended ? 'done' : 'growing';
	const reasoning = reasoningRows(reply, options);
	const text = markdown.update(reply.text, {width, paint, status});
	const note = noteRows(reply, options);
	return [reasoning, text, note].filter(rows => rows.length > 0).flatMap(withBlankRow);
}

function withBlankRow(rows: readonly string[], index: number): readonly string[] {
	return index === 0 ? rows : ['', ...rows];
}

/** Draws the reasoning: one row with its length, or all of it if it is unfolded. */
function reasoningRows(reply: Reply, options: BlockOptions): readonly string[] {
	const {paint, unfolded, width} = options;
	const text = reply.reasoning.trim();
	if (text === '') {
		return [];
	}
	const verb = reply.text === '' && !reply.ended ? 'thinks' : 'thought';
	const glyph = unfolded ? paint.glyphs.unfold : paint.glyphs.fold;
	const head = fitTo(`${glyph} ${verb}, ${count(text.length)} characters`, width);
	const open = paint.open('text.dim');
	const rows = unfolded ? indented(textRows(text, {width: width - 2, open}), '  ') : [];
	return [paint.style('text.dim', head), ...rows];
}

const finishWords = {
	length: 'The answer was cut off: it reached the longest that the model may write.',
	refused: 'The model declined to answer.',
	failed: 'The answer broke off here.',
} as const;

const emptyWords = 'The model ended its answer without a word.';

function noteRows(reply: Reply, {paint, width}: BlockOptions): readonly string[] {
	const finish = reply.ended?.finish;
	if (isEmptyAnswer(reply)) {
		return textRows(emptyWords, {width, open: paint.open('text.dim')});
	}
	return finish === 'length' || finish === 'refused' || finish === 'failed'
		? textRows(finishWords[finish], {width, open: paint.open('status.warn')})
		: [];
}
