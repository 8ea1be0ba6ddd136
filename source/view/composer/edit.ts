import {chunkLeft, leftOf, lineEnd, lineStart, rightOf, wordLeft, wordRight} from './boundary.ts';
import {
	type Draft,
	killsMax,
	type LastChange,
	moveTo,
	type Range,
	redo,
	replace,
	selectionOf,
	undo,
} from './draft.ts';

/** What each editing action does to a draft, by the name of the action in edit-actions.ts. */
export const edits = {
	newline: draft => insert(draft, '\n'),
	'delete-left': draft => deleteTo(draft, leftOf(draft, draft.caret)),
	'delete-right': draft => deleteTo(draft, rightOf(draft, draft.caret)),
	'delete-word-left': draft => kill(draft, chunkLeft(draft, draft.caret)),
	'delete-word-right': draft => kill(draft, wordRight(draft, draft.caret)),
	'delete-to-start': killToStart,
	'delete-to-end': killToEnd,
	yank,
	'yank-pop': yankPop,
	undo,
	redo,
	transpose,
	left: draft => moveTo(draft, {to: selectionOf(draft)?.from ?? leftOf(draft, draft.caret)}),
	right: draft => moveTo(draft, {to: selectionOf(draft)?.to ?? rightOf(draft, draft.caret)}),
	'word-left': draft => moveTo(draft, {to: wordLeft(draft, draft.caret)}),
	'word-right': draft => moveTo(draft, {to: wordRight(draft, draft.caret)}),
	home: draft => moveTo(draft, {to: lineStart(draft.text, draft.caret)}),
	end: draft => moveTo(draft, {to: lineEnd(draft.text, draft.caret)}),
	'text-start': draft => moveTo(draft, {to: 0}),
	'text-end': draft => moveTo(draft, {to: draft.text.length}),
	'select-left': draft => select(draft, leftOf(draft, draft.caret)),
	'select-right': draft => select(draft, rightOf(draft, draft.caret)),
	'select-word-left': draft => select(draft, wordLeft(draft, draft.caret)),
	'select-word-right': draft => select(draft, wordRight(draft, draft.caret)),
	'select-home': draft => select(draft, lineStart(draft.text, draft.caret)),
	'select-end': draft => select(draft, lineEnd(draft.text, draft.caret)),
	'select-all': draft => ({...moveTo(draft, {to: draft.text.length}), anchor: 0}),
} as const satisfies Readonly<Record<string, (draft: Draft) => Draft>>;

export type EditName = keyof typeof edits;

/** Inserts text at the caret, or in place of the selection. */
export function insert(draft: Draft, text: string): Draft {
	const clean = text.replaceAll(/\r\n?/g, '\n');
	const range = selectionOf(draft) ?? {from: draft.caret, to: draft.caret};
	return replace(draft, range, {text: clean, last: typingOf(draft, clean)});
}

/**
 * The kind of change that typing this text is. A word after a space begins a new undo step; a
 * paste, a line break or a replaced selection is no typing.
 */
function typingOf(draft: Draft, text: string): LastChange {
	if (text.length > typedCharactersMax || text === '\n' || selectionOf(draft)) {
		return {type: 'none'};
	}
	const isSpaced = /\s/.test(draft.text[draft.caret - 1] ?? '');
	return {type: 'typing', word: isSpaced && !/^\s/.test(text) ? 'new' : 'same'};
}

/** If more characters than this arrive at once, no person typed them. */
const typedCharactersMax = 2;

function select(draft: Draft, to: number): Draft {
	return moveTo(draft, {to, select: 'select'});
}

function deleteTo(draft: Draft, to: number): Draft {
	return replace(draft, selectionOf(draft) ?? rangeTo(draft, to), {
		text: '',
		last: {type: 'deleting'},
	});
}

function rangeTo({caret}: Draft, to: number): Range {
	return {from: Math.min(caret, to), to: Math.max(caret, to)};
}

/**
 * Cuts the text between the caret and `to`. Texts that are cut one after the other are joined, in
 * the order that they had.
 */
export function kill(draft: Draft, to: number): Draft {
	const range = selectionOf(draft) ?? rangeTo(draft, to);
	const cut = draft.text.slice(range.from, range.to);
	if (cut === '') {
		return draft;
	}
	const isMore = draft.last.type === 'killing';
	const last = isMore ? (draft.kills.at(-1) ?? '') : '';
	const whole = range.from < draft.caret ? cut + last : last + cut;
	const kills = [...(isMore ? draft.kills.slice(0, -1) : draft.kills), whole].slice(-killsMax);
	return {...replace(draft, range, {text: '', last: {type: 'killing'}}), kills};
}

/** Cuts to the start of the line. At the start, cuts the line break before it. */
function killToStart(draft: Draft): Draft {
	const start = lineStart(draft.text, draft.caret);
	return kill(draft, start === draft.caret ? Math.max(0, start - 1) : start);
}

function killToEnd(draft: Draft): Draft {
	const end = lineEnd(draft.text, draft.caret);
	return kill(draft, end === draft.caret ? Math.min(draft.text.length, end + 1) : end);
}

function yank(draft: Draft): Draft {
	return putKill(draft, selectionOf(draft) ?? rangeTo(draft, draft.caret), draft.kills.length - 1);
}

/** Right after a yank: replaces the yanked text by the text that was cut before it. */
function yankPop(draft: Draft): Draft {
	const {last, kills} = draft;
	if (last.type !== 'yanking') {
		return draft;
	}
	const older = (last.kill - 1 + kills.length) % kills.length;
	return putKill(draft, {from: last.from, to: draft.caret}, older);
}

function putKill(draft: Draft, range: Range, index: number): Draft {
	const text = draft.kills[index];
	return text === undefined
		? draft
		: replace(draft, range, {text, last: {type: 'yanking', from: range.from, kill: index}});
}

/** Swaps the characters before and after the caret. At the end of a line, swaps the last two. */
function transpose(draft: Draft): Draft {
	const {text, caret} = draft;
	const isEnd = caret === lineEnd(text, caret);
	const middle = isEnd ? leftOf(draft, caret) : caret;
	const from = leftOf(draft, middle);
	const to = rightOf(draft, middle);
	if (from < lineStart(text, caret) || from === middle || to === middle) {
		return draft;
	}
	const swapped = text.slice(middle, to) + text.slice(from, middle);
	return replace(draft, {from, to}, {text: swapped, last: {type: 'none'}});
}
