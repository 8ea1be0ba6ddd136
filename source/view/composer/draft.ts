/** A message that is being written. It is immutable: each change returns a new draft. */
export type Draft = {
	readonly text: string;
	/** The position of the next character, in code units. It is never inside a cluster. */
	readonly caret: number;
	/** The fixed end of the selection; null without a selection. */
	readonly anchor: number | null;
	/** The column to which moving up or down tries to return; null after any other move. */
	readonly goal: number | null;
	readonly undo: readonly DraftSnapshot[];
	readonly redo: readonly DraftSnapshot[];
	/** Texts that keys have cut. The newest is the last. */
	readonly kills: readonly string[];
	/** The kind of the last change. It decides whether the next one is undone together with it. */
	readonly last: LastChange;
	/** The pasted texts by the number of their placeholder. */
	readonly pastes: ReadonlyMap<number, string>;
};

export type DraftSnapshot = {readonly text: string; readonly caret: number};

export type LastChange =
	| {readonly type: 'none'}
	/** Typed text. Each word is undone by itself. */
	| {readonly type: 'typing'; readonly word: 'same' | 'new'}
	| {readonly type: 'deleting'}
	| {readonly type: 'killing'}
	| {readonly type: 'yanking'; readonly from: number; readonly kill: number};

export const undoMax = 200;
const undoCharactersMax = 2_000_000;
export const killsMax = 20;

export const emptyDraft: Draft = {
	text: '',
	caret: 0,
	anchor: null,
	goal: null,
	undo: [],
	redo: [],
	kills: [],
	last: {type: 'none'},
	pastes: new Map(),
};

export type Range = {readonly from: number; readonly to: number};

/** The selected range from left to right; null without a selection. */
export function selectionOf({caret, anchor}: Draft): Range | null {
	return anchor === null || anchor === caret
		? null
		: {from: Math.min(caret, anchor), to: Math.max(caret, anchor)};
}

export function selectedText(draft: Draft): string {
	const selection = selectionOf(draft);
	return selection ? draft.text.slice(selection.from, selection.to) : '';
}

/** Replaces a range of the text, and moves the caret to the end of the new text. */
export function replace(
	draft: Draft,
	{from, to}: Range,
	{text, last}: {readonly text: string; readonly last: LastChange},
): Draft {
	if (from === to && text === '') {
		return moveTo(draft, {to: from});
	}
	return {
		...remember(draft, last),
		text: draft.text.slice(0, from) + text + draft.text.slice(to),
		caret: from + text.length,
		anchor: null,
		goal: null,
		last,
	};
}

/** Moves the caret. Either the selection grows, or it ends. */
export function moveTo(
	draft: Draft,
	{
		to,
		select,
		goal = null,
	}: {
		readonly to: number;
		readonly select?: 'select';
		readonly goal?: number | null;
	},
): Draft {
	const anchor = select === undefined ? null : (draft.anchor ?? draft.caret);
	return {...draft, caret: to, anchor, goal, last: {type: 'none'}};
}

/** Replaces the whole text, e.g. by one from the history. Undo restores it. */
export function setText(draft: Draft, text: string): Draft {
	const all = {from: 0, to: draft.text.length};
	return text === draft.text
		? moveTo(draft, {to: text.length})
		: replace(draft, all, {text, last: {type: 'none'}});
}

/** The empty draft after sending. Cut texts stay available for the next message. */
export function clearDraft({kills}: Draft): Draft {
	return {...emptyDraft, kills};
}

export function undo(draft: Draft): Draft {
	const snapshot = draft.undo.at(-1);
	return snapshot === undefined
		? draft
		: travel(draft, snapshot, {
				undo: draft.undo.slice(0, -1),
				redo: [...draft.redo, snapshotOf(draft)],
			});
}

export function redo(draft: Draft): Draft {
	const snapshot = draft.redo.at(-1);
	return snapshot === undefined
		? draft
		: travel(draft, snapshot, {
				undo: [...draft.undo, snapshotOf(draft)],
				redo: draft.redo.slice(0, -1),
			});
}

function travel(
	draft: Draft,
	{text, caret}: DraftSnapshot,
	stacks: Pick<Draft, 'undo' | 'redo'>,
): Draft {
	return {...draft, text, caret, anchor: null, goal: null, last: {type: 'none'}, ...stacks};
}

function snapshotOf({text, caret}: Draft): DraftSnapshot {
	return {text, caret};
}

/** Adds an undo step, unless the change is of the same kind as the last one and belongs to it. */
function remember(draft: Draft, change: LastChange): Draft {
	return {
		...draft,
		undo: goesOn(draft.last, change) ? draft.undo : bounded([...draft.undo, snapshotOf(draft)]),
		redo: [],
	};
}

function goesOn(last: LastChange, change: LastChange): boolean {
	return change.type === 'typing'
		? last.type === 'typing' && change.word === 'same'
		: change.type === 'deleting' && last.type === 'deleting';
}

function bounded(snapshots: readonly DraftSnapshot[]): readonly DraftSnapshot[] {
	let start = Math.max(0, snapshots.length - undoMax);
	let characters = 0;
	for (let index = snapshots.length - 1; index >= start; index -= 1) {
		characters += snapshots[index]!.text.length;
		if (characters > undoCharactersMax) {
			start = index + 1;
		}
	}
	return start === 0 ? snapshots : snapshots.slice(start);
}
