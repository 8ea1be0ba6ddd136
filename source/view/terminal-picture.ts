import type {Picture, Scrollback} from '../events/live.ts';
import {selectedTerminal} from '../state/select.ts';
import type {State, TerminalRecord} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {unstyled} from '../text/styled.ts';
import {padTo, shorten, textWidth} from '../text/width.ts';
import type {DeskState} from './desk/desk-state.ts';
import {frameRows} from './frame-rows.ts';
import type {Frame} from './layout.ts';
import type {Paint} from './theme.ts';
import {type Columns, tintColumns} from './transcript/tint.ts';

const emptyWords = [
	'No terminal is open.',
	'Programs that the agent starts appear here, live.',
	'!command in the composer opens one of your own.',
];

/** A terminal in its border: which, where, whether it runs, and who holds the keyboard. */
export function terminalPicture(
	{
		state,
		desk,
		screen,
		scrollback,
	}: {
		state: State;
		desk: DeskState;
		screen: Picture | null;
		scrollback: Scrollback | null;
	},
	{frame, paint}: {frame: Frame; paint: Paint},
): Picture {
	const {outer, inner} = frame;
	const terminal = selectedTerminal(state);
	const focused = state.screen.focus === 'terminal';
	const back = backOf(desk.terminal, scrollback);
	const isHeld = terminal !== null && terminal.ended === null && terminal.control === 'user';
	const content = screen
		? shownRows(screen, {desk: desk.terminal, scrollback, height: inner.height, paint})
		: emptyWords.map(words => ` ${paint.style('text.dim', words)}`);
	const hidden = desk.mode === 'secret' ? hiddenInput(desk, {width: inner.width, paint}) : null;
	const rows = frameRows(
		{
			title: terminal ? titleOf(terminal, {state, width: outer.width - 24}) : 'terminal',
			note: terminal ? noteOf(terminal, paint) : '',
			foot: footOf({back, focused, terminal, isHeld, isTypingHidden: hidden !== null}),
			width: outer.width,
			height: outer.height,
			focused,
			rows: hidden ? withLast(content, hidden.row, inner.height) : content,
		},
		paint,
	);
	if (hidden) {
		return {rows, cursor: {x: hidden.column + 1, y: inner.height}};
	}
	const cursor = isHeld && focused && screen?.cursor ? screen.cursor : null;
	return {rows, cursor: cursor && {x: cursor.x + 1, y: cursor.y + 1}};
}

/** The masked prompt over the last row: as many dots as characters, and never the characters. */
function hiddenInput(
	{hiddenLength}: DeskState,
	{width, paint}: {width: number; paint: Paint},
): {readonly row: string; readonly column: number} {
	const label = `hidden input ${paint.glyphs.prompt} `;
	const dots = paint.glyphs.bullet.repeat(
		Math.min(hiddenLength, Math.max(0, width - label.length - 1)),
	);
	const row = paint.style('selection', padTo(`${label}${dots}`, width));
	return {row, column: Math.min(width - 1, textWidth(label) + dots.length)};
}

function withLast(rows: readonly string[], last: string, height: number): readonly string[] {
	return [...Array.from({length: height - 1}, (_, index) => rows[index] ?? ''), last];
}

/** The live screen, or what was on it before; what was sought is marked. */
function shownRows(
	screen: Picture,
	{
		desk,
		scrollback,
		height,
		paint,
	}: {desk: DeskState['terminal']; scrollback: Scrollback | null; height: number; paint: Paint},
): readonly string[] {
	const rows =
		scrollback && desk.end !== null
			? scrollback.rows({from: Math.max(0, desk.end - height), to: desk.end})
			: screen.rows.slice(0, height);
	return desk.query === ''
		? rows
		: rows.map(row =>
				tintColumns(row, columnsWith(unstyled(row), desk.query), paint.open('search')),
			);
}

function columnsWith(text: string, query: string): readonly Columns[] {
	const found: Columns[] = [];
	const plain = text.toLowerCase();
	const sought = query.toLowerCase();
	for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) {
		const from = textWidth(text.slice(0, at));
		found.push({from, to: from + textWidth(text.slice(at, at + sought.length))});
	}
	return found;
}

function titleOf(terminal: TerminalRecord, {state, width}: {state: State; width: number}): string {
	const at = state.terminals.findIndex(other => other.id === terminal.id) + 1;
	const place = state.terminals.length > 1 ? `${at}/${state.terminals.length} ` : '';
	const words = neutralise(terminal.title.split('\n')[0] ?? '');
	return shorten(`${place}${words} on ${terminal.host}`, Math.max(8, width));
}

function noteOf({ended, owner, control}: TerminalRecord, paint: Paint): string {
	if (!ended) {
		const who = control === 'user' ? 'you type' : 'agent';
		return paint.style('status.busy', owner === 'user' && control === 'model' ? 'runs' : who);
	}
	const code = ended.exitCode;
	return code === 0
		? paint.style('status.ok', `${paint.glyphs.ok} 0`)
		: paint.style('status.error', `${paint.glyphs.failed} ${ended.signal ?? code ?? '?'}`);
}

function footOf({
	back,
	focused,
	terminal,
	isHeld,
	isTypingHidden,
}: {
	back: number;
	focused: boolean;
	terminal: TerminalRecord | null;
	isHeld: boolean;
	isTypingHidden: boolean;
}): string {
	if (isTypingHidden) {
		return 'Enter types it  Esc back  nothing of it is kept';
	}
	if (terminal?.waiting === 'password' && !isHeld) {
		return 'it hides its input: Alt+P types it';
	}
	if (back > 0) {
		return `${back} lines back  End returns`;
	}
	if (!focused || !terminal || terminal.ended) {
		return '';
	}
	return isHeld ? 'Ctrl+X i hands back' : 'Enter takes over  Esc chat';
}

function backOf(desk: DeskState['terminal'], scrollback: Scrollback | null): number {
	return desk.end === null || !scrollback ? 0 : scrollback.extent().end - desk.end;
}
