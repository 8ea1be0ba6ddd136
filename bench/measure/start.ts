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
	/** The slowest echo of the keys that were typed right after that, while loading goes on. */
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
/** What fits into one line of a composer. */
const lettersMax = 100;
const lettersAfterReady = 16;

/** The kernel echoes nothing here, so letters side by side came from the program. */
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

/** A letter at a time, at an even pace, whatever the program does. */
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
		/** When so many of them stood on the screen. */
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

const settleMs = 400;
