import {cpuMsOf, treeOf} from '../process-tree.ts';
import {openTerminal, type Program, type Terminal} from '../terminal.ts';
import {nextLetter} from './keys.ts';

export type Start = {
	/** From the start of the process to the first cell that is not blank. */
	readonly paintMs: number;
	/** To two letters on the screen that were typed from the beginning; NaN if it takes none. */
	readonly readyMs: number;
	/** CPU of the whole tree until then. */
	readonly cpuMs: number;
};

const paintLimitMs = 10_000;
const lettersMax = 400;
const pauseMs = 10;

export async function measureStart(
	program: Program,
	{takesKeys}: {readonly takesKeys: boolean},
): Promise<Start> {
	const terminal = await openTerminal(program);
	try {
		const readyAt = takesKeys ? await typeUntilShown(terminal) : null;
		if (!takesKeys) {
			await terminal.shown(screen => screen.trim() !== '', paintLimitMs);
		}
		const cpuMs = cpuMsOf(treeOf(terminal.pid));
		return {
			paintMs: (terminal.firstPaintAt() ?? NaN) - terminal.startedAt,
			readyMs: readyAt === null ? NaN : readyAt - terminal.startedAt,
			cpuMs,
		};
	} finally {
		await terminal.close();
	}
}

/** The kernel echoes nothing here, so two letters side by side came from the program. */
async function typeUntilShown(terminal: Terminal): Promise<number> {
	let typed = '';
	while (typed.length < lettersMax) {
		const letter = nextLetter(typed);
		typed += letter;
		terminal.send(letter);
		const shownAt = await terminal.shown(screen => holdsPairOf(typed, screen), pauseMs);
		if (shownAt !== null) {
			return shownAt;
		}
	}
	throw new Error(`Nothing that was typed appeared:\n${terminal.screen()}`);
}

function holdsPairOf(typed: string, screen: string): boolean {
	for (let index = 0; index + 1 < typed.length; index++) {
		if (screen.includes(typed.slice(index, index + 2))) {
			return true;
		}
	}
	return false;
}

const openLimitMs = 10_000;

/** Opens a program for further measuring: waits until it takes keys, and wipes what was typed. */
export async function openReady(program: Program): Promise<Terminal> {
	const terminal = await openTerminal(program);
	const probe = 'qzx';
	await terminal.shown(screen => screen.trim() !== '', openLimitMs);
	terminal.send(probe);
	const shownAt = await terminal.shown(screen => screen.includes(probe), openLimitMs);
	if (shownAt === null) {
		const screen = terminal.screen();
		await terminal.close();
		throw new Error(`${program.name} does not take keys:\n${screen}`);
	}
	terminal.send('\u007F'.repeat(probe.length));
	await terminal.quiet(settleMs, openLimitMs);
	return terminal;
}

const settleMs = 600;
