import type {PaneFrame, TerminalFrame} from '../events/live.ts';
import type {State, TerminalRecord} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {styledWidth} from '../text/styled.ts';
import {padTo, textWidth} from '../text/width.ts';
import {frameRows} from './frame-rows.ts';
import type {Rect} from './layout.ts';
import {type Fitted, fitted} from './terminal/fit.ts';
import {footOf} from './terminal/foot.ts';
import {selectedTerminal} from './terminal/selected.ts';
import {shownRows} from './terminal/shown-rows.ts';
import type {Placed} from './terminal/split.ts';
import {lookedBackAt, type TerminalPages} from './terminal/terminal-pages.ts';
import {liveTerminal} from './terminal/terminal-scroll.ts';
import {noteOf, titleOf} from './terminal/title.ts';
import type {Paint} from './theme.ts';
import type {UiState} from './ui-state/ui-state.ts';

const emptyWords = [
	'No terminal is open.',
	'Programs that the agent starts appear here, live.',
	'!command in the composer opens one of your own.',
];

export type TerminalPictureOptions = {
	readonly state: State;
	readonly ui: UiState;
	readonly screen: TerminalFrame | null;
	readonly pages: TerminalPages;
	readonly now: number;
	readonly leader: string;
	readonly paint: Paint;
};

/** Draws a terminal with its border, which shows name, host, state and who has its keyboard. */
export function terminalPicture(placed: Placed, options: TerminalPictureOptions): PaneFrame {
	const {terminal, frame, isSelected} = placed;
	const {state, screen, pages, paint, now} = options;
	const {outer, inner} = frame;
	const isFocused = options.ui.focus === 'terminal' && isSelected;
	const lookBack = isSelected ? options.ui.terminal : liveTerminal;
	const isHeld = terminal !== null && terminal.ended === null && terminal.control === 'user';
	const earlierRows = () => {
		const range = screen && lookedBackAt(screen, {end: lookBack.end, height: inner.height});
		return terminal && range && pages.rows(terminal.id, range);
	};
	const whole = screen && fittedHere(screen, options, {inner, isLive: lookBack.end === null});
	const content =
		screen && whole
			? shownRows(
					{...screen, rows: whole.rows},
					{lookBack, earlier: earlierRows(), height: inner.height, paint},
				)
			: wordsInstead(terminal).map(words => ` ${paint.style('text.dim', words)}`);
	const hidden =
		isSelected && options.ui.mode === 'secret'
			? hiddenInput(options.ui, {width: inner.width, paint})
			: null;
	const back = lookBack.end === null || !screen ? 0 : screen.lines.end - lookBack.end;
	const rows = frameRows(
		{
			...headOf(placed, {state, ui: options.ui, now, isFocused, paint}),
			foot: footOf(terminal, {
				lookBack,
				back,
				isFocused,
				isTypingHidden: hidden !== null,
				leader: options.leader,
				isKeyboardLost: isFocused && options.ui.keysLost !== null,
				now,
			}),
			mark: whole?.mark ?? '',
			width: outer.width,
			height: outer.height,
			focused: isFocused,
			rows: hidden ? withLast(content, hidden.row, inner.height) : content,
		},
		paint,
	);
	if (hidden) {
		return {rows, cursor: {x: hidden.column + 1, y: inner.height}};
	}
	const cursor = isHeld && isFocused && lookBack.end === null ? (screen?.cursor ?? null) : null;
	return {rows, cursor: cursor && {x: cursor.x + 1, y: cursor.y + 1}};
}

/**
 * Fits the picture only if other screens exist, because only they can have given the terminal
 * another size than this pane.
 */
function fittedHere(
	screen: TerminalFrame,
	{ui, paint}: Pick<TerminalPictureOptions, 'ui' | 'paint'>,
	{inner, isLive}: {inner: Rect; isLive: boolean},
): Fitted {
	return isLive && ui.screens > 1 ? fitted(screen, {inner, paint}) : {rows: screen.rows, mark: ''};
}

function wordsInstead(terminal: TerminalRecord | null): readonly string[] {
	if (!terminal?.kept) {
		return emptyWords;
	}
	const host = neutralise(terminal.host);
	return terminal.ended
		? [`What it printed is not on ${host} any more.`]
		: [`It was left in tmux on ${host}.`, `/hop ${host} brings it back.`];
}

/**
 * Title and note in the upper border. The note is placed first, because it matters more; the title
 * gets the rest.
 */
function headOf(
	{terminal, frame, isSelected}: Placed,
	look: {state: State; ui: UiState; now: number; isFocused: boolean; paint: Paint},
): {readonly title: string; readonly note: string} {
	const {outer} = frame;
	const isPart = !isSelected || look.ui.split > 1;
	const note = terminal ? noteOf(terminal, {...look, width: outer.width}) : '';
	const width = outer.width - styledWidth(note) - 9;
	return {
		note,
		title: titleOf(look.state, terminal, {
			...look,
			selected: selectedTerminal(look.state, look.ui),
			width,
			isPart,
		}),
	};
}

/** Draws the masked prompt over the last row: a dot for each character. */
function hiddenInput(
	{hiddenLength}: UiState,
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
