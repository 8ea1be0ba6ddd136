import {writeFileSync} from 'node:fs';
import {expect} from 'vitest';
import type {Agent} from './agent.ts';
import {findBoxes} from './boxes.ts';
import type {Tmux} from './tmux.ts';

export type Size = {readonly columns: number; readonly rows: number};

/** Below this the program only says that the window is too small. */
const smallest: Size = {columns: 40, rows: 10};

/** Resizes, and gives the screen once the program has drawn itself for this size. */
export async function resizeTo(agent: Agent, size: Size): Promise<string> {
	agent.resize(size.columns, size.rows);
	await expect
		.poll(() => (isDrawnFor(agent.screen(), size) ? 'drawn' : agent.screen()), {
			timeout: 10_000,
			interval: 20,
		})
		.toBe('drawn');
	return settled(agent);
}

/** The screen cleared behind the program's back and drawn anew: what it would be without a past. */
export async function repainted(agent: Agent): Promise<string> {
	writeFileSync(agent.command('display-message', '-p', '#{pane_tty}').trim(), '\u001B[2J');
	await agent.see(/^\s*$/);
	agent.press('C-x', 'l');
	await agent.see(/\S/);
	return settled(agent);
}

export function isTooSmall({columns, rows}: Size): boolean {
	return columns < smallest.columns || rows < smallest.rows;
}

/** What ticks is not what a resize may change. */
export function withoutTime(screen: string): string {
	return screen.replace(/\b(?:\d+ min )?\d+(?:\.\d)? m?s\b +/g, '0 s ');
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
	return Boolean(
		isFull && spans(lines[0], '╭', '╮') && spans(lines[rows - 2], '╰', '╯') && lines[rows - 1],
	);
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
			{interval: 25, timeout: 10_000},
		)
		.toBe(1);
	return tmux.screen();
}
