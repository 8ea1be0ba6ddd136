import {cpuMsOf, treeOf} from '../process-tree.ts';
import {openTerminal, type Program, type Terminal} from '../terminal.ts';
import {nextLetter} from './keys.ts';

export type Start = {
	/** From the start of the process until the screen has a cell that is not blank. */
	readonly paintMs: number;
	/**
	 * From the start until two letters are visible that were typed from the beginning; NaN for a
	 * program that takes no keys.
	 */
	readonly readyMs: number;
	/** The CPU time of all its processes until then. */
	readonly cpuMs: number;
	/**
	 * The slowest echo of the keys that were typed right after `readyMs`, while the program still
	 * loads.
	 */
	readonly slowestMs: number;
};

const limitMs = 10_000;

export async function measureStart(
	program: Program,
	{takesKeys}: {readonly takesKeys: boolean},
): Promise<Start> {
	const terminal = await openTerminal(program);
	try {
		if (!takesKeys) {
			await terminal.shown(screen => screen.trim() !== '', limitMs);
		}
		const typed = takesKeys ? await typeFromTheStart(terminal) : nothingTyped;
		return {
			paintMs: (terminal.firstPaintAt() ?? NaN) - terminal.startedAt,
			readyMs: typed.readyAt - terminal.startedAt,
			cpuMs: typed.cpuMs,
			slowestMs: typed.slowestMs,
		};
	} finally {
		await terminal.close();
	}
}

type Typed = {readonly readyAt: number; readonly cpuMs: number; readonly slowestMs: number};

const nothingTyped: Typed = {readyAt: NaN, cpuMs: NaN, slowestMs: NaN};

const letterMs = 15;
/** How many letters fit into one line of a composer. */
const lettersMax = 100;
const lettersAfterReady = 16;

/**
 * Types from the beginning, and measures. The kernel's echo is off, so two letters in a row come
 * from the program.
 */
async function typeFromTheStart(terminal: Terminal): Promise<Typed> {
	const keys = startTyping(terminal);
	const readyAt = await keys.shown(2);
	const cpuMs = cpuMsOf(treeOf(terminal.pid));
	const first = keys.sentAt.length;
	const last = Math.min(lettersMax, first + lettersAfterReady);
	let slowestMs = first < last ? 0 : NaN;
	for (let count = first + 1; count <= last; count++) {
		const shownAt = await keys.shown(count);
		slowestMs = Math.max(slowestMs, shownAt - (keys.sentAt[count - 1] ?? NaN));
	}
	keys.stop();
	return {readyAt, cpuMs, slowestMs};
}

/** Types a letter at regular intervals, whatever the program does. */
function startTyping({clock, send, shown, screen}: Terminal) {
	const sentAt: number[] = [];
	let typed = '';
	const timer = clock.every(letterMs, () => {
		if (typed.length < lettersMax) {
			typed += nextLetter(typed);
			sentAt.push(send(typed.slice(-1)));
		}
	});
	return {
		sentAt,
		/** Resolves to the time at which this many letters were visible. */
		async shown(count: number): Promise<number> {
			const test = (text: string) => typed.length >= count && text.includes(typed.slice(0, count));
			const shownAt = await shown(test, limitMs);
			if (shownAt === null) {
				throw new Error(`Nothing that was typed appeared:\n${screen()}`);
			}
			return shownAt;
		},
		stop: timer.cancel,
	};
}

const openLimitMs = 10_000;

/**
 * Starts a program for other measurements: waits until it takes keys, then deletes what was typed.
 */
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

const settleMs = 400;
