import type {Live, TerminalFrame} from '../events/live.ts';
import type {FoundInTerminal, TerminalRows} from '../events/query.ts';
import type {ScreenModes, TerminalScreen} from '../terminal/screen.ts';

type Lines = {readonly from: number; readonly to: number};

/** The frame of a terminal as a live value: the same object until its content changes. */
export function liveFrame(screen: TerminalScreen): Live<TerminalFrame> {
	let frame: TerminalFrame | null = null;
	return {
		subscribe: screen.picture.subscribe,
		snapshot() {
			const {rows, cursor} = screen.picture.snapshot();
			const lines = linesOf(screen);
			const modes = screen.modes();
			const {columns} = screen.size();
			const isSame =
				frame !== null &&
				frame.rows === rows &&
				frame.cursor === cursor &&
				frame.lines.first === lines.first &&
				frame.lines.end === lines.end &&
				frame.columns === columns &&
				modeNames.every(name => frame?.modes[name] === modes[name]);
			frame =
				isSame && frame !== null ? frame : {rows, cursor, lines, columns, modes: modesOf(modes)};
			return frame;
		},
	};
}

const modeNames = [
	'applicationCursor',
	'applicationKeypad',
	'bracketedPaste',
	'focusEvents',
	'mouse',
	'mouseEncoding',
] as const;

function modesOf(modes: ScreenModes): TerminalFrame['modes'] {
	return Object.fromEntries(modeNames.map(name => [name, modes[name]]));
}

/** Line numbers count from the program's start, even when older lines have been dropped. */
function linesOf(screen: TerminalScreen): TerminalFrame['lines'] {
	const {kept, dropped} = screen.extent();
	return {first: dropped, end: dropped + kept};
}

/** The most rows in one answer. A front end that wants more asks for the next page. */
const pageRowsMax = 1000;

/** Returns rows after everything that the program has printed so far is on its screen. */
export async function terminalRows(
	screen: TerminalScreen | null,
	{from, to}: Lines,
): Promise<TerminalRows> {
	if (!screen) {
		return {from, rows: [], end: 0};
	}
	await screen.flush();
	const lines = linesOf(screen);
	const first = Math.max(from, lines.first);
	return {
		from: first,
		end: lines.end,
		rows: screen.lines(kept(screen, {from: first, to: Math.min(to, first + pageRowsMax)})),
	};
}

export function terminalText(screen: TerminalScreen | null, lines: Lines): string {
	return screen?.text(kept(screen, lines)) ?? '';
}

export function findInTerminal(
	screen: TerminalScreen | null,
	{text, beside, direction}: {text: string; beside: number | null; direction: 'next' | 'previous'},
): FoundInTerminal {
	if (!screen || text === '') {
		return {line: null, isAnywhere: false};
	}
	const {first, end} = linesOf(screen);
	const rows = screen.plainLines(kept(screen, {from: first, to: end}));
	const sought = text.toLowerCase();
	const has = (row: string) => row.toLowerCase().includes(sought);
	const here = (beside ?? end) - first;
	const found =
		direction === 'previous'
			? rows.findLastIndex((row, at) => at < here && has(row))
			: rows.findIndex((row, at) => at > here && has(row));
	return {line: found < 0 ? null : first + found, isAnywhere: found >= 0 || rows.some(has)};
}

/**
 * Returns the given lines as positions in the screen's buffer. The caller may not know yet that
 * some lines were dropped.
 */
function kept(screen: TerminalScreen, {from, to}: Lines): Lines {
	const {dropped} = screen.extent();
	return {from: Math.max(0, from - dropped), to: Math.max(0, to - dropped)};
}
