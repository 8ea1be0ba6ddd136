import type {Picture} from '../events/live.ts';
import {selectedTerminal} from '../state/select.ts';
import type {State, TerminalRecord} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {padStyled} from '../text/styled.ts';
import {shorten} from '../text/width.ts';
import {frameRows} from './frame-rows.ts';
import type {Frame} from './layout.ts';
import type {Paint} from './theme.ts';

const emptyWords = [
	'No terminal is open.',
	'Programs that the agent starts appear here, live.',
	'!command in the composer opens one of your own.',
];

/** A terminal in its border: which, where, whether it runs, and who holds the keyboard. */
export function terminalPicture(
	{state, screen}: {state: State; screen: Picture | null},
	{frame, paint}: {frame: Frame; paint: Paint},
): Picture {
	const {outer, inner} = frame;
	const terminal = selectedTerminal(state);
	const focused = state.screen.focus === 'terminal';
	const isHeld = terminal !== null && terminal.ended === null && terminal.control === 'user';
	const rows = frameRows(
		{
			title: terminal ? titleOf(terminal, {state, width: outer.width - 24}) : 'terminal',
			note: terminal ? noteOf(terminal, paint) : '',
			foot: focused && terminal && !terminal.ended ? footOf(isHeld) : '',
			width: outer.width,
			height: outer.height,
			focused,
			rows: screen
				? screen.rows.slice(0, inner.height).map(row => padStyled(row, inner.width))
				: emptyWords.map(words => ` ${paint.style('text.dim', words)}`),
		},
		paint,
	);
	const cursor = isHeld && focused && screen?.cursor ? screen.cursor : null;
	return {rows, cursor: cursor && {x: cursor.x + 1, y: cursor.y + 1}};
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

function footOf(isHeld: boolean): string {
	return isHeld ? 'Ctrl+X i hands back' : 'Enter takes over  Esc chat';
}
