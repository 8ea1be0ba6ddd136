import type {TerminalFrame} from '../../events/live.ts';
import type {ScrollMove} from '../actions/scroll-move.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {selectedTerminal} from './selected.ts';
import {placeTerminals, terminalFrame} from './split.ts';

export const liveTerminal: UiState['terminal'] = {end: null, query: '', selection: null};

/** Scrolls through a terminal's output. New output doesn't move the view. */
export function scrollTerminal(tools: InputTools, move: ScrollMove): boolean {
	const rows = rowsOf(tools, move);
	if (rows !== null) {
		scrollRows(tools, rows);
	} else if (move === 'bottom') {
		tools.change({terminal: liveTerminal});
	}
	return rows !== null || move === 'bottom';
}

/** Finds the next or previous line that contains the text of the last search. */
export function searchAgain(tools: InputTools, direction: 'next' | 'previous'): void {
	void searchTerminal(tools, {query: tools.ui().terminal.query, direction});
}

/**
 * Searches a terminal. The matching line becomes the last visible one, so that the lines before it
 * are visible.
 */
export async function searchTerminal(
	tools: InputTools,
	{query, direction}: {query: string; direction: 'next' | 'previous'},
): Promise<void> {
	const terminal = selectedTerminal(tools.store.state(), tools.ui());
	if (query === '' || !terminal) {
		return;
	}
	const {end} = tools.ui().terminal;
	const {line, isAnywhere} = await tools.query({
		type: 'find-in-terminal',
		terminal: terminal.id,
		text: query,
		beside: end === null ? null : end - 1,
		direction,
	});
	if (line !== null) {
		tools.change({terminal: {...liveTerminal, end: line + 1, query}});
		return;
	}
	tools.change({terminal: {...tools.ui().terminal, query}});
	tools.flash(
		isAnywhere ? `No more "${query}" that way.` : `"${query}" is nowhere in this terminal.`,
	);
}

/** By how many rows the action moves the view; null if it is not about rows. */
export function rowsOf(tools: InputTools, move: ScrollMove): number | null {
	switch (move) {
		case 'scroll-up':
			return -1;
		case 'scroll-down':
			return 1;
		case 'page-up':
			return 1 - heightOf(tools);
		case 'page-down':
			return heightOf(tools) - 1;
		case 'top':
			return Number.NEGATIVE_INFINITY;
		default:
			return null;
	}
}

export function scrollRows(tools: InputTools, rows: number): void {
	const {terminal} = tools.ui();
	const {first, end} = selectedFrame(tools)?.lines ?? {first: 0, end: 0};
	const next = Math.max(first + heightOf(tools), (terminal.end ?? end) + rows);
	tools.change({terminal: {...terminal, end: next >= end ? null : next}});
}

export function selectedFrame(tools: InputTools): TerminalFrame | null {
	const terminal = selectedTerminal(tools.store.state(), tools.ui());
	return terminal && tools.frame(terminal.id);
}

export function heightOf({store, ui, layout}: InputTools): number {
	const placed = placeTerminals(store.state(), ui(), terminalFrame(layout())).find(
		({isSelected}) => isSelected,
	);
	return placed?.frame.inner.height ?? 1;
}
