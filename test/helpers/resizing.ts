import {writeFileSync} from 'node:fs';
import {expect} from 'vitest';
import {type Agent, openPlace, type Place} from './agent.ts';
import {findBoxes} from './boxes.ts';
import type {Tmux} from './tmux.ts';

export type Size = {readonly columns: number; readonly rows: number};

/** Below this the program only says that the window is too small. */
const smallest: Size = {columns: 40, rows: 10};

/** A place in which nothing beats by itself: what changes there is what a resize has changed. */
export function openStillPlace(): Place {
	return openPlace({settings: {monitoring: {healthIntervalMs: 600_000}}});
}

export const namedSizes: readonly Size[] = [
	{columns: 20, rows: 5},
	{columns: 200, rows: 60},
	{columns: 40, rows: 10},
	{columns: 120, rows: 40},
	{columns: 80, rows: 24},
	{columns: 39, rows: 24},
	{columns: 79, rows: 29},
	{columns: 80, rows: 30},
	{columns: 119, rows: 12},
	{columns: 160, rows: 20},
];

/** No leftovers, no broken border, no key cut in half. */
export async function expectSound(agent: Agent, size: Size): Promise<void> {
	const screen = await expectNoLeftovers(agent, size);
	if (!isTooSmall(size)) {
		expect(findBoxes(screen).broken, `${nameOf(size)}\n${screen}`).toEqual([]);
		expectWholeHints(screen, size);
	}
}

/** The screen after a resize is what a screen without a past would be. */
export async function expectNoLeftovers(agent: Agent, size: Size): Promise<string> {
	const screen = await resizeTo(agent, size);
	expect(withoutTime(await repainted(agent)), nameOf(size)).toBe(withoutTime(screen));
	return screen;
}

/** A box that lies over everything else is whole, whatever it covers. */
export async function expectOverlay(
	agent: Agent,
	{size, title}: {size: Size; title: string},
): Promise<void> {
	const screen = await expectNoLeftovers(agent, size);
	if (!isTooSmall(size)) {
		expect(findBoxes(screen).whole.map(box => box.title)).toContain(title);
	}
}

/** Where there is room for the usual terminal, every key that is named is named in full. */
function expectWholeHints(screen: string, size: Size): void {
	if (size.columns < 80 || size.rows < 24) {
		return;
	}
	const status = screen.trimEnd().split('\n').at(-1) ?? '';
	expect(status.replace(/^ ● [^…]*…/, ''), nameOf(size)).not.toContain('…');
	for (const hint of screen.match(/(?:Ctrl|Alt)\+\S*/g) ?? []) {
		expect(hint, nameOf(size)).toMatch(/^(?:Ctrl|Alt)\+[A-Z]$/);
	}
}

function nameOf({columns, rows}: Size): string {
	return `at ${columns}x${rows}`;
}

/** Resizes, and gives the screen once the program has drawn itself for this size. */
export async function resizeTo(agent: Agent, size: Size): Promise<string> {
	agent.resize(size.columns, size.rows);
	await expect
		.poll(() => (isDrawnFor(agent.screen(), size) ? 'drawn' : agent.screen()), {
			interval: 20,
		})
		.toBe('drawn');
	return settled(agent);
}

/** The screen cleared behind the program's back and drawn anew: what it would be without a past. */
async function repainted(agent: Agent): Promise<string> {
	const ink = inkOf(agent);
	writeFileSync(agent.command('display-message', '-p', '#{pane_tty}').trim(), '\u001B[2J');
	// What ticks may have been written again since.
	await expect.poll(() => inkOf(agent)).toBeLessThan(ink / 2);
	agent.press('C-x', 'l');
	await expect.poll(() => inkOf(agent)).toBeGreaterThan(ink * 0.8);
	return settled(agent);
}

function inkOf(tmux: Tmux): number {
	return tmux.screen().replaceAll(/\s/g, '').length;
}

function isTooSmall({columns, rows}: Size): boolean {
	return columns < smallest.columns || rows < smallest.rows;
}

/** What ticks is not what a resize may change, nor what gives way to its digits in the same row. */
function withoutTime(screen: string): string {
	const time = /\b(?:\d+ min )?\d+(?:\.\d)? m?s\b +/g;
	return screen
		.split('\n')
		.map(row =>
			row.search(time) < 0
				? row
				: row
						.replace(time, '0 s ')
						.replace(/(╭─ \w+: )[^╭]*…/g, '$1…')
						.replace(/─+/g, '─'),
		)
		.join('\n');
}

function isDrawnFor(screen: string, {columns, rows}: Size): boolean {
	const lines = screen.split('\n');
	if (isTooSmall({columns, rows})) {
		const words = `${columns}x${rows} is too small. Make the window at least 40x10.`;
		return screen.trim().replaceAll(/\s+/g, ' ') === words;
	}
	const {whole} = findBoxes(screen);
	const spans = (row: string | undefined, left: string, right: string) =>
		row?.startsWith(left) && row.endsWith(right);
	const isFull = whole.some(box => box.x + box.width === columns);
	const [above, last] = [lines[rows - 3], lines[rows - 2]];
	// A folded pane is a line at the foot of the right column, or of the screen, below the border of
	// the one above it.
	const isLine = spans(above, '╰', '╯') || (last?.startsWith('╰') && above?.endsWith('╯'));
	const isClosed = spans(last, '╰', '╯') || isLine;
	return Boolean(isFull && spans(lines[0], '╭', '╮') && isClosed && lines[rows - 1]);
}

const looks = 4;

/** The screen, when it has been the same for some looks in a row. */
async function settled(tmux: Tmux): Promise<string> {
	let seen: readonly string[] = [];
	await expect
		.poll(
			() => {
				seen = [...seen, withoutTime(tmux.colored())].slice(-looks);
				return new Set(seen).size + looks - seen.length;
			},
			{interval: 25},
		)
		.toBe(1);
	return tmux.screen();
}
