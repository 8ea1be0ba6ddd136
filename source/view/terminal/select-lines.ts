import type {TerminalFrame} from '../../events/live.ts';
import {unstyled} from '../../text/styled.ts';
import type {ScrollMove} from '../actions/scroll-move.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {selectedTerminal} from './selected.ts';
import {lookedBackAt} from './terminal-pages.ts';
import {heightOf, liveTerminal, rowsOf, scrollTerminal, selectedFrame} from './terminal-scroll.ts';

/** Begins a selection of lines, or ends it. */
export function toggleSelection(tools: InputTools): boolean {
	return endSelection(tools) || begin(tools);
}

export function endSelection(tools: InputTools): boolean {
	if (!tools.ui().terminal.selection) {
		return false;
	}
	tools.change({terminal: liveTerminal});
	return true;
}

/** Moves the free end of the selection. Without a selection, scrolls the view. */
export function moveInTerminal(tools: InputTools, move: ScrollMove): boolean {
	return extend(tools, move) || scrollTerminal(tools, move);
}

/** Begins a selection. The view stays where it is. */
function begin(tools: InputTools): boolean {
	const frame = selectedFrame(tools);
	if (!frame) {
		return false;
	}
	const {terminal} = tools.ui();
	const behind = terminal.end ?? frame.lines.end;
	const rows = shownNow(tools, frame);
	const line = Math.max(frame.lines.first, behind - rows.length + rowLookedAt(terminal, rows));
	tools.change({terminal: {...terminal, end: behind, selection: {anchor: line, head: line}}});
	return true;
}

/**
 * The row at which a selection begins: the row that a search found; else the first row if the view
 * was scrolled back; else the last row with text.
 */
function rowLookedAt({end, query}: UiState['terminal'], rows: readonly string[]): number {
	const hasText = (row: string) => unstyled(row).trim() !== '';
	const last = Math.max(0, rows.findLastIndex(hasText));
	const isFound =
		query !== '' &&
		unstyled(rows.at(-1) ?? '')
			.toLowerCase()
			.includes(query.toLowerCase());
	return end === null || isFound ? last : Math.max(0, rows.findIndex(hasText));
}

/** The rows that the pane shows now. The last one is the line before the end of the view. */
function shownNow(tools: InputTools, frame: TerminalFrame): readonly string[] {
	const height = heightOf(tools);
	const range = lookedBackAt(frame, {end: tools.ui().terminal.end, height});
	const terminal = selectedTerminal(tools.store.state(), tools.ui());
	return (range && terminal && tools.pages.rows(terminal.id, range)) ?? frame.rows;
}

function extend(tools: InputTools, move: ScrollMove): boolean {
	const {terminal} = tools.ui();
	const {first, end: last} = selectedFrame(tools)?.lines ?? {first: 0, end: 0};
	const rows = move === 'bottom' ? Number.POSITIVE_INFINITY : rowsOf(tools, move);
	if (rows === null || !terminal.selection || terminal.end === null) {
		return false;
	}
	const head = Math.min(last - 1, Math.max(first, terminal.selection.head + rows));
	const height = heightOf(tools);
	const behind = Math.min(
		Math.max(terminal.end, head + 1),
		Math.max(head + height, first + height),
	);
	tools.change({
		terminal: {...terminal, end: Math.min(behind, last), selection: {...terminal.selection, head}},
	});
	return true;
}

export async function copySelection(tools: InputTools): Promise<void> {
	const {selection} = tools.ui().terminal;
	const terminal = selectedTerminal(tools.store.state(), tools.ui());
	if (!selection || !terminal) {
		tools.flash('Nothing is selected: v begins a selection, x copies everything.');
		return;
	}
	const from = Math.min(selection.anchor, selection.head);
	const to = Math.max(selection.anchor, selection.head) + 1;
	endSelection(tools);
	const text = await tools.query({type: 'terminal-text', terminal: terminal.id, from, to});
	tools.flash(tools.system.copy(text));
}

/** Copies the whole output of the selected terminal. */
export async function copyAll(tools: InputTools): Promise<void> {
	const terminal = selectedTerminal(tools.store.state(), tools.ui());
	const frame = selectedFrame(tools);
	if (!frame || !terminal) {
		tools.flash('No terminal is open.');
		return;
	}
	const {first: from, end: to} = frame.lines;
	const text = await tools.query({type: 'terminal-text', terminal: terminal.id, from, to});
	tools.flash(tools.system.copy(text.trimEnd()));
}
