import type {State, TerminalRecord} from '../../state/state.ts';
import type {Layout, PaneRects, Rect} from '../layout.ts';
import {frameOf} from '../place-chat.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {selectedTerminal} from './selected.ts';

/** A terminal with its part of the terminal pane. `terminal` is null if there is none. */
export type Placed = {
	readonly terminal: TerminalRecord | null;
	readonly frame: PaneRects;
	readonly isSelected: boolean;
};

/** The most terminals that are shown at the same time. */
export const splitMax = 4;

/** The smallest useful size of a part. */
const partColumnsMin = 42;
const partRowsMin = 7;

/** Most programs are made for 80 columns; two more are for the border. */
const columnsWanted = 82;
const rowsWanted = 26;

/** Chooses which terminals are shown, and places them. The selected one is always among them. */
export function placeTerminals(
	state: Pick<State, 'terminals'>,
	ui: Pick<UiState, 'selectedTerminal' | 'split'>,
	frame: PaneRects | null,
): readonly Placed[] {
	if (!frame) {
		return [];
	}
	const {terminals} = state;
	const selected = selectedTerminal(state, ui);
	const frames = splitFrame(frame, Math.min(ui.split, terminals.length)) ?? [frame];
	if (frames.length === 1) {
		return [{terminal: selected, frame, isSelected: true}];
	}
	const shown = terminalsAround(terminals, selected, frames.length);
	return shown.map((terminal, index) => ({
		terminal,
		frame: frames[index]!,
		isSelected: terminal === selected,
	}));
}

/** The rectangle of the whole terminal pane; null if it isn't shown. */
export function terminalFrame(layout: Layout): PaneRects | null {
	return layout.type === 'panes' ? layout.terminal : null;
}

/** The next higher number of parts that fits; after the highest, 1. */
export function nextSplit(
	state: Pick<State, 'terminals'>,
	ui: Pick<UiState, 'split'>,
	layout: Layout,
): number {
	const frame = terminalFrame(layout);
	const next = ui.split + 1;
	const fits = frame !== null && splitFrame(frame, next) !== null;
	return next <= Math.min(splitMax, state.terminals.length) && fits ? next : 1;
}

/**
 * The group of neighbouring terminals that contains the selected one. Selecting another of the
 * group moves nothing.
 */
function terminalsAround(
	terminals: readonly TerminalRecord[],
	selected: TerminalRecord | null,
	count: number,
): readonly TerminalRecord[] {
	const at = selected ? terminals.indexOf(selected) : 0;
	const start = Math.min(Math.floor(at / count) * count, terminals.length - count);
	return terminals.slice(start, start + count);
}

/** Divides the pane into this many parts; null if they would be too small to read. */
export function splitFrame({outer}: PaneRects, count: number): readonly PaneRects[] | null {
	let best: {readonly score: number; readonly columns: number} | null = null;
	for (let columns = 1; columns <= count; columns += 1) {
		const rows = Math.ceil(count / columns);
		const width = Math.floor(outer.width / columns);
		const height = Math.floor(outer.height / rows);
		const score = Math.min(1, width / columnsWanted) * Math.min(1, height / rowsWanted);
		if (width >= partColumnsMin && height >= partRowsMin && score >= (best?.score ?? 0)) {
			best = {score, columns};
		}
	}
	return best && gridOf(outer, {count, columns: best.columns});
}

/** Arranges parts row by row. In an incomplete last row they are wider. */
function gridOf(
	outer: Rect,
	{count, columns}: {count: number; columns: number},
): readonly PaneRects[] {
	const rows = Math.ceil(count / columns);
	return Array.from({length: count}, (_, index) => {
		const row = Math.floor(index / columns);
		const inRow = row === rows - 1 ? count - row * columns : columns;
		const across = part(outer.width, {index: index % columns, of: inRow});
		const down = part(outer.height, {index: row, of: rows});
		return frameOf({
			x: outer.x + across.from,
			y: outer.y + down.from,
			width: across.size,
			height: down.size,
		});
	});
}

function part(size: number, {index, of}: {index: number; of: number}) {
	const from = Math.floor((size * index) / of);
	return {from, size: Math.floor((size * (index + 1)) / of) - from};
}
