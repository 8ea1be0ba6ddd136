import type {Action} from '../../keys/actions.ts';
import {selectedTerminal} from '../../state/select.ts';
import type {DeskTools} from './hands.ts';
import {heightOf, liveTerminal, rowsOf, scrollbackOf} from './terminal-scroll.ts';

/** Lines of a terminal as a selection, and what of it goes to the clipboard. */
export function selectInTerminal(tools: DeskTools, action: Action): boolean {
	const {selection} = tools.desk().terminal;
	switch (action) {
		case 'select-rows':
			return selection ? end(tools) : begin(tools);
		case 'copy-selection':
			copySelection(tools);
			return true;
		case 'copy-output':
			copyAll(tools);
			return true;
		case 'focus-chat':
		case 'cancel':
			return selection ? end(tools) : false;
		default:
			return selection ? extend(tools, action) : false;
	}
}

/** From the last line that says anything; the view stands still while something is selected. */
function begin(tools: DeskTools): boolean {
	const scrollback = scrollbackOf(tools);
	if (!scrollback) {
		return false;
	}
	const {terminal} = tools.desk();
	const extent = scrollback.extent();
	const behind = terminal.end ?? extent.end;
	const from = Math.max(extent.first, behind - heightOf(tools));
	const rows = scrollback.plainRows({from, to: behind});
	const line =
		from +
		Math.max(
			0,
			rows.findLastIndex(row => row.trim() !== ''),
		);
	tools.change({terminal: {...terminal, end: behind, selection: {anchor: line, head: line}}});
	return true;
}

function end(tools: DeskTools): true {
	tools.change({terminal: liveTerminal});
	return true;
}

function extend(tools: DeskTools, action: Action): boolean {
	const {terminal} = tools.desk();
	const {first, end: last} = scrollbackOf(tools)?.extent() ?? {first: 0, end: 0};
	const rows = action === 'bottom' ? Number.POSITIVE_INFINITY : rowsOf(tools, action);
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

function copySelection(tools: DeskTools): void {
	const {selection} = tools.desk().terminal;
	const scrollback = scrollbackOf(tools);
	if (!selection || !scrollback) {
		tools.flash('Nothing is selected: v begins a selection, x copies everything.');
		return;
	}
	const from = Math.min(selection.anchor, selection.head);
	const to = Math.max(selection.anchor, selection.head) + 1;
	tools.flash(tools.outside.copy(scrollback.text({from, to})));
	end(tools);
}

/** A terminal that was opened for one command holds that command's output and nothing else. */
function copyAll(tools: DeskTools): void {
	const scrollback = scrollbackOf(tools);
	if (!scrollback || !selectedTerminal(tools.store.state())) {
		tools.flash('No terminal is open.');
		return;
	}
	const {first, end: last} = scrollback.extent();
	tools.flash(tools.outside.copy(scrollback.text({from: first, to: last}).trimEnd()));
}
