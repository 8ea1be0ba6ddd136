import {assertNever} from '../../events/assert-never.ts';
import type {Compacted, QueuedMessage, Reply} from '../../state/state.ts';
import {reveal} from '../../text/neutralise.ts';
import {fitTo, shorten, textWidth} from '../../text/width.ts';
import {drawn} from '../drawn.ts';
import type {MarkdownView} from '../markdown/view.ts';
import type {Paint} from '../theme.ts';
import {count} from '../words.ts';
import {isEmptyAnswer, type Message, type TranscriptBlock} from './blocks.ts';
import {callRows} from './call-rows.ts';
import {endingRows} from './ending-rows.ts';
import {foldRows, indented, textRows} from './text-rows.ts';

export type BlockOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly unfolded: boolean;
	/** Renders a reply's text; kept by the caller while the reply grows. */
	readonly markdown: MarkdownView;
};

/** One block as styled rows, without the blank row above it. */
export function renderBlock(block: TranscriptBlock, options: BlockOptions): readonly string[] {
	switch (block.type) {
		case 'message':
			return messageRows(block.message, options);
		case 'queued':
			return queuedRows(block.message, options);
		case 'reply':
			return replyRows(block.reply, options);
		case 'call':
			return callRows(block.call, options);
		case 'ending':
			return endingRows(block.ending, options);
		case 'continued':
			return [ruleRow(continuedWords(block.about), options)];
		case 'hop':
			return [ruleRow(`from here on: ${drawn(block.host, options.paint)}`, options)];
		case 'compacted':
			return compactedRows(block.compacted, options);
		case 'cleared':
			return [ruleRow('context cleared: nothing above is sent any more', options)];
		case 'nothing':
			return [];
		default:
			return assertNever(block);
	}
}

/** A long pasted message is folded to so many rows. */
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
	return indented(folded, `${paint.style('user', paint.glyphs.prompt)} `);
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

/** One row that says how much was thought; all of it when unfolded. */
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

/** How many rows of a summary are shown before it is unfolded. */
export const summaryRows = 4;

/** What the model is given from here on in place of what was said: it can be read, and judged. */
function compactedRows(compacted: Compacted, options: BlockOptions): readonly string[] {
	const {summary, tokensBefore, tokensAfter} = compacted;
	const words = `context compacted: about ${count(tokensBefore)} tokens became ${count(tokensAfter)}; the journal keeps all`;
	const width = options.width - 2;
	const rows = textRows(summary, {width, open: options.paint.open('text.dim')});
	const folded = foldRows(rows, {...options, width, rowsMax: summaryRows});
	return [ruleRow(words, options), ...indented(folded, '  ')];
}

const aboutColumnsMax = 40;

/** A turn that waited for its cards while another one spoke. */
function continuedWords(about: string): string {
	const words = reveal(about.split('\n')[0] ?? '');
	return `goes on with: ${shorten(words, aboutColumnsMax)}`;
}

/** A rule with its meaning in it. */
function ruleRow(text: string, {paint, width}: BlockOptions): string {
	const words = fitTo(` ${text} `, width);
	const left = Math.max(0, Math.floor((width - textWidth(words)) / 2));
	const line = paint.glyphs.horizontal;
	const right = Math.max(0, width - left - textWidth(words));
	return paint.style('text.dim', line.repeat(left) + words + line.repeat(right));
}
